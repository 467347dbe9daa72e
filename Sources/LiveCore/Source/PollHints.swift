/// The part of a snapshot that decides when to ask again.
struct PollHints: Equatable, Sendable {
  var phase: GameStatus.Phase
  /// The feed's own revision time.
  var revision: Timestamp
  /// Of a live game.
  var situation = Situation.pause(results: 0)
  var scheduledStart: Timestamp?
  /// The game begins or goes on soon, whatever its times say.
  var isImminent = false
  /// The schedule says that it is played, though the feed does not say so yet.
  var isListedAsLive = false
  /// When a suspended game goes on, by the schedule; nil while that is not known.
  var resumption: Timestamp?
  /// A game that is over is asked for often until then, by the run's clock and over restarts: it is corrected.
  var oftenUntil: Timestamp?
  /// When the last play ended, by the feed; nil while the game's end has not been told.
  var endedAt: Timestamp?
  /// When a game that is over is looked at for the last time.
  var finalCheck: Timestamp?

  /// A live feed without news for longer has stopped: the pauses of a game that is played are shorter.
  static let longestPause: Duration = .seconds(300)
}
