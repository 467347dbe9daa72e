internal import LivePlatform
internal import ServiceLifecycle

/// Waits for events, notices and operator's orders in the log. Each wait ends at once when the task is cancelled or the daemon
/// begins its graceful shutdown. The shutdown interrupts nothing but these waits.
struct LogWaiter<C: Clock<Duration>>: Sendable {
  let log: EventLog
  let clock: C

  /// The newest event, the newest notice and the newest operator's order. `Int.max` waits for none of the kind.
  struct Position: Sendable {
    var event = Int.max
    var notice = Int.max
    var order = Int.max
  }

  var position: Position {
    Position(event: log.tail.newest, notice: log.notices.newest, order: log.orders.newest)
  }

  /// Returns when a newer event, notice or order arrives, or at `deadline` if there is one.
  func untilPast(_ position: Position, orUntil deadline: C.Instant?) async throws(CancellationError) {
    try await interruptible {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = await log.tail.past(position.event) }
        group.addTask { _ = await log.notices.past(position.notice) }
        group.addTask { _ = await log.orders.past(position.order) }
        if let deadline { group.addTask { try? await clock.sleep(until: deadline, tolerance: nil) } }
        await group.next()
        group.cancelAll()
      }
      try Task.checkCancellation()
    }
  }

  /// Returns when the operator gives a new order, or at `instant` if there is one.
  func untilOrdered(past position: Position, orUntil instant: C.Instant? = nil) async throws(CancellationError) {
    try await untilPast(Position(order: position.order), orUntil: instant)
  }

  /// Runs `work`, and cancels it when the operator gives a new order.
  ///
  /// - Returns: whether `work` completed.
  func unlessOrdered(
    past position: Position, _ work: @escaping @Sendable () async throws -> Void
  ) async throws(CancellationError) -> Bool {
    let isDone = Locked(false)
    try await interruptible {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = await log.orders.past(position.order) }
        group.addTask {
          do {
            try await work()
            isDone.withLock { $0 = true }
          } catch {
            // Cancelled: `isDone` stays false.
          }
        }
        await group.next()
        group.cancelAll()
      }
      try Task.checkCancellation()
    }
    return isDone.withLock { $0 }
  }

  func pause(for span: Duration) async throws(CancellationError) {
    try await interruptible { try await clock.sleep(for: span) }
  }

  /// Runs a wait that graceful shutdown cancels.
  func interruptible(_ wait: @escaping @Sendable () async throws -> Void) async throws(CancellationError) {
    do {
      try await cancelWhenGracefulShutdown(wait)
    } catch {
      throw CancellationError()
    }
  }
}
