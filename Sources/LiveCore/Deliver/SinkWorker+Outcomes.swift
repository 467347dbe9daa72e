internal import LiveModel
internal import LivePlatform

/// Stores the outcome of a message, whether or not it was attempted.
extension SinkWorker {
  /// Stores the outcome of an attempt: delivered, postponed, composed anew, dead letter, or sink disabled.
  func settle(_ sent: StoredMessage, _ answer: Answer) async throws(CancellationError) {
    let (instant, wall) = (now(), wall())
    if sent.number == 0, case .accepted = answer { return try await acceptedAtOnce(sent, at: instant) }
    guard answer != .cancelled else { return }
    let message = try await stored(sent)
    let attempt = FailedAttempt(answer)
    if case .slowDown(let wait, let scope, let reason) = answer {
      try await slowDown(wait, scope, because: reason.text, at: instant)
    }
    switch Retry(message, deadline: deadline(of: message)).step(after: answer, at: instant) {
    case .done: try await accepted(message, answer, at: instant)
    case .wait(let due, let reason):
      report { $0.postponed(message, because: reason, until: due, at: instant) }
      try await persistOutcome {
        try await outbox.postpone(
          message.number, until: due, because: attempt ?? FailedAttempt(reason.text), at: wall)
      }
      await reportFailure()
    case .deadLetter(let reason):
      try await deadLetter(message, because: reason, after: attempt)
      await reportFailure()
    case .recompose(let reason):
      report { $0.recomposed(message, because: reason) }
      // Its delay is already over.
      let due = instant - options.lag
      try await persistOutcome { try await outbox.recompose(message, due: due, because: reason.text, at: wall) }
    case .disable(let reason): try await disable(because: reason, after: message, at: wall)
    case .leave: break
    }
  }

  /// Makes a message a dead letter, which the operator can retry.
  func deadLetter(
    _ sent: StoredMessage, because reason: Answer.Reason, after attempt: FailedAttempt? = nil
  ) async throws(CancellationError) {
    let (instant, wall, message) = (now(), wall(), try await stored(sent))
    // A retry for people composes the current state. Programs get the same bytes again, and a notice cannot be composed
    // again.
    let keepsBody = sink.traits.audience == .program || message.event == nil
    let facts = try await persistOutcome {
      try await outbox.deadLetter(
        message.number, because: reason.text, after: attempt, keepsBody: keepsBody, at: wall)
    }
    report { $0.deadLettered(message, facts: facts, because: reason, at: instant) }
  }

  /// Stores a message that was sent straight from the log: a retry or a dead letter needs a row of its own.
  private func stored(_ message: StoredMessage) async throws(CancellationError) -> StoredMessage {
    guard message.number == 0 else { return message }
    let (outbox, wall) = (outbox, wall())
    return try await persistOutcome { try await outbox.store(message, at: wall) }
  }

  private func acceptedAtOnce(
    _ message: StoredMessage, at instant: Timestamp
  ) async throws(CancellationError) {
    let (outbox, wall) = (outbox, wall())
    try await persistOutcome { try await outbox.accepted(message.sequences, at: wall) }
    reportDelivered(message, at: instant)
    await reportSuccess()
  }

  private func accepted(_ message: StoredMessage, _ answer: Answer, at instant: Timestamp)
    async throws(CancellationError)
  {
    guard case .accepted(let receipt) = answer else { return }
    // Digests and notices are never edited.
    let isPlay = ![Outbox.quietLane, Outbox.noticeLane].contains(message.lane)
    let handle = isPlay ? receipt.handle?.rawValue : nil
    if let span = receipt.pause { await limiter.pause(until: instant + span) }
    // Written before anything else: until then, a crash would send the message again.
    let wall = wall()
    try await persistOutcome {
      try await outbox.accepted(message.number, handle: handle, leftThread: receipt.leftThread, at: wall)
    }
    reportDelivered(message, at: instant)
    await reportSuccess()
    // A pause of up to 10 s need not survive a restart.
    guard let span = receipt.pause, span > .seconds(10) else { return }
    try await pause(until: instant + span, because: "the receiver's limit is used up")
  }

