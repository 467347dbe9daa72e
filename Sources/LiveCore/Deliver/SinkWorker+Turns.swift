internal import LiveModel
internal import LivePlatform

/// Decides when the next message may leave: rate limits, operator's orders and pauses, quiet hours and deadlines.
extension SinkWorker {
  /// Waits until the sink's rate limit has room and the host's turn has come. An operator's order may end a pause.
  func waitForTurn() async throws(CancellationError) {
    while goesOn {
      let (seen, start) = (waiter.position, waiter.clock.now)
      try await applyOrders()
      guard let next = await limiter.room(at: now()) else { break }
      let wait = max(next - now(), .milliseconds(10))
      try await waiter.untilOrdered(past: seen, orUntil: start.advanced(by: wait))
    }
    guard let host else { return }
    while goesOn {
      let seen = waiter.position
      try await applyOrders()
      if try await waiter.unlessOrdered(past: seen, { try await hosts.turn(at: host) }) { return }
    }
  }

  /// Ends the receiver's pause after an operator's order, unless the log still holds one. The wait for a spent rate
  /// limit, which the log never holds, continues. Ends the host's pause too, which another sink may have caused.
  private func applyOrders() async throws(CancellationError) {
    let order = waiter.position.order
    guard state.withLock({ $0.order != order }) else { return }
    let (outbox, storedPause) = (outbox, state.withLock { $0.storedPause })
    let stored = try await persist { try await outbox.pause() }
    if stored.map({ $0.until <= now() }) ?? true {
      if let storedPause { await limiter.endPause(storedPause) }
      if let host { await hosts.endPause(of: host) }
    }
    state.withLock { $0.order = order }
  }

  /// Counts a message that is about to be sent, and stores the count first, so that the limit per minute holds across a
  /// restart. Returns false when the rate limit has no room now.
  func takeRoom() async throws(CancellationError) -> Bool {
    guard await limiter.take(at: now()) else { return false }
    guard limiter.isLimited else { return true }
    let (outbox, sent) = (outbox, await limiter.lastSent)
    try await persist { try await outbox.setLastSent(sent) }
    return true
  }

  /// Reads the operator's pause after an order, and stores its end when its time is over.
  private func refreshPause() async throws(CancellationError) {
    let (outbox, order, wall) = (outbox, waiter.position.order, wall())
    if state.withLock({ $0.pauseRead != order }) {
      let pause = try await persist { try await outbox.operatorPause() }
      state.withLock { ($0.quiet.pause, $0.pauseRead) = (pause, order) }
    }
    guard let pause = state.withLock({ $0.quiet.pause }), pause.isDue(at: wall) else { return }
    let now = now()
    let ended = try await persist { try await outbox.end(pause, at: now) }
    state.withLock { $0.quiet.pause = ended }
  }

  /// Waits while it is quiet, at most 60 s or until an operator's order. Returns false at once when it is not quiet.
  func waitForQuietEnd() async throws(CancellationError) -> Bool {
    let (seen, start) = (waiter.position, waiter.clock.now)
    try await refreshPause()
    guard let span = quietTimeLeft() else { return false }
    if let quiet = state.withLock({ $0.quiet.unsaved() }) {
      let outbox = outbox
      try await persist { try await outbox.setQuietHours(quiet) }
    }
    try await waiter.untilOrdered(past: seen, orUntil: start.advanced(by: min(span, Self.longestQuietWait)))
    return true
  }

  /// Longest wait without reading the wall clock, which may be set, and goes on while the machine is suspended.
  private static var longestQuietWait: Duration { .seconds(60) }

  /// Returns whether quiet hours or the operator's pause forbid sending now.
  func isQuiet() async throws(CancellationError) -> Bool {
    try await refreshPause()
    return quietTimeLeft() != nil
  }

  /// Returns for how long it stays quiet, by the pause that was read last; nil when it is not quiet.
  func quietTimeLeft() -> Duration? {
    let (now, wall) = (now(), wall())
    return state.withLock { $0.quiet.look(at: now, wall: wall) }
  }

  /// Returns when the quiet time ends that contains an instant of the outbox; nil when none does.
  func quietEnd(at instant: Timestamp) -> Timestamp? { state.withLock { $0.quiet }.end(at: instant) }

  /// Moves what became due in quiet hours or in the operator's pause into the digest, for sinks that people read.
  ///
  /// - Returns: whether facts were moved, so that the heads of the lanes have changed.
  func gather(_ head: NextInLane) async throws(CancellationError) -> Bool {
    guard sink.traits.audience == .people, !sink.traits.isScoreboard, head.message == nil,
      head.lane != Outbox.quietLane, let end = state.withLock({ $0.quiet.digestEnd(at: head.due) })
    else { return false }
    let (outbox, options) = (outbox, options)
    return try await persist { try await outbox.gather(dueBy: end - options.lag) }
  }

  /// Returns when a message expires. A deadline within quiet hours or a pause moves to `expires` (a day at most) after
  /// their end.
  func deadline(of message: StoredMessage) -> Timestamp {
    quietEnd(at: message.deadline).map { $0 + min(options.expires, Retry.finalExpiry) } ?? message.deadline
  }

  /// Returns whether a message is past its deadline.
  func isExpired(_ message: StoredMessage) -> Bool { now() >= deadline(of: message) }
}
