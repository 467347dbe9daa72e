internal import GRDB
internal import LiveModel
internal import LivePlatform

/// Commits the writes of several tasks in one transaction: a disk that needs 5 ms for a commit then needs them once for
/// all waiting tasks, not once for each.
///
/// Runs works in the order of their arrival, those that can wait last (`CommitQueue`). A work that arrives while a
/// transaction is open joins it. A queued write completes even when its task is cancelled.
///
/// When a work throws, the transaction is rolled back, and the works before it are done once more. So a work must do nothing
/// but read and write the database. With a savepoint for each work, SQLite would also write the pages that the savepoint
/// restores: docs/decisions/0061-commits-without-savepoints.md.
final class GroupCommit: Sendable {
  /// Does the work in a transaction. Gets nil when none could begin.
  private typealias Job = @Sendable (Database?) -> Attempt

  /// A work that was done, or has thrown.
  private struct Attempt {
    var hasThrown: Bool
    /// Reports the outcome to the waiting task. `failure` is that of the transaction.
    var report: @Sendable (_ failure: (any Error)?) -> Void
  }

  private struct State {
    /// Holds at most one job for each waiting task, and the probes of the watchdog.
    var jobs = CommitQueue<Job>()
    var isBusy = false
    /// Transactions since the last checkpoint of the write-ahead log.
    var commits = 0
  }

  /// Transactions between two checkpoints of the write-ahead log. One event for one sink changes 15 pages of 4 KiB, so they
  /// write 6 MB.
  static let checkpointInterval = 100

  private let pool: DatabasePool
  private let health: LogHealth
  private let state = Locked(State())

  init(_ pool: DatabasePool, health: LogHealth) { (self.pool, self.health) = (pool, health) }

  /// The number of works that wait for a transaction.
  var waiting: Int { state.withLock { $0.jobs.count } }

  /// Runs `work` in a transaction and returns when the result is on the disk.
  func write<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    let canWait = LogUse.canWait
    return try await withCheckedThrowingContinuation { continuation in
      add(canWait: canWait) { [health] database in
        let result: Result<Value, any Error> =
          database.map { database in Result { try work(database) } }
          ?? .failure(DatabaseError(resultCode: .SQLITE_ABORT))
        return Attempt(hasThrown: result.failure != nil) { failure in
          let outcome: Result<Value, any Error> = failure.map { .failure($0) } ?? result
          if let error = outcome.failure { health.failed(error) } else { health.worked() }
          continuation.resume(with: outcome)
        }
      }
    }
  }

  /// Runs `work` like `write`, and as if it could not wait. Two works of different tasks that replace the same value then
  /// keep their order.
  func writeInOrder<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await LogUse.$canWait.withValue(false) { try await write(work) }
  }

  /// Calls `answer` when a transaction in which it did nothing has ended: with true when that succeeded.
  func takePart(_ answer: @escaping @Sendable (Bool) -> Void) {
    add { [health] _ in
      Attempt(hasThrown: false) { failure in
        if let failure { health.failed(failure) }
        answer(failure == nil)
      }
    }
  }

  private func add(canWait: Bool = false, _ job: @escaping Job) {
    let isIdle = state.withLock { state in
      state.jobs.append(job, canWait: canWait)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if isIdle { commitNext() }
  }

  private func commitNext() {
    pool.asyncWriteWithoutTransaction { [self] database in
      commit(database, nextJob)
      state.withLock { $0.jobs.endTransaction() }
      checkpointIfDue(database)
      let isOver = state.withLock { state in
        state.isBusy = state.jobs.count > 0
        return !state.isBusy
      }
      if !isOver { commitNext() }
    }
  }

  /// Does jobs in one transaction, up to the last one or the first that throws. Then those before it are done once more, and
  /// it alone.
  private func commit(_ database: Database, _ next: () -> Job?) {
    var (jobs, attempts): ([Job], [Attempt]) = ([], [])
    let outcome = Result {
      try database.inTransaction {
        while attempts.last?.hasThrown != true, let job = next() {
          jobs.append(job)
          attempts.append(job(database))
        }
        return attempts.last?.hasThrown == true ? .rollback : .commit
      }
    }
    if attempts.last?.hasThrown == true, jobs.count > 1 {
      commitAgain(database, jobs)
    } else if outcome.failure != nil, attempts.isEmpty {
      // The transaction could not begin, and no job has run.
      while let job = next() { job(nil).report(outcome.failure) }
    } else {
      for attempt in attempts { attempt.report(outcome.failure) }
    }
  }

  /// Does jobs once more, of which the last one has thrown. On a broken disk, others may throw now: each call of `commit` does
  /// or fails at least one.
  private func commitAgain(_ database: Database, _ jobs: [Job]) {
    var (before, thrower) = (jobs.dropLast(), jobs.suffix(1))
    while !before.isEmpty { commit(database) { before.popFirst() } }
    commit(database) { thrower.popFirst() }
  }

  private func nextJob() -> Job? { state.withLock { $0.jobs.next() } }

  /// Moves the write-ahead log into the file after some transactions, when their tasks have been answered.
  ///
  /// SQLite would do it within a commit, which then waits three times for the disk. A failure loses nothing: the next
  /// attempt moves the same pages.
  private func checkpointIfDue(_ database: Database) {
    let isDue = state.withLock { state in
      state.commits += 1
      defer { if state.commits >= Self.checkpointInterval { state.commits = 0 } }
      return state.commits >= Self.checkpointInterval
    }
    // On a closed connection this throws, where GRDB's own function would crash.
    if isDue { try? database.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}