  /// Logs and counts a delivery. Its latency counts from the end of quiet hours, if it was due within them.
  private func reportDelivered(_ message: StoredMessage, at instant: Timestamp) {
    let due = message.wanted.map { $0 + options.lag }
    let awaited = due.flatMap(quietEnd) ?? due
    report { $0.delivered(message, dueAt: awaited, at: instant) }
  }

  /// Reports a sink that fails, after the outcome of its attempt was stored.
  private func reportFailure() async {
    // A failed read only delays the report until the next attempt.
    guard let failure = try? await outbox.failure(), failure.isFailing else { return }
    state.withLock { $0.failure = failure }
    report { $0.failing(failure, at: now()) }
    await announceFailure(failure)
  }

  /// Reports that a failing sink has worked, and its recovery once it has worked for long enough.
  private func reportSuccess() async {
    guard let failure = state.withLock({ $0.failure }) else { return }
    // A failed read only delays the report until the next success.
    let isOver: Bool
    do { isOver = try await outbox.failure() == nil } catch { isOver = false }
    if isOver {
      state.withLock { $0.failure = nil }
      report { $0.recovered(from: failure) }
    }
    await announceFailure(nil)
  }

  private func slowDown(
    _ wait: Duration, _ scope: Answer.Scope, because reason: String, at instant: Timestamp
  ) async throws(CancellationError) {
    switch scope {
    case .message: return
    case .sink: break
    case .host: if let host { await hosts.pause(host, for: wait) }
    }
    try await pause(until: instant + wait, because: reason)
  }

  private func pause(until instant: Timestamp, because reason: String) async throws(CancellationError) {
    await limiter.pause(until: instant)
    guard let end = await limiter.pause else { return }
    let (outbox, pause) = (outbox, SinkPause(address: address, reason: reason, until: end))
    try await persistOutcome { try await outbox.setPause(pause) }
    state.withLock { $0.storedPause = end }
  }

  /// Announces the disabled sink before storing it: a crash in between repeats the announcement instead of losing it.
  private func disable(
    because reason: Answer.Reason, after message: StoredMessage, at wall: Timestamp
  ) async throws(CancellationError) {
    if setDisabled(true, onRecord: false) {
      report { $0.disabled(because: reason.text) }
      await announce(Announcement(reason: reason.text, cause: reason.cause))
    }
    let (outbox, state) = (outbox, DisabledSink(address: address, reason: reason.text, since: wall))
    try await persistOutcome { try await outbox.disable(state, because: message.number) }
    _ = setDisabled(true)
  }

  /// Retries until the outcome is stored; going on earlier would send the message twice. Continues during shutdown,
  /// until the task is cancelled at the end of the grace period.
  private func persistOutcome<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws(CancellationError) -> Value {
    try await retrying(work) { span throws(CancellationError) in
      do { try await waiter.clock.sleep(for: span) } catch { throw CancellationError() }
    }
  }

  /// Retries until the log succeeds, or until the worker must stop.
  func persist<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws(CancellationError) -> Value {
    try await retrying(work) { span throws(CancellationError) in try await waiter.pause(for: span) }
  }

  private func retrying<Value: Sendable>(
    _ work: @Sendable () async throws -> Value, pause: (Duration) async throws(CancellationError) -> Void
  ) async throws(CancellationError) -> Value {
    var failures = 0
    while true {
      do {
        let value = try await work()
        report { $0.logWorked(afterFailures: failures) }
        return value
      } catch {
        if error is CancellationError || Task.isCancelled { throw CancellationError() }
        let wait = Retry.backOff(afterFailures: failures, seed: sink.name)
        // Failed writes report themselves to the log's health; failed reads do not.
        outbox.log.health.failed(error)
        report { $0.logFailed(error, retryIn: wait, at: now()) }
        try await pause(wait)
        failures += 1
      }
    }
  }

  /// Logs and counts through the worker's report.
  func report(_ body: (inout DeliveryReport) -> Void) { state.withLock { body(&$0.report) } }
}
