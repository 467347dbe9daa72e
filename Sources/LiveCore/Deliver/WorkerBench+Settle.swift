/// What becomes of a message, after an attempt or without one.
extension WorkerBench {
  /// An order may have dropped it while it waited for its turn.
  func stillWaits(_ message: StoredMessage, since seen: LogWait<C>.Position) async throws(CancellationError) -> Bool {
    guard waiting.position.order != seen.order else { return true }
    let outbox = outbox
    return try await persist { try await outbox.message(message.number) } != nil
  }

  func settle(_ message: StoredMessage, _ answer: Answer) async throws(CancellationError) {
    let instant = now()
    if case .slowDown(let wait, let scope, _) = answer { await slowDown(wait, scope, at: instant) }
    switch Retry(message).step(after: answer, at: instant) {
    case .done: try await accepted(message, answer, at: instant)
    case .wait(let due, let reason):
      report { $0.postponed(message, because: reason, until: due, at: instant) }
      try await persist {
        try await outbox.postpone(message.number, until: due, because: reason.text, at: instant)
      }
    case .bury(let reason): try await bury(message, because: reason)
    case .retell(let reason):
      report { $0.retold(message, because: reason) }
      try await persist { try await outbox.retell(message, because: reason.text, at: instant) }
    case .disable(let reason): try await disable(because: reason, at: instant)
    case .leave: break
    }
  }

  func bury(_ message: StoredMessage, because reason: Answer.Reason) async throws(CancellationError) {
    let instant = now()
    report { $0.buried(message, because: reason, at: instant) }
    try await persist { try await outbox.bury(message.number, because: reason.text, at: instant) }
  }

  private func accepted(_ message: StoredMessage, _ answer: Answer, at instant: Timestamp)
    async throws(CancellationError)
  {
    guard case .accepted(let receipt) = answer else { return }
    if let pause = receipt.pause { await pace.beSilent(until: instant + pause) }
    // A digest and a notice are never changed.
    let isPlay = ![Outbox.quietLane, Outbox.noticeLane].contains(message.lane)
    let handle = isPlay ? receipt.handle?.rawValue : nil
    try await persist { try await outbox.accepted(message.number, handle: handle, at: instant) }
    report { $0.delivered(message) }
  }

  private func slowDown(_ wait: Duration, _ scope: Answer.Scope, at instant: Timestamp) async {
    await pace.beSilent(until: instant + wait)
    if scope == .host, let host = sink.traits.host { await hosts.silence(host, for: wait) }
  }

  private func disable(because reason: Answer.Reason, at instant: Timestamp) async throws(CancellationError) {
    let state = DisabledSink(address: address, reason: reason.text, since: instant)
    try await persist { try await outbox.disable(state) }
    guard beDisabled(true) else { return }
    report { $0.disabled(because: reason.text) }
    await announce(reason.text)
  }

  /// Tries until the log has done it: to go on before an outcome is on record would be to send it again.
  func persist<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws(CancellationError) -> Value {
    var failures = 0
    while true {
      do {
        return try await work()
      } catch {
        if error is CancellationError || Task.isCancelled { throw CancellationError() }
        let wait = Retry.backOff(afterFailures: failures, seed: sink.name)
        report { $0.logFailed(error, retryIn: wait, at: now()) }
        try await waiting.pause(for: wait)
        failures += 1
      }
    }
  }
}
