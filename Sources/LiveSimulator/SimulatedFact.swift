/// What happened in a game, by its script: an independent witness of what a daemon should have told.
public struct SimulatedFact: Hashable, Sendable {
  /// `game_start`, `half_start`, `half_end`, `play_end`, `scoring_play` or `final`.
  public var kind: String
  /// Of the plate appearance.
  public var atBatIndex: Int
  /// Of the action, where the fact belongs to one.
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
    var facts: [SimulatedFact] = []
    let plays = script.plays
    for (position, play) in plays.enumerated() {
      let previous = position > 0 ? plays[position - 1] : nil
      if previous == nil { facts.append(SimulatedFact("game_start", play, play.scoreBefore)) }
      if previous?.inning != play.inning || previous?.isTop != play.isTop {
        facts.append(SimulatedFact("half_start", play, play.scoreBefore))
      }
      var score = play.scoreBefore
      for (index, event) in play.events.enumerated() where event.isScoring {
        score = event.score ?? score
        facts.append(SimulatedFact("scoring_play", play, score, eventIndex: index))
      }
      if score != play.scoreAfter { facts.append(SimulatedFact("scoring_play", play, play.scoreAfter)) }
      facts.append(SimulatedFact("play_end", play, play.scoreAfter))
      if play.outsAfter == 3 || position == plays.count - 1 {
        facts.append(SimulatedFact("half_end", play, play.scoreAfter))
      }
    }
    if let last = plays.last { facts.append(SimulatedFact("final", last, last.scoreAfter)) }
    return facts
  }
}
