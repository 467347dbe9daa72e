internal import GRDB

/// Whether the log does what it is asked: a full disk or a broken one is nobody else's failure.
final class LogHealth: Sendable {
  struct Trouble: Equatable, Sendable {
    /// Its first failure.
    var since: Timestamp
    /// Its newest failure, as an operator reads it.
    var error: String
  }

  private struct Failures {
    var trouble: Trouble
    var last: Timestamp
  }

  private let failures = Locked<Failures?>(nil)
  private let now: @Sendable () -> Timestamp
  private let wall: @Sendable () -> Timestamp

  /// So long after the last failure it counts as over: the daemon writes down twice as often that it lives, so that one
  /// that lasts is seen however little happens, and what goes well between two failures does not hide them.
  static let memory: Duration = .seconds(60)

  /// It remembers by `now`, and tells by `wall` since when.
  init(
    now: @escaping @Sendable () -> Timestamp = RunClock.shared.now,
    wall: @escaping @Sendable () -> Timestamp = WallClock.now
  ) {
    (self.now, self.wall) = (now, wall)
  }

  /// Something could not be read or written.
  func failed(_ error: any Error) {
    let (now, wall, text) = (now(), wall(), "\(Fault(eventLog: error))")
    failures.withLock { failures in
      let since = failures.flatMap { Self.isOver($0, at: now) ? nil : $0.trouble.since } ?? wall
      failures = Failures(trouble: Trouble(since: since, error: text), last: now)
    }
  }

  /// Nil while all is well.
  var trouble: Trouble? {
    let now = now()
    return failures.withLock { failures in failures.flatMap { Self.isOver($0, at: now) ? nil : $0.trouble } }
  }

  private static func isOver(_ failures: Failures, at now: Timestamp) -> Bool { now - failures.last >= memory }
}

extension Fault {
  /// What the log could not do, without its statement.
  init(eventLog error: any Error) {
    if let fault = error as? Fault {
      self = fault
      return
    }
    let what = (error as? DatabaseError)?.message ?? "\(error)"
    self.init(
      .logUnusable, "the event log cannot be read or written: \(what)", hint: "see whether the disk is full or broken")
  }
}
