internal import Logging
internal import ServiceLifecycle

/// Brings a sink what waits for it: one message at a time, in order within a game, each outcome on record before the
/// next attempt.
///
/// It ends when its task is cancelled, when the daemon shuts down, and when the endpoint is dead. It never fails: an
/// event log that does is asked again.
struct SinkWorker<C: Clock<Duration>>: Sendable {
  private let sink: any Sink
  private let outbox: Outbox
  private let expires: Duration
  private let waiting: LogWait<C>
  private let now: @Sendable () -> Timestamp
  private var report: DeliveryReport
  /// The endpoint asked for silence until then.
  private var quietUntil: Timestamp?
  private var isOver = false

  /// Heads of lanes fetched at one time.
  private static var page: Int { 64 }
  /// Of a wait for what should be due already: nothing may turn the loop into a spin.
  private static var shortestWait: Duration { .milliseconds(10) }

  /// Tries a message for as long as `expires` says, a final for a day at least. It waits by `clock`; `now` is the wall
  /// time that the outbox reckons in.
  init(
    _ sink: any Sink, log: EventLog, expires: Duration = Retry.standardExpiry, clock: C,
    now: @escaping @Sendable () -> Timestamp, logger: Logger
  ) {
    self.sink = sink
    outbox = Outbox(log: log, sink: sink.name)
    self.expires = expires
    waiting = LogWait(tail: log.tail, clock: clock)
    self.now = now
    report = DeliveryReport(logger, sink: sink.name)
  }

  /// Works until it is told to stop; what is in hand then is finished and written down first.
  func run() async {
    var worker = self
    do throws(CancellationError) {
      while worker.goesOn { try await worker.round() }
    } catch {
      // Only waiting is given up.
    }
  }

  private var goesOn: Bool { !isOver && !Task.isCancelled && !Task.isShuttingDownGracefully }

  private mutating func round() async throws(CancellationError) {
    let seen = outbox.log.tail.newest
    let (outbox, now) = (outbox, now)
    let heads = try await persist { try await outbox.due(at: now(), limit: Self.page) }
    for delivery in heads where goesOn && quietUntil == nil { try await deliver(delivery) }
    if let until = quietUntil {
      if goesOn { try await waiting.pause(for: max(until - now(), Self.shortestWait)) }
      quietUntil = nil
    } else if heads.isEmpty {
      let next = try await persist { try await outbox.nextDue() }
      try await waiting.untilPast(seen, orFor: next.map { max($0 - now(), Self.shortestWait) })
    }
  }

  private mutating func deliver(_ delivery: Delivery) async throws(CancellationError) {
    let message: Message
    let isFinal: Bool
    do throws(Fault) {
      let event = try delivery.event.telling(for: sink.name)
      isFinal = event.event.data.tags.contains(.final)
      let letter = try sink.compose(.news([event], thread: nil))
      message = Message(
        id: WebhookID(log: outbox.log.id, sink: sink.name, events: [event.event.id]), body: letter.body)
    } catch {
      let reason = Answer.Reason(cause: .fault(error.code), text: "\(error)")
      return try await bury(delivery, nil, because: reason)
    }
    let retry = Retry(
      attempts: delivery.attempts, firstSeen: delivery.event.logged,
      expires: isFinal ? max(expires, Retry.finalExpiry) : expires, seed: message.id.rawValue)
    guard !retry.isExpired(at: now()) else {
      let reason = Answer.Reason(cause: .expired, text: "expired after \(delivery.attempts) attempts")
      return try await bury(delivery, message, because: reason)
    }
    let answer = await sink.send(message, at: now())
    if case .slowDown(let wait, _, _) = answer { quietUntil = now() + wait }
    try await obey(retry.step(after: answer, at: now()), delivery, message)
  }

  private mutating func obey(
    _ step: Retry.Step, _ delivery: Delivery, _ message: Message
  ) async throws(CancellationError) {
    let (outbox, sequence) = (outbox, delivery.event.sequence)
    switch step {
    case .done:
      try await persist { try await outbox.delivered(sequence) }
      report.delivered(message, delivery)
    case .wait(let due, let reason):
      report.postponed(message, delivery, because: reason, until: due, at: now())
      try await persist { try await outbox.postpone(sequence, until: due, because: reason.text) }
    case .bury(let reason): try await bury(delivery, message, because: reason)
    case .disable(let reason):
      isOver = true
      report.disabled(because: reason)
    case .leave: isOver = true
    }
  }

  private mutating func bury(
    _ delivery: Delivery, _ message: Message?, because reason: Answer.Reason
  ) async throws(CancellationError) {
    let (outbox, sequence) = (outbox, delivery.event.sequence)
    report.buried(message, delivery, because: reason, at: now())
    try await persist { try await outbox.bury(sequence, because: reason.text) }
  }

  /// Tries until the log has done it: to go on before an outcome is on record would be to send it again.
  private mutating func persist<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws(CancellationError) -> Value {
    var failures = 0
    while true {
      do {
        return try await work()
      } catch {
        if error is CancellationError || Task.isCancelled { throw CancellationError() }
        let wait = Retry.backOff(afterFailures: failures, seed: sink.name)
        report.logFailed(error, retryIn: wait, at: now())
        try await waiting.pause(for: wait)
        failures += 1
      }
    }
  }
}

extension LoggedEvent {
  /// Throws `sink.unreadable-event` when another version wrote what this one cannot read.
  func telling(for sink: String) throws(Fault) -> Telling {
    do {
      return Telling(event: try decoded(), line: line)
    } catch {
      throw Fault(.sinkUnreadableEvent, "event \(sequence) of the log cannot be read", at: .sink(sink))
    }
  }
}

extension Fault.Code {
  static let sinkUnreadableEvent = Fault.Code("sink.unreadable-event")
}
