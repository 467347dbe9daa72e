internal import LiveModel

/// The state of a game as monospaced text, drawn from its known events.
struct ScoreboardText: Sendable {
  /// Runs by inning; nil when events are missing, because a wrong line is worse than none.
  let linescore: String?
  /// Occupied bases and outs; nil between half-innings.
  let bases: String?

  /// The texts to draw; empty when there are none.
  var blocks: [String] { [[linescore, bases].compactMap(\.self).joined(separator: "\n\n")].filter { !$0.isEmpty } }

  /// Takes the events in the order they were logged, the newest last, none of them retracted.
  init(_ events: [Event]) {
    let ordered = events.inOrderOfPlay.map(DecodedEvent.init)
    linescore = LinescoreTable(ordered)?.text
    bases = Self.situation(ordered)
  }

  /// Draws the bases and the outs:
  /// ```
  ///   ◇
  /// ◆   ◇   1 out
  /// ```
  private static func situation(_ events: [DecodedEvent]) -> String? {
    guard let newest = events.last(where: { $0.own.inning != nil }), events.last?.data.game.status == .live,
      newest.data.game.status == .live, let outs = newest.own.outs, outs < 3,
      Set(newest.data.tags).isDisjoint(with: [.final, .halfEnd])
    else { return nil }
    let count = outs == 0 ? "no outs" : outs == 1 ? "1 out" : "\(outs) outs"
    guard let bases = bases(events.filter { $0.own.inning == newest.own.inning }) else { return count }
    func sign(_ runner: Person?) -> String { runner == nil ? "◇" : "◆" }
    return "  \(sign(bases.second))\n\(sign(bases.third))   \(sign(bases.first))   \(count)"
  }

  /// Returns the bases after the newest event of a half-inning; nil when a runner may have moved since they were known.
  private static func bases(_ events: [DecodedEvent]) -> Bases? {
    let known = events.lastIndex { $0.own.bases != nil || $0.data.tags.contains(.halfStart) }
    guard let known, events[(known + 1)...].allSatisfy({ $0.type != .action || !still.isDisjoint(with: $0.data.tags) })
    else { return nil }
    return events[known].own.bases ?? .empty
  }

  /// Actions that move no runner. A pinch runner takes an occupied base.
  private static let still: Set<Tag> = Set(
    [.pitchingChange, .substitution]
      + ["batter_timeout", "mound_visit", "game_advisory", "ejection", "injury", "pickoff_attempt"].map(
        Tag.init(rawValue:))
  )
}

/// An event with its members of baseball, decoded once.
private struct DecodedEvent {
  let type: EventType
  let data: EventData
  let own: BaseballMembers

  init(_ event: Event) { (type, data, own) = (event.type, event.data, event.data.baseball) }
}

/// The table of runs by inning.
private struct LinescoreTable {
  private var runs: [Int: Sides<Int?>] = [:]
  private let last: HalfInning
  private let total: Score
  private let names: Sides<String>
  private let isOver: Bool

  /// Returns nil unless every half-inning has an event, and each changed only the score of the side at bat.
  init?(_ events: [DecodedEvent]) {
    guard let newest = events.last else { return nil }
    let final = events.last { $0.data.tags.contains(.final) }
    // The final of a forfeit has a score that was never batted in.
    let scored = events.filter { $0.data.score != nil && !$0.data.tags.contains(.final) }
    var (known, expected) = (Score.zero, HalfInning(number: 1, half: .top))
    for half in Self.halves(scored) {
      guard half.inning == expected, half.score[half.inning.batting] >= known[half.inning.batting],
        half.score[half.inning.batting.other] == known[half.inning.batting.other]
      else { return nil }
      runs[half.inning.number, default: Sides(away: nil, home: nil)][half.inning.batting] =
        half.score[half.inning.batting] - known[half.inning.batting]
      known = half.score
      expected = half.inning.next
    }
    guard let last = Self.halves(scored).last?.inning, final?.data.score ?? known == known else { return nil }
    (self.last, total, isOver) = (last, known, final != nil)
    names = Sides(away: newest.data.game.away.abbreviation, home: newest.data.game.home.abbreviation)
  }

  /// Returns every half-inning with its newest score, in order of play.
  private static func halves(_ events: [DecodedEvent]) -> [(inning: HalfInning, score: Score)] {
    var scores: [HalfInning: Score] = [:]
    for event in events { if let half = event.own.inning { scores[half] = event.data.score } }
    return scores.sorted {
      ($0.key.number, $0.key.half == .bottom ? 1 : 0) < ($1.key.number, $1.key.half == .bottom ? 1 : 0)
    }
    .map { ($0.key, $0.value) }
  }

  /// At least nine innings; of a longer game, the last ten, the width of a phone.
  var text: String {
    let shown = max(1, last.number - 9)...max(last.number, 9)
    let (away, home) = (names.away.plainLetters, names.home.plainLetters)
    let width = max(away.count, home.count)
    let header = padded("", to: width) + shown.map { " \($0)" }.joined() + "  R"
    return [header, row(away, .away, width, shown), row(home, .home, width, shown)].joined(separator: "\n")
  }

  private func row(_ name: String, _ side: Side, _ width: Int, _ shown: ClosedRange<Int>) -> String {
    let cells = shown.map { inning in
      let runs = runs[inning]?[side] ?? nil
      let isLeftOut = isOver && side == .home && inning == last.number && runs == nil
      let text = runs.map(String.init) ?? (isLeftOut ? "x" : "")
      let room = String(inning).count + 1
      return String(repeating: " ", count: max(room - text.count, text.count == room ? 0 : 1)) + text
    }
    return padded(name, to: width) + cells.joined() + "  \(total[side])"
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: width - text.count)
  }
}

extension HalfInning {
  fileprivate var next: HalfInning {
    half == .top ? HalfInning(number: number, half: .bottom) : HalfInning(number: number + 1, half: .top)
  }
}

extension String {
  /// The letters and digits at the beginning of an abbreviation, five at most.
  fileprivate var plainLetters: String { String(prefix { $0.isLetter || $0.isNumber }.prefix(5)) }
}
