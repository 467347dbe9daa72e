internal import GRDB
internal import LiveModel
internal import LivePlatform

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
