internal import LiveModel

/// The stream of facts that all nodes of a cluster share, and the stores beside it. An engine implements it; decisions
/// are made elsewhere, so that they can be tried without a server. After a fault it is unknown whether the engine wrote.
///
/// Each game has its own numbering of messages, its *places*, which counts from 1. A place is written once: the engine
/// refuses a second message for it, whatever it holds.
protocol FactStream: Sendable {
  /// The number of the present connection. A new one may reach a server that has less than the last one had.
  var connection: Int { get }

  /// Creates what the server lacks. It is called first in each connection.
  func prepare() async throws(Fault)

  /// Writes the next message of a game, and returns its sequence. `last` is the sequence of the newest message of the game
  /// that the writer knows; 0 for none.
  ///
  /// Returns nil if the place is taken, or if `last` is not the newest: the message was not written now, but an earlier
  /// attempt whose answer was lost may have written it.
  func publish(_ message: StreamMessage, after last: UInt64) async throws(Fault) -> UInt64?

  /// Returns the first message of a game from a sequence on; nil if there is none.
  func message(of game: GameID, from sequence: UInt64) async throws(Fault) -> StreamEntry?

  /// Returns the next messages of all games after a sequence, in order.
  func messages(after sequence: UInt64, limit: Int) async throws(Fault) -> [StreamEntry]

  /// Returns the sequence of the newest message; 0 if there is none.
  func newest() async throws(Fault) -> UInt64

  /// Returns the stored checkpoint of a game; nil if there is none.
  func checkpoint(of game: GameID) async throws(Fault) -> StreamCheckpoint?

  /// Stores the checkpoint of a game, over any other. With `isFirst` only if there is none.
  func put(_ checkpoint: StreamCheckpoint, of game: GameID, isFirst: Bool) async throws(Fault)

  /// Returns the games that have a checkpoint, at most `limit`.
  func games(limit: Int) async throws(Fault) -> [GameID]
}

/// A message of a game, as its writer hands it over.
struct StreamMessage: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    /// The session has become the only writer of the game.
    case claim
    /// An event as one line of JSON, with sequence 0 and without the id of a log: both are those of the log that copies
    /// it.
    case event(id: String, line: [UInt8])
  }

  var game: GameID
  /// Its number among the messages of its game, counted from 1.
  var place: Int
  var session: ClusterSession
  /// The epoch of the session's lease.
  var epoch: Int
  var content: Content
}

/// A message that the stream holds.
struct StreamEntry: Equatable, Sendable {
  /// Its number among the messages of all games. Numbers may be missing.
  var sequence: UInt64
  /// When the server stored it.
  var stored: Timestamp
  var message: StreamMessage
}

/// The state of a game's tracker after an event of the stream. An old one costs only reading.
struct StreamCheckpoint: Equatable, Sendable {
  /// The sequence of the newest event that the state contains; 0 before the first.
  var sequence: UInt64
  /// The sequence of the message from which the next holder of the game reads; 0 for the first.
  var since: UInt64 = 0
  var checkpoint: Checkpoint
}
