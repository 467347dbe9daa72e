internal import GRDB
internal import LiveModel
internal import LivePlatform

/// Commits the writes of several tasks in one transaction: a disk that needs 5 ms for a commit then needs them once for
/// all waiting tasks, not once for each.
///
/// Runs works in the order of their arrival, those that can wait last (`CommitQueue`), and rolls back alone one that throws. A
/// work that arrives while a transaction is open joins it. A queued write completes even when its task is cancelled.
final class GroupCommit: Sendable {
  /// Does the work in the transaction and returns a closure that reports the outcome to the waiting task. Gets nil when
  /// no transaction could begin.
  private typealias Job = @Sendable (Database?) -> @Sendable (_ failure: (any Error)?) -> Void

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
        let result =
          database.map { Self.inSavepoint(work, in: $0) } ?? .failure(DatabaseError(resultCode: .SQLITE_ABORT))
        return { failure in
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
      { failure in
        if let failure { health.failed(failure) }
        answer(failure == nil)
      }
    }
  }

  private static func inSavepoint<Value>(
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
      var reports: [@Sendable ((any Error)?) -> Void] = []
      let outcome = Result {
        try database.inTransaction {
          while let job = nextJob() { reports.append(job(database)) }
          return .commit
        }
      }
      // When the transaction could not begin, no job has run.
      if outcome.failure != nil, reports.isEmpty {
        while let job = nextJob() { reports.append(job(nil)) }
      }
      for report in reports { report(outcome.failure) }
      checkpointIfDue(database)
      let isOver = state.withLock { state in
        state.isBusy = state.jobs.count > 0
        return !state.isBusy
      }
      if !isOver { commitNext() }
    }
  }

  private func nextJob() -> Job? { state.withLock { $0.jobs.next() } }
}

extension GroupCommit {
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
    if isDue { _ = try? database.checkpoint(.passive) }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}

/// Health of the log: records failures to read or write it, such as those of a full or broken disk.
final class LogHealth: Sendable {
  struct Trouble: Equatable, Sendable {
    /// Time of the first failure.
    var since: Timestamp
    /// Newest failure, as text for an operator.
    var error: String
  }

  private struct Failures {
    var trouble: Trouble
    var last: Timestamp
    /// Whether nothing was written since the last failure that a repair of the disk can end.
    var isLasting: Bool
    /// Whether something was written after such a failure.
    var isRepaired = false
  }

  private let failures = Locked<Failures?>(nil)
  private let recoveries = Watermark()
  private let failureCount = Watermark()
  private let now: @Sendable () -> Timestamp
  private let wall: @Sendable () -> Timestamp

  /// A fault is over 60 s after the last failure. That is two heartbeats (30 s), so that a lasting fault stays visible
  /// when nothing else is written, and successes between two failures do not hide it.
  private static let expiry: Duration = .seconds(60)

  /// Measures the age of a failure by `now`, and reports the time of the first one by `wall`.
  init(
    now: @escaping @Sendable () -> Timestamp = RunClock.shared.now,
    wall: @escaping @Sendable () -> Timestamp = WallClock.now
  ) {
    (self.now, self.wall) = (now, wall)
  }

  /// Records a failure to read or write the log.
  func failed(_ error: any Error) {
    let (now, wall, text) = (now(), wall(), "\(Fault(eventLog: error))")
    // A damaged page stays damaged while other pages are written.
    let isLasting = !EventLog.isDamage(error)
    failures.withLock { failures in
      let since = failures.flatMap { Self.isOver($0, at: now) ? nil : $0.trouble.since } ?? wall
      failures = Failures(
        trouble: Trouble(since: since, error: text), last: now, isLasting: isLasting || failures?.isLasting == true)
    }
    failureCount.raise { $0 + 1 }
  }

  /// Waits until the log is failing, or the task is cancelled.
  func untilFailing() async {
    while !Task.isCancelled {
      let mark = failureCount.value
      guard !isFailing else { return }
      _ = await failureCount.past(mark)
    }
  }

  /// Records a successful write.
  func worked() {
    let isRecovery = failures.withLock { failures in
      guard failures?.isLasting == true else { return false }
      failures?.isLasting = false
      failures?.isRepaired = true
      return true
    }
    if isRecovery { recoveries.raise { $0 + 1 } }
  }

  /// Whether nothing was written since the last failure, except one by a damaged page.
  var isFailing: Bool { failures.withLock { $0?.isLasting == true } }

  /// How often the log has worked again after failures.
  var recovery: Int { recoveries.value }

  /// Returns when the log has recovered more than so many times, or when the task is cancelled.
  func recovered(after recovery: Int) async { _ = await recoveries.past(recovery) }

  /// Present fault; nil while the log works.
  var trouble: Trouble? {
    let now = now()
    guard let failures = failures.withLock({ $0 }), !Self.isOver(failures, at: now) else { return nil }
    var trouble = failures.trouble
    if failures.isRepaired { trouble.error = "the log works again; its error less than a minute ago: \(trouble.error)" }
    return trouble
  }

  private static func isOver(_ failures: Failures, at now: Timestamp) -> Bool { now - failures.last >= expiry }
}

extension Fault {
  /// Describes an error of the log, without the SQL statement.
  init(eventLog error: any Error) {
    if let fault = error as? Fault {
      self = fault
      return
    }
    let isFull = (error as? DatabaseError)?.resultCode == .SQLITE_FULL
    self.init(
      .logUnusable, "the event log cannot be read or written: \(DatabaseError.words(of: error))",
      hint: isFull ? "free space on its disk, and livegamed goes on by itself" : "see whether the disk is broken")
  }
}
