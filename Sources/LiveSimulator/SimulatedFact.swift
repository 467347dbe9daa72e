/// What happened in a game, by its script: an independent witness of what a daemon should have told.
public struct SimulatedFact: Hashable, Sendable {
  /// As `shared/tools/replay/truth.py` names it: `play_end`, `go_ahead`, `no_hitter`.
  public var kind: String
  /// Of the plate appearance.
  public var atBatIndex: Int
  /// Of the action or pitch, where the fact belongs to one.
  public var eventIndex: Int?
  /// From 1; 0 where the play log is empty.
  public var inning: Int
  /// `top` or `bottom`; empty where the play log is.
  public var half: String
  /// The score after it; before it for a start.
  public var away: Int
  /// The same of the home side.
  public var home: Int

  /// The end of a game whose play log is empty.
  init(finalWithoutPlays score: ScriptedPlay.Runs) {
    (kind, atBatIndex, eventIndex, inning, half) = ("final", 0, nil, 0, "")
    (away, home) = (score.away, score.home)
  }

  init(_ kind: String, _ play: ScriptedPlay, _ score: ScriptedPlay.Runs, eventIndex: Int? = nil) {
    (self.kind, atBatIndex, self.eventIndex, inning) = (kind, play.atBatIndex, eventIndex, play.inning)
    (half, away, home) = (play.isTop ? "top" : "bottom", score.away, score.home)
  }
}

extension SimulatedGame {
  /// Every fact of the finished game, in order; of its last attempt, where it had two.
  public func facts() -> [SimulatedFact] { Self.facts(of: script.plays, day, isLast: true) }

  static func facts(of plays: [ScriptedPlay], _ day: GameDay, isLast: Bool) -> [SimulatedFact] {
    guard !plays.isEmpty else { return [] }
    return facts(
      of: plays, scheduledInnings: day.scheduledInnings, isFinished: isLast,
      score: day.award?.score ?? plays.last?.scoreAfter)
  }

  /// Every fact of these plays, in order.
  ///
  /// - Parameters:
  ///   - plays: as they stand in the end, all of them complete.
  ///   - scheduledInnings: the inning from which on the home side can win at any moment.
  ///   - isFinished: whether the game ended with the last of them.
  ///   - score: by the linescore, in the end; nil where it is the play log's.
  /// - Returns: what `truth.py` finds in their final feed.
  static func facts(
    of plays: [ScriptedPlay], scheduledInnings: Int, isFinished: Bool = true, score: ScriptedPlay.Runs? = nil
  ) -> [SimulatedFact] {
    var witness = Witness(scheduledInnings: scheduledInnings)
    for play in plays where play.record != .none { witness.see(play) }
    if isFinished { witness.finish(score) }
    return witness.facts
  }
}
