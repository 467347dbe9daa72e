internal import ServiceLifecycle

/// The waiting of whoever reads the log. It ends at once when the task is cancelled and when the daemon shuts down
/// gracefully; what is not waiting is not disturbed by the latter.
struct LogWaiter<C: Clock<Duration>>: Sendable {
  let log: EventLog
  let clock: C

  /// How far the log and the operator's orders have come.
  struct Position: Sendable {
    var event: Int
    var order: Int
  }

  var position: Position { Position(event: log.tail.newest, order: log.orders.newest) }

  /// Returns when there is something newer, or at `deadline`, if there is one.
  func untilPast(_ position: Position, orUntil deadline: C.Instant?) async throws(CancellationError) {
    try await interruptible {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = await log.tail.past(position.event) }
        group.addTask { _ = await log.orders.past(position.order) }
        if let deadline { group.addTask { try? await clock.sleep(until: deadline, tolerance: nil) } }
        await group.next()
        group.cancelAll()
      }
      try Task.checkCancellation()
    }
  }

  /// Returns when the operator has ordered something, or at `instant`, if there is one.
  func untilOrdered(past position: Position, orUntil instant: C.Instant? = nil) async throws(CancellationError) {
    try await untilPast(Position(event: .max, order: position.order), orUntil: instant)
  }

  /// Runs `work`, which is cancelled when the operator orders something.
  ///
  /// - Returns: whether it came to its end.
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
            // It was cancelled.
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

  /// A wait that the end of the daemon ends.
  func interruptible(_ wait: @escaping @Sendable () async throws -> Void) async throws(CancellationError) {
    do {
      try await cancelWhenGracefulShutdown(wait)
    } catch {
      throw CancellationError()
    }
  }
}
