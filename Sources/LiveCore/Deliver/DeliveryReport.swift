internal import Logging

/// What a worker tells the operator.
struct DeliveryReport: Sendable {
  private enum Cause: Hashable {
    case postponed(Answer.Cause)
    case buried(Answer.Cause)
    case log
  }

  private let sink: String
  private let logger: Logger
  private var limit = WarningLimit<Cause>()

  init(_ logger: Logger, sink: String) {
    var logger = logger
    logger[metadataKey: LogKey.sink] = "\(sink)"
    (self.logger, self.sink) = (logger, sink)
  }

  func delivered(_ message: Message, _ delivery: Delivery) {
    logger.info("event delivered", metadata: Self.fields(message, delivery))
  }

  mutating func postponed(
    _ message: Message, _ delivery: Delivery, because reason: Answer.Reason, until due: Timestamp, at now: Timestamp
  ) {
    var fields = Self.fields(message, delivery)
    fields[LogKey.retryIn] = "\(due.milliseconds - now.milliseconds)"
    warn("delivery failed", .postponed(reason.cause), fields, because: reason, at: now)
  }

  /// `message` is nil when there is none, because the event cannot be rendered.
  mutating func buried(_ message: Message?, _ delivery: Delivery, because reason: Answer.Reason, at now: Timestamp) {
    warn("delivery given up", .buried(reason.cause), Self.fields(message, delivery), because: reason, at: now)
  }

  func disabled(because reason: Answer.Reason) {
    let fault = Fault(
      .sinkDeadEndpoint, "\(reason.text); disabled", at: .sink(sink),
      mend: "correct its 'url' and restart livegamed; what waits for it is kept")
    logger.error(
      "sink disabled", metadata: [LogKey.error: "\(fault)", LogKey.code: "\(fault.code.rawValue)"])
  }

  mutating func logFailed(_ error: any Error, retryIn wait: Duration, at now: Timestamp) {
    guard let count = limit.count(.log, at: now) else { return }
    logger.warning(
      "event log failed",
      metadata: [
        LogKey.error: "\(error)", LogKey.count: "\(count)",
        LogKey.retryIn: "\((now + wait).milliseconds - now.milliseconds)",
      ])
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
    case .network, .program, .expired, .dropped: break
    }
    logger.warning(text, metadata: fields)
  }

  private static func fields(_ message: Message?, _ delivery: Delivery) -> Logger.Metadata {
    [
      LogKey.sequence: "\(delivery.event.sequence)", LogKey.attempt: "\(delivery.attempts + 1)",
      LogKey.bytes: "\(delivery.event.line.count)",
    ]
  }
}

extension Fault.Code {
  static let sinkDeadEndpoint = Fault.Code("sink.dead-endpoint")
}
