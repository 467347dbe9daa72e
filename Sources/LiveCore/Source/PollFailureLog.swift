internal import Logging

/// A run of failures, told once when it begins, once a minute while it lasts, and once when it ends.
struct PollFailureLog: Sendable {
  private var failures = 0
  private var toldAt: Timestamp?
  private var toldCode: Fault.Code?

  /// Not more often than this for one cause.
  static let quiet: Duration = .seconds(60)

  mutating func failed(_ fault: Fault, retryIn wait: Duration, at now: Timestamp, _ logger: Logger) {
    failures += 1
    let isNews = toldCode != fault.code || toldAt.map { now - $0 >= Self.quiet } ?? true
    logger.log(
      level: isNews ? .warning : .debug, "poll failed",
      metadata: Fault.metadata(
        of: fault, and: [LogKey.attempt: "\(failures)", LogKey.retryIn: "\(wait.wholeMilliseconds)"]))
    if isNews { (toldAt, toldCode) = (now, fault.code) }
  }

  /// Tells of a fault that stops nothing, at most once a minute.
  mutating func noted(_ fault: Fault, _ words: Logger.Message, at now: Timestamp, _ logger: Logger) {
    if let toldAt, toldCode == fault.code, now - toldAt < Self.quiet { return }
    (toldAt, toldCode) = (now, fault.code)
    logger.warning(words, metadata: Fault.metadata(of: fault))
  }

  mutating func recovered(_ logger: Logger) {
    guard failures > 0 else { return }
    logger.notice("poll recovered", metadata: [LogKey.attempt: "\(failures)"])
    self = PollFailureLog()
  }
}
