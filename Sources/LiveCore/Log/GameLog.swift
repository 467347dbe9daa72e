internal import LiveModel
internal import Logging

/// The log of the pollers: the facts of each game, and its checkpoint. It is the daemon's own log, or the stream that
/// several machines share.
protocol GameLog: Sendable {
  /// Whether the facts go into this daemon's own log, and not into a stream from which all daemons copy them.
  var isOwn: Bool { get }

  /// Its failures, which end a poller's wait when they are over.
  var health: LogHealth { get }

  /// Makes this daemon the only one that appends facts of the game. Waits until another one has ended, or has left the
  /// game.
  ///
  /// - Returns: how the checkpoint stands to the facts; nil if another daemon has taken the game to its end.
  func open(_ game: GameID) async throws -> OpenedGame?

  /// Returns whether the state that a poller has of an opened game is still that of the log. If not, the poller opens the
  /// game again before it polls.
  func isCurrent(_ game: GameID) -> Bool

  /// Lets other daemons have the game. `isOver` says that it needs no more polls.
  func close(_ game: GameID, isOver: Bool) async

  /// Stores the checkpoints of new games. Skips games that have a checkpoint or events.
  func begin(_ checkpoints: [Checkpoint], at now: Timestamp) async throws

  /// Returns the checkpoint of a game; nil when there is none.
  func checkpoint(of game: GameID) async throws -> Checkpoint?

  /// Returns the checkpoints of games that are not over, at most `limit`.
  func openCheckpoints(limit: Int) async throws -> [Checkpoint]

  /// Appends events and a checkpoint. Throws `GameMoved` if another daemon has the game. After an error `isCurrent` says
  /// whether the poller's state still is that of the log.
  @discardableResult
  func append(_ batch: LogAppend, at now: Timestamp) async throws -> Int

  /// Returns the newest event of a game; nil when there is none.
  func newestEvent(of game: GameID) async throws -> LoggedEvent?

  /// Returns the newest revision of each fact of a game, in order.
  func newestRevisions(of game: GameID) async throws -> [LoggedEvent]

  /// Returns the event with an id; nil when it was never logged or has been removed.
  func event(id: String) async throws -> LoggedEvent?
}

/// Another daemon has taken over the game, or is about to. Its poller opens the game again.
struct GameMoved: Error {
  var reason: String

  func log(_ logger: Logger) { logger.info("game moved", metadata: [LogKey.error: "\(reason)"]) }
}

/// How the checkpoint of an opened game stands to its facts.
enum OpenedGame: Sendable {
  /// It contains all of them.
  case whole
  /// It lacks some, because their writer has ended in between.
  case behind
}

/// A log of one daemon alone.
extension EventLog: GameLog {
  var isOwn: Bool { true }

  func open(_ game: GameID) -> OpenedGame? { .whole }

  func isCurrent(_ game: GameID) -> Bool { true }

  func close(_ game: GameID, isOver: Bool) {}
}
