internal import LiveModel

extension Situation {
  /// Derives the situation from the play log: the last plate appearance, its count and its newest pitch.
  init(_ snapshot: GameSnapshot) {
    let results = snapshot.results
    guard let last = snapshot.plays.last else {
      self = .pause(results: 0)
      return
    }
    if last.isComplete {
      self = last.outs >= 3 ? .pause(results: results) : .between(results: results)
    } else if let outcome = last.dueOutcome {
      self = .due(results: results, outcome)
    } else if last.hasNewPitcher {
      self = .change(results: results)
    } else {
      self =
        last.pitchCount == 0
        ? .between(results: results)
        : .count(results: results, step: last.pitchCount, mayMove: snapshot.mayStealSecond)
    }
  }
}

extension GameSnapshot {
  /// True if, after the last complete play of the half-inning, a runner is on first and second base is open. Most
  /// stolen bases begin there.
  var mayStealSecond: Bool {
    if let omitted { return omitted.mayStealSecond }
    guard let last = plays.last, let before = plays.last(where: \.isComplete), before.inning == last.inning,
      before.outs < 3
    else { return false }
    return before.basesAfter.first != nil && before.basesAfter.second == nil
  }
}

extension Play {
  /// Kind of result that the newest pitch of an open plate appearance decides; nil if undecided. Actions after that
  /// pitch do not matter.
  fileprivate var dueOutcome: Situation.Outcome? {
    switch lastPitchCall {
    case "E": .scoring
    case "D", "X": .inPlay
    case "H": .other
    default: balls >= 4 || strikes >= 3 ? .other : nil
    }
  }

  /// True if a pitcher was replaced after the newest pitch, or before the first.
  fileprivate var hasNewPitcher: Bool {
    actions.contains { $0.eventType == "pitching_substitution" && $0.index > lastPitchIndex ?? -1 }
  }
}
