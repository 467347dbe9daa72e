/// What happened in a game, by its script: an independent witness of what a daemon should have told.
public struct SimulatedFact: Hashable, Sendable {
  /// As `shared/tools/replay/truth.py` names it: `play_end`, `go_ahead`, `no_hitter`.
  public var kind: String
  /// Of the plate appearance.
  public var atBatIndex: Int
  /// Of the action or pitch, where the fact belongs to one.
  public var eventIndex: Int?
  /// From 1.
  public var inning: Int
  /// `top` or `bottom`.
  public var half: String
  /// The score after it; before it for a start.
  public var away: Int
  /// The same of the home side.
  public var home: Int

  init(_ kind: String, _ play: ScriptedPlay, _ score: ScriptedPlay.Runs, eventIndex: Int? = nil) {
    (self.kind, atBatIndex, self.eventIndex, inning) = (kind, play.index, eventIndex, play.inning)
    (half, away, home) = (play.isTop ? "top" : "bottom", score.away, score.home)
  }
}

extension SimulatedGame {
  /// Every fact of the finished game, in order.
  public func facts() -> [SimulatedFact] {
    Self.facts(of: script.plays, scheduledInnings: script.scheduledInnings)
  }

  /// Every fact of these plays, in order.
  ///
  /// - Parameters:
  ///   - plays: as they stand in the end, all of them complete.
  ///   - scheduledInnings: the inning from which on the home side can win at any moment.
  ///   - isFinished: whether the game ended with the last of them.
  /// - Returns: what `truth.py` finds in their final feed.
  static func facts(
    of plays: [ScriptedPlay], scheduledInnings: Int, isFinished: Bool = true
  ) -> [SimulatedFact] {
    var witness = Witness(scheduledInnings: scheduledInnings)
    for play in plays { witness.see(play) }
    if isFinished { witness.finish() }
    return witness.facts
  }
}
