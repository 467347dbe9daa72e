/// Values of a snapshot, and of its schedule row, that determine the next poll.
package struct PollHints: Equatable, Sendable {
  package var phase: GameStatus.Phase
  /// Timestamp of the feed's revision.
  package var revision: Timestamp
  /// Situation of a live game.
  package var situation = Situation.pause(results: 0)
  package var scheduledStart: Timestamp?
  /// True if the status shows that the game begins or resumes soon, whatever its scheduled times.
  package var isImminent = false
  /// True if the schedule lists the game as live. The feed may still lag.
  package var isListedAsLive = false
  /// Scheduled resumption of a suspended game; nil if unknown.
  package var resumption: Timestamp?
  /// End of the period after a final when the game is polled often for corrections. By the run's clock, across
  /// restarts.
  package var oftenUntil: Timestamp?
  /// End of the last play, by the feed; nil until the game's end is logged.
  package var endedAt: Timestamp?
  /// Time of the final check of a game that is over.
  package var finalCheck: Timestamp?
  /// The league's own interval of polls of a game that is live or final; nil where the situation determines it.
  package var interval: Duration?
  /// Time without a new revision after which the feed of a live game counts as stopped.
  package var longestStill = PollHints.longestPause

  package init(
    phase: GameStatus.Phase, revision: Timestamp, situation: Situation = Situation.pause(results: 0),
    scheduledStart: Timestamp? = nil, isImminent: Bool = false, isListedAsLive: Bool = false,
    resumption: Timestamp? = nil, oftenUntil: Timestamp? = nil, endedAt: Timestamp? = nil,
    finalCheck: Timestamp? = nil
  ) {
    self.phase = phase
    self.revision = revision
    self.situation = situation
    self.scheduledStart = scheduledStart
    self.isImminent = isImminent
    self.isListedAsLive = isListedAsLive
    self.resumption = resumption
    self.oftenUntil = oftenUntil
    self.endedAt = endedAt
    self.finalCheck = finalCheck
  }

  /// Time without a new revision after which a live feed counts as stopped. Pauses during play are shorter.
  package static let longestPause: Duration = .seconds(300)
}
