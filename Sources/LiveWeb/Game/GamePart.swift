internal import LiveMLB
internal import LiveModel
internal import LiveNBA

/// A part of a game by which its plays are listed: a half-inning or a period.
struct GamePart: Hashable, Sendable {
  /// The name in addresses and ids: `8-top`, `3`.
  var name: String
  /// Rises in the order of play.
  var rank: Int
  /// `Top 8th`, `3rd quarter`.
  var heading: String
  /// `Guardians at bat`; nil for a period.
  var detail: String?
  /// `Top of the 8th`, `3rd quarter`.
  var title: String
}

/// The facts of a part of the game that are shown among the plays.
struct PartFacts: Sendable {
  var part: GamePart
  /// In the order of their first revisions.
  var facts: [GameFact]
}

extension ViewedGame {
  /// The parts of the game with their plays, the newest first.
  var playParts: [PartFacts] {
    var (facts, last) = ([GamePart: [GameFact]](), GamePart?.none)
    for fact in self.facts where fact.newest.isShownAmongPlays {
      // A fact without a place in the game, such as a delay, belongs to that of the play before.
      guard let part = part(of: fact.newest) ?? last else { continue }
      last = part
      facts[part, default: []].append(fact)
    }
    return facts.map { PartFacts(part: $0.key, facts: $0.value) }.sorted { $0.part.rank > $1.part.rank }
  }

  private func part(of event: GameEvent) -> GamePart? {
    if let inning = event.own.inning {
      let (half, number) = (inning.half == .top ? "Top" : "Bottom", Ordinal.text(of: inning.number))
      return GamePart(
        name: inning.description, rank: inning.rank, heading: "\(half) \(number)",
        detail: "\(name(inning.batting)) at bat", title: "\(half) of the \(number)")
    }
    return event.basketball.period.map { period in
      let words = period.words.capitalizedFirst
      return GamePart(name: "\(period.number)", rank: period.number, heading: words, title: words)
    }
  }
}

extension [PartFacts] {
  /// Returns the parts with the plays that a filter selects; none without such plays.
  func filtered(by filter: PlayFilter, in game: ViewedGame) -> [PartFacts] {
    switch filter {
    case .all: self
    case .newest: Array(prefix(game.isBasketball ? PlayList.shownPeriods : PlayList.shownHalves))
    case .scoring: keeping { $0.newest.data.tags.contains(.scoring) && !$0.newest.data.retracted }
    case .corrected: keeping { PlayHistory($0, of: game) != nil }
    }
  }

  private func keeping(_ isSelected: (GameFact) -> Bool) -> [PartFacts] {
    map { PartFacts(part: $0.part, facts: $0.facts.filter(isSelected)) }.filter { !$0.facts.isEmpty }
  }
}

extension HalfInning {
  /// Counts the half-innings of a game.
  var rank: Int { number * 2 + (half == .bottom ? 1 : 0) }
}

extension GameEvent {
  /// Whether a reader looks for the event among the plays.
  fileprivate var isShownAmongPlays: Bool {
    switch type {
    case .play: true
    case .action: data.importance >= 1 && !PlayCode.unimportant.contains(own.play?.eventType ?? "")
    case .status: !Set(data.tags).isDisjoint(with: [.final, .delay, .resume, .suspended])
    case .watch: data.importance >= 2 && data.tags.contains(.started) && !data.retracted
    default: isEndOfPeriod
    }
  }
}
