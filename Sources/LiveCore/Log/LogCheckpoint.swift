internal import GRDB
internal import LivePlatform

/// Moves the write-ahead log into the file after some transactions, on a connection of its own, so that commits go on
/// meanwhile. SQLite would do it within a commit.
///
/// A failure loses nothing: the next attempt moves the same pages. From 24 MB on, SQLite does it within a commit.
final class LogCheckpoint: Sendable {
  private struct State {
    /// Transactions since the last checkpoint.
    var commits = 0
    /// The connection of the present checkpoint.
    var beside: DatabaseQueue?
    var isClosed = false
  }

  /// Transactions between two checkpoints. One event for one sink changes 15 pages of 4 KiB, so they write 6 MB.
  static let interval = 100
  /// The most turns of one checkpoint, and the number of pages in a turn after which the rest is small.
  private static let mostTurns = 4
  private static let fewPages = 64

  private let pool: DatabasePool
  private let file: FileIdentity?
  private let state = Locked(State())

  init(of pool: DatabasePool) { (self.pool, file) = (pool, FileIdentity(path: pool.path)) }

  /// Whether a checkpoint goes on.
  var isRunning: Bool { state.withLock { $0.beside != nil } }

  /// Counts a transaction, and begins a checkpoint when one is due.
  func transactionEnded() {
    let isDue = state.withLock { state in
      state.commits += 1
      guard state.commits >= Self.interval, state.beside == nil, !state.isClosed else { return false }
      state.commits = 0
      return true
    }
    // A new connection would create a file that was moved away, and damage one that has taken its place.
    guard isDue, let file, FileIdentity(path: pool.path) == file, let beside = try? DatabaseQueue(path: pool.path)
    else {
      return
    }
    let isOpen = state.withLock { state in
      if !state.isClosed { state.beside = beside }
      return !state.isClosed
    }
    guard isOpen else { return }
    beside.asyncWriteWithoutTransaction { [self] database in
      moveMost(database)
      moveRest()
    }
  }

  /// Waits for the present checkpoint, and begins no other one.
  func close() {
    let beside = state.withLock { state in
      state.isClosed = true
      return state.beside
    }
    try? beside?.close()
  }

  /// Under load, much is committed during the first turn, and little during the last.
  private func moveMost(_ database: Database) {
    var moved = 0
    for _ in 0..<Self.mostTurns {
      let before = moved
      moved = Self.move(database)
      if moved - before <= Self.fewPages { return }
    }
  }

  /// Moves what was committed meanwhile, between two commits. The write-ahead log is then written from its beginning again
  /// and does not grow.
  private func moveRest() {
    pool.asyncWriteWithoutTransaction { [self] database in
      Self.move(database)
      state.withLock { $0.beside = nil }
    }
  }

  /// Moves the pages that no reader needs. The pool may be closed meanwhile: a statement then fails, and GRDB's own function
  /// would pass no connection to SQLite.
  ///
  /// - Returns: the number of pages that have been moved since the write-ahead log began; 0 after a failure.
  @discardableResult
  private static func move(_ database: Database) -> Int {
    (try? Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(PASSIVE)")?.read("checkpointed")) ?? 0
  }
}
