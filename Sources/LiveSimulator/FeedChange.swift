/// A temporary fault of the feed. Play indexes are those of the final play log.
enum FeedChange: Sendable {
  case ruling(play: Int, Ruling)
  case runsBattedIn(play: Int, Int)
  /// A run too many or too few for the batting side of this play, from its completion on.
  case score(from: Int, isTop: Bool, by: Int)
  case extraPlay(after: Int)
  case extraAction(play: Int)
  case missingAction(play: Int, event: Int)
  case otherCall(play: Int)

  /// Another result for a plate appearance.
  struct Ruling: Sendable {
    var event: String
    var eventType: String
    /// The text after the batter's name.
    var sentence: String

    static let single = Ruling(event: "Single", eventType: "single", sentence: "singles on a ground ball.")
    static let error = Ruling(
      event: "Field Error", eventType: "field_error", sentence: "reaches on a throwing error by the shortstop.")
    static let groundout = Ruling(event: "Groundout", eventType: "field_out", sentence: "grounds out to first base.")
    static let pending = Ruling(
      event: "Official Scorer Ruling Pending", eventType: "os_ruling_pending_primary",
      sentence: "reaches: official scorer ruling pending.")
  }

  /// Returns whether the fault changes the play.
  func touches(_ index: Int) -> Bool {
    switch self {
    case .ruling(let play, _), .runsBattedIn(let play, _), .extraAction(let play), .missingAction(let play, _),
      .otherCall(let play):
      play == index
    case .score(let play, _, _): index >= play
    case .extraPlay(let play): index > play
    }
  }

  /// Returns the play with the fault.
  func applied(to play: ScriptedPlay) -> ScriptedPlay {
    var shown = play
    switch self {
    case .ruling: break
    case .runsBattedIn(_, let runs): shown.rbi = runs
    case .score(let from, let isTop, let runs): shown.count(runs, for: isTop, isCompletion: play.index == from)
    case .extraPlay: shown.index += 1
    case .extraAction: shown.insertMoundVisit()
    case .missingAction(_, let event): shown.removeAction(at: event)
    case .otherCall: shown = play.calledOtherwise ?? play
    }
    return shown
  }

  /// Applies changes that only the play's document can express.
  func applied(to document: JSON, of play: ScriptedPlay) -> JSON {
    switch self {
    case .ruling(_, let ruling): document.ruled(ruling, play)
    case .otherCall: document.ruled(play.result == .single ? .groundout : .single, play)
    default: document
    }
  }
}

extension JSON {
  /// Returns the document of a completed play under another result; events of other players keep theirs.
  fileprivate func ruled(_ ruling: FeedChange.Ruling, _ play: ScriptedPlay) -> JSON {
    let isOut = ruling.eventType == "field_out"
    let text = "\(play.batter.name) \(ruling.sentence)"
    let named = changing("result") {
      $0.merging([
        ("event", .string(ruling.event)), ("eventType", .string(ruling.eventType)), ("description", .string(text)),
        ("isOut", .bool(isOut)),
      ])
    }
    return named.changing("runners") { runners in
      runners.mapping { runner in
        runner.changing("details") { details in
          guard case .string(play.result.rawValue)? = details["eventType"] else { return details }
          return details.merging([("event", .string(ruling.event)), ("eventType", .string(ruling.eventType))])
        }
      }
    }
  }
}

extension ScriptedPlay {
  /// A single as a groundout, a groundout without a play on a runner as a single; nil for anything else.
  var calledOtherwise: ScriptedPlay? {
    guard scoreBefore == scoreAfter, outsAfter < 3, movements.allSatisfy({ $0.from == 0 || $0.to != nil }),
      let own = movements.firstIndex(where: { $0.from == 0 })
    else { return nil }
    var play = self
    switch result {
    case .single where movements[own].to == 1 && basesAfter[0] == batter:
      play.outsAfter += 1
      (play.movements[own].to, play.movements[own].outNumber) = (nil, play.outsAfter)
      play.movements[own].outBase = 1
      play.basesAfter[0] = nil
      if play.outsAfter == 3 { play.basesAfter = [nil, nil, nil] }
    case .fieldOut where movements.count == 1 && movements[own].to == nil && basesAfter[0] == nil:
      play.outsAfter -= 1
      (play.movements[own].to, play.movements[own].outNumber) = (1, nil)
      (play.movements[own].outBase, play.movements[own].credits) = (nil, [])
      play.basesAfter[0] = batter
    default: return nil
    }
    return play
  }

