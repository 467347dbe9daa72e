/// Stores the outcome of a message, after an attempt or without one.
extension WorkerBench {
  func settle(_ sent: StoredMessage, _ answer: Answer) async throws(CancellationError) {
    let (instant, wall) = (now(), wall())
    if sent.number == 0, case .accepted = answer { return try await acceptedAtOnce(sent, at: instant) }
    if case .cancelled = answer { return }
    let message = try await stored(sent)
    if case .slowDown(let wait, let scope, let reason) = answer {
      try await slowDown(wait, scope, because: reason.text, at: instant)
    }
    switch Retry(message).step(after: answer, at: instant) {
    case .done: try await accepted(message, answer, at: instant)
    case .wait(let due, let reason):
      report { $0.postponed(message, because: reason, until: due, at: instant) }
      try await record {
        try await outbox.postpone(message.number, until: due, because: reason.text, at: wall)
      }
    case .deadLetter(let reason): try await deadLetter(message, because: reason)
    case .recompose(let reason):
      report { $0.retold(message, because: reason) }
      // It has waited for its delay already.
      let due = instant - options.lag
      try await record { try await outbox.recompose(message, due: due, because: reason.text, at: wall) }
    case .disable(let reason): try await disable(because: reason, after: message, at: wall)
    case .leave: break
    }
  }

  func deadLetter(_ sent: StoredMessage, because reason: Answer.Reason) async throws(CancellationError) {
    let (instant, wall, message) = (now(), wall(), try await stored(sent))
    // People are told how things are then, not how they were; a notice has nothing that it could be made of anew.
    let keepsBody = sink.traits.audience == .program || message.event == nil
    let facts = try await record {
      try await outbox.deadLetter(message.number, because: reason.text, keepsBody: keepsBody, at: wall)
    }
    report { $0.deadLettered(message, facts: facts, because: reason, at: instant) }
  }

  /// Stores a message that has no row yet. Messages that are retried or dead need one.
  private func stored(_ message: StoredMessage) async throws(CancellationError) -> StoredMessage {
    guard message.number == 0 else { return message }
    let (outbox, wall) = (outbox, wall())
    return try await record { try await outbox.store(message, at: wall) }
  }

  private func acceptedAtOnce(
    _ message: StoredMessage, at instant: Timestamp
  ) async throws(CancellationError) {
    let (outbox, wall) = (outbox, wall())
    try await record { try await outbox.accepted(message.sequences, at: wall) }
    tellDelivered(message, at: instant)
  }

  private func accepted(_ message: StoredMessage, _ answer: Answer, at instant: Timestamp)
    async throws(CancellationError)
  {
    guard case .accepted(let receipt) = answer else { return }
    // A digest and a notice are never changed.
    let isPlay = ![Outbox.quietLane, Outbox.noticeLane].contains(message.lane)
    let handle = isPlay ? receipt.handle?.rawValue : nil
    if let span = receipt.pause { await pace.pause(until: instant + span) }
    // Before anything else is written: until this is on record, a crash would send the message again.
    let wall = wall()
    try await record {
      try await outbox.accepted(message.number, handle: handle, leftThread: receipt.leftThread, at: wall)
    }
    tellDelivered(message, at: instant)
    // A pause of a few seconds does not matter to the next run.
    guard let span = receipt.pause, span > .seconds(10) else { return }
    try await pause(until: instant + span, because: "the receiver's limit is used up")
  }

  /// Quiet hours are no delay of ours.
  private func tellDelivered(_ message: StoredMessage, at instant: Timestamp) {
    let due = message.wanted.map { $0 + options.lag }
    let awaited = due.flatMap(quietEnd) ?? due
    report { $0.delivered(message, dueAt: awaited, at: instant) }
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
    await pace.pause(until: instant)
    guard let end = await pace.pause else { return }
    let (outbox, pause) = (outbox, SinkPause(address: address, reason: reason, until: end))
    try await record { try await outbox.setPause(pause) }
  }

  /// Told first: a crash before it is on record tells it twice, and not never.
  private func disable(
    because reason: Answer.Reason, after message: StoredMessage, at wall: Timestamp
  ) async throws(CancellationError) {
    if beDisabled(true, onRecord: false) {
      report { $0.disabled(because: reason.text) }
      await announce(Announcement(reason: reason.text))
    }
    let (outbox, state) = (outbox, DisabledSink(address: address, reason: reason.text, since: wall))
    try await record { try await outbox.disable(state, because: message.number) }
    _ = beDisabled(true)
  }

  /// Tries until the log has done it: to go on before an outcome is on record would be to send it again. Not even the
  /// end of the worker ends that, but only that of the daemon's patience.
  private func record<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws(CancellationError) -> Value {
    try await persist(work) { span throws(CancellationError) in
      do { try await waiting.clock.sleep(for: span) } catch { throw CancellationError() }
    }
  }

  /// Tries until the log has done it, or the worker is told to end.
  func persist<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws(CancellationError) -> Value {
    try await persist(work) { span throws(CancellationError) in try await waiting.pause(for: span) }
  }

  private func persist<Value: Sendable>(
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
        // A read that fails is no less trouble than a write, which says so itself.
        outbox.log.health.failed(error)
        report { $0.logFailed(error, retryIn: wait, at: now()) }
        try await pause(wait)
        failures += 1
      }
    }
  }
}
