/// Values of a snapshot, and of its schedule row, that determine the next poll.
struct PollHints: Equatable, Sendable {
  var phase: GameStatus.Phase
  /// Timestamp of the feed's revision.
  var revision: Timestamp
  /// Situation of a live game.
  var situation = Situation.pause(results: 0)
  var scheduledStart: Timestamp?
  /// True if the status shows that the game begins or resumes soon, whatever its scheduled times.
  var isImminent = false
  /// True if the schedule lists the game as live. The feed may still lag.
  var isListedAsLive = false
  /// Scheduled resumption of a suspended game; nil if unknown.
  var resumption: Timestamp?
  /// End of the period after a final when the game is polled often for corrections. By the run's clock, across
  /// restarts.
  var oftenUntil: Timestamp?
  /// End of the last play, by the feed; nil until the game's end is logged.
  var endedAt: Timestamp?
  /// Time of the final check of a game that is over.
  var finalCheck: Timestamp?

  /// Time without a new revision after which a live feed counts as stopped. Pauses during play are shorter.
  static let longestPause: Duration = .seconds(300)
}
