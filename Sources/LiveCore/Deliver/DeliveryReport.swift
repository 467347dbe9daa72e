internal import LiveModel
internal import LivePlatform
internal import Logging

/// Log lines and counters of one sink's worker.
struct DeliveryReport: Sendable {
  private enum Cause: Hashable {
    case postponed(Answer.Cause)
    case deadLettered(Answer.Cause)
    case log
  }

  /// The shortest time between two warnings about a sink that goes on failing.
  private static let interval: Duration = .seconds(3600)

  private let sink: String
  private let logger: Logger
  private let meters: Meters
  private var limit = LogThrottle<Cause>()
  /// Whether a failure of the event log is logged, but not its end.
  private var isLogDown = false
  /// The failure that the last warning was about, by its beginning, and when it was logged; nil while the sink works.
  private var warnedOfFailure: (since: Timestamp, at: Timestamp)?

  init(_ logger: Logger, sink: String, meters: Meters) {
    var logger = logger
    logger[metadataKey: LogKey.sink] = "\(sink)"
    (self.logger, self.sink, self.meters) = (logger, sink, meters)
  }

  /// Logs and counts a delivery. `due` is when the message was due at the receiver; nil for a notice.
  func delivered(_ message: StoredMessage, dueAt due: Timestamp?, at now: Timestamp) {
    meters.delivery(to: sink, .accepted)
    if let due { meters.sent(to: sink, dueAt: due, at: now) }
    logger.info("event delivered", metadata: Self.fields(message))
  }

  /// Logs that the message to edit is gone, so that its facts go into a new message.
  func recomposed(_ message: StoredMessage, because reason: Answer.Reason) {
    meters.delivery(to: sink, .retold)
    var fields = Self.fields(message)
    fields[LogKey.error] = "\(reason.text)"
    logger.info("message gone at the receiver: sent as a new message", metadata: fields)
  }

  mutating func postponed(
    _ message: StoredMessage, because reason: Answer.Reason, until due: Timestamp, at now: Timestamp
  ) {
    meters.delivery(to: sink, .retried)
    var fields = Self.fields(message)
    fields[LogKey.retryIn] = "\(due.milliseconds - now.milliseconds)"
    warn("delivery failed", .postponed(reason.cause), fields, because: reason, at: now)
  }

  /// Logs a dead letter and counts its facts: 0 for a notice.
  mutating func deadLettered(_ message: StoredMessage, facts: Int, because reason: Answer.Reason, at now: Timestamp) {
    meters.delivery(to: sink, .givenUp, by: facts)
    var fields = Self.fields(message)
    fields[LogKey.facts] = "\(facts)"
    warn("delivery given up", .deadLettered(reason.cause), fields, because: reason, at: now)
  }

  /// Logs that the sink fails: once when it begins, and once an hour while it goes on.
  mutating func failing(_ failure: SinkFailure, at now: Timestamp) {
    if let last = warnedOfFailure, last.since == failure.since, last.at <= now, now - last.at < Self.interval { return }
    warnedOfFailure = (failure.since, now)
    logger.warning(
      "sink fails",
      metadata: [
        LogKey.attempt: "\(failure.attempts)", LogKey.error: "\(failure.last.text)",
        LogKey.since: "\(failure.since)",
      ])
  }

  /// Logs that the receiver of a failing sink has accepted messages for long enough.
  mutating func recovered(from failure: SinkFailure) {
    warnedOfFailure = nil
    logger.notice(
      "sink works again",
      metadata: [LogKey.attempt: "\(failure.attempts + 1)", LogKey.since: "\(failure.since)"])
  }

  func disabled(because reason: String) {
    meters.delivery(to: sink, .disabled)
    let fault = Fault(
      .sinkDeadEndpoint, reason, at: .sink(sink),
      hint: "correct its address and reload livegamed, or run: livegamed sink enable \(sink)")
    logger.error("sink disabled", metadata: Fault.metadata(of: fault))
  }

  /// Logs a failure of the event log once per outage, and at most once a minute.
  mutating func logFailed(_ error: any Error, retryIn wait: Duration, at now: Timestamp) {
    guard !isLogDown, let count = limit.count(.log, at: now) else { return }
    isLogDown = true
    logger.warning(
      "event log failed",
      metadata: Fault.metadata(
        of: Fault(eventLog: error),
        and: [
          LogKey.count: "\(count)", LogKey.retryIn: "\((now + wait).milliseconds - now.milliseconds)",
        ]))
  }

  /// Logs the end of an outage, if its beginning is logged.
  mutating func logWorked(afterFailures failures: Int) {
    guard isLogDown, failures > 0 else { return }
    isLogDown = false
    logger.notice("event log works again", metadata: [LogKey.attempt: "\(failures + 1)"])
  }

  private mutating func warn(
    _ text: Logger.Message, _ cause: Cause, _ fields: Logger.Metadata, because reason: Answer.Reason,
    at now: Timestamp
  ) {
    guard let count = limit.count(cause, at: now) else { return }
    var fields = fields
    fields[LogKey.error] = "\(reason.text)"
    fields[LogKey.count] = "\(count)"
    switch reason.cause {
    case .status(let status): fields[LogKey.status] = "\(status)"
    case .fault(let code): fields[LogKey.code] = "\(code.rawValue)"
    case .network, .program, .broker, .expired: break
    }
    logger.warning(text, metadata: fields)
  }

  private static func fields(_ stored: StoredMessage) -> Logger.Metadata {
    var fields: Logger.Metadata = [
      LogKey.attempt: "\(stored.attempts + 1)",
      LogKey.bytes: "\(stored.message.body.count)",
    ]
    fields[LogKey.event] = stored.event.map { "\($0)" }
    if stored.number > 0 { fields[LogKey.message] = "\(stored.number)" }
    return fields
  }
}

extension Fault.Code {
  static let sinkDeadEndpoint = Fault.Code("sink.dead-endpoint")
}