  fileprivate mutating func count(_ runs: Int, for isTop: Bool, isCompletion: Bool) {
    scoreAfter.count(runs, for: isTop)
    if isCompletion {
      rbi = max(0, rbi + min(0, runs))
      guard runs < 0, let scoring = movements.lastIndex(where: { $0.to == 4 && $0.event == events.count - 1 }) else {
        return
      }
      movements.remove(at: scoring)
    } else {
      scoreBefore.count(runs, for: isTop)
      for index in events.indices {
        guard var score = events[index].score else { continue }
        score.count(runs, for: isTop)
        events[index].score = score
      }
    }
  }

  fileprivate mutating func insertMoundVisit() {
    guard let first = events.first else { return }
    let visit = ScriptedEvent(
      time: start + (first.time - start) / 2, eventType: "mound_visit", description: "Mound Visit.",
      score: scoreBefore, outs: outsBefore)
    events.insert(visit, at: 0)
    for index in movements.indices { movements[index].event += 1 }
  }

  fileprivate mutating func removeAction(at event: Int) {
    events.remove(at: event)
    movements.removeAll { $0.event == event }
    for index in movements.indices where movements[index].event > event { movements[index].event -= 1 }
  }

  private var outsBefore: Int { outsAfter - movements.count { $0.to == nil } }
}

extension ScriptedPlay.Runs {
  fileprivate mutating func count(_ runs: Int, for isTop: Bool) {
    if isTop { away += runs } else { home += runs }
  }
}

/// Irregularities of a feed: it is early, is wrong for a second, or changes old plays.
struct FeedHabits: Sendable {
  /// The second from which the times of the first plays differ.
  private(set) var rewritten = Double.infinity
  /// The number of those plays.
  private(set) var rewrittenCount = 0
  /// By `atBatIndex`: the second from which the linescore has the runs of an incomplete play.
  private var early: [Int: Double] = [:]
  /// By `atBatIndex`: an action that is wrong until a second.
  private var wrong: [Int: (event: Int, until: Double)] = [:]

  init(_ plays: [ScriptedPlay], dice: SplitMix64) {
    var dice = dice
    for play in plays {
      if play.runsOnCompletion > 0, dice.chance(0.6) { early[play.index] = play.lastSeen + dice.seconds(in: 1...8) }
      guard dice.chance(0.2), let event = play.events.firstIndex(where: { $0.eventType != nil }) else { continue }
      let next = event + 1 < play.events.count ? play.events[event + 1].time : play.done
      let time = play.events[event].time
      wrong[play.index] = (event, min(time + dice.seconds(in: 0.5...2), time + (next - time) / 2))
    }
    if dice.chance(0.25), plays.count > 30 {
      rewrittenCount = dice.number(in: 15...plays.count - 10)
      rewritten = plays[rewrittenCount].done + dice.seconds(in: 5...600)
    }
  }

  var moments: [Double] {
    early.values + wrong.values.map(\.until) + (rewrittenCount > 0 ? [rewritten] : [])
  }

  /// Returns the score of the linescore, which may be ahead of the play log.
  func linescore(of play: ScriptedPlay, as index: Int, at time: Double) -> ScriptedPlay.Runs {
    guard let early = early[index], early <= time else { return play.score(at: time) }
    return play.scoreAfter
  }

  /// Returns the play with changed times.
  func rewritten(_ play: ScriptedPlay) -> ScriptedPlay {
    var play = play
    play.start -= 0.25
    for index in play.events.indices { play.events[index].time += 0.125 + Double(index) / 64 }
    return play
  }

  /// Shows the last action of an unfinished plate appearance as its result, possibly with a temporary fault.
  func applied(to document: JSON, of play: ScriptedPlay, as index: Int, at time: Double) -> JSON {
    var document = document
    if let wrong = wrong[index], wrong.until > time, play.events.indices.contains(wrong.event),
      play.events[wrong.event].eventType != nil
    {
      document = document.changing("playEvents") { $0.mapping(at: wrong.event, Self.wronged) }
    }
    guard let last = play.events.last(where: { $0.time <= time }), let eventType = last.eventType else {
      return document
    }
    return document.changing("result") {
      $0.merging([
        ("event", .string(EventName.of(eventType))), ("eventType", .string(eventType)),
        ("description", .string(last.description)),
      ])
    }
  }

  private static func wronged(_ event: JSON) -> JSON {
    event.changing("details") {
      $0.merging([
        ("event", "Game Advisory"), ("eventType", "game_advisory"), ("description", "Official scorer: one moment."),
      ])
    }
  }
}
