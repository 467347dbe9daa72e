internal import GRDB

/// Commits what several tasks want written in one transaction: a disk that takes 5 ms to be sure takes them once for
/// all who wait, and not once for each.
///
/// Works run in the order in which they came; one that throws is rolled back alone. A write that has begun is not given
/// up when its task is cancelled: what is known is written down.
final class GroupCommit: Sendable {
  /// Does the work in the transaction, and answers with what tells its task how that ended. Without a database there
  /// was none.
  private typealias Job = @Sendable (Database?) -> @Sendable (_ failure: (any Error)?) -> Void

  private struct State {
    var jobs: [Job] = []
    var isBusy = false
  }

  private let pool: DatabasePool
  private let health: LogHealth
  /// As many as tasks wait.
  private let state = Locked(State())

  init(_ pool: DatabasePool, health: LogHealth) { (self.pool, self.health) = (pool, health) }

  /// Returns when the work is on the disk.
  func write<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      add { [health] database in
        let result = database.map { Self.alone(work, in: $0) } ?? .failure(DatabaseError(resultCode: .SQLITE_ABORT))
        return { failure in
          let outcome: Result<Value, any Error> = failure.map { .failure($0) } ?? result
          if let error = outcome.failure { health.failed(error) }
          continuation.resume(with: outcome)
        }
      }
    }
  }

  /// Calls back when a transaction has ended in which nothing was done: with true if it could be.
  func takePart(_ answer: @escaping @Sendable (Bool) -> Void) {
    add { [health] _ in
      { failure in
        if let failure { health.failed(failure) }
        answer(failure == nil)
      }
    }
  }

  private static func alone<Value>(
    _ work: (Database) throws -> Value, in database: Database
  ) -> Result<Value, any Error> {
    Result {
      var value: Value?
      try database.inSavepoint {
        value = try work(database)
        return .commit
      }
      guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
      return value
    }
  }

  private func add(_ job: @escaping Job) {
    let isIdle = state.withLock { state in
      state.jobs.append(job)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if isIdle { commitNext() }
  }

  private func commitNext() {
    pool.asyncWriteWithoutTransaction { [self] database in
      let jobs = state.withLock { state in
        defer { state.jobs = [] }
        return state.jobs
      }
      var tell: [@Sendable ((any Error)?) -> Void] = []
      let outcome = Result {
        try database.inTransaction {
          tell = jobs.map { $0(database) }
          return .commit
        }
      }
      // A transaction that could not even begin has run no job.
      if outcome.failure != nil, tell.isEmpty { tell = jobs.map { $0(nil) } }
      for job in tell { job(outcome.failure) }
      let isOver = state.withLock { state in
        state.isBusy = !state.jobs.isEmpty
        return !state.isBusy
      }
      if !isOver { commitNext() }
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}
