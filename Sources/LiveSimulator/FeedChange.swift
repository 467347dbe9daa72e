/// How the feed is wrong for a while; play indices are those of the end.
enum FeedChange: Sendable {
  case ruling(play: Int, Ruling)
  case runsBattedIn(play: Int, Int)
  /// A run more or less for the side that bats in this play, from its completion on.
  case score(from: Int, isTop: Bool, by: Int)
  case extraPlay(after: Int)
  case extraAction(play: Int)
  case missingAction(play: Int, event: Int)
  case otherCall(play: Int)

  /// The result of a plate appearance, renamed.
  struct Ruling: Sendable {
    var event: String
    var eventType: String
    /// Behind the batter's name.
    var sentence: String

    static let single = Ruling(event: "Single", eventType: "single", sentence: "singles on a ground ball.")
    static let error = Ruling(
      event: "Field Error", eventType: "field_error", sentence: "reaches on a throwing error by the shortstop.")
    static let groundout = Ruling(event: "Groundout", eventType: "field_out", sentence: "grounds out to first base.")
    static let pending = Ruling(
      event: "Official Scorer Ruling Pending", eventType: "os_ruling_pending_primary",
      sentence: "reaches: official scorer ruling pending.")
  }

  /// Whether the play looks other than it is.
  func touches(_ index: Int) -> Bool {
    switch self {
    case .ruling(let play, _), .runsBattedIn(let play, _), .extraAction(let play), .missingAction(let play, _),
      .otherCall(let play):
      play == index
    case .score(let play, _, _): index >= play
    case .extraPlay(let play): index > play
    }
  }

  /// A play that it touches, as it is shown.
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

  /// Changes that the play's own document cannot express.
  func applied(to document: JSON, of play: ScriptedPlay) -> JSON {
    switch self {
    case .ruling(_, let ruling): document.ruled(ruling, play)
    case .otherCall: document.ruled(play.result == .single ? .groundout : .single, play)
    default: document
    }
  }
}

extension JSON {
  /// The document of a completed play under another name; another's event keeps its own.
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
  /// A single as a groundout, a groundout with nobody in the way as a single; nil for anything else.
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
