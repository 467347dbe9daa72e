internal import ServiceLifecycle

/// The waiting of whoever reads the log. It ends at once when the task is cancelled and when the daemon shuts down
/// gracefully; what is not waiting is not disturbed by the latter.
struct LogWait<C: Clock<Duration>>: Sendable {
  let tail: LogTail
  let clock: C

  /// Returns when the log is past `cursor`, or after `span`, if there is one.
  func untilPast(_ cursor: Int, orFor span: Duration?) async throws(CancellationError) {
    try await interruptible {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = await tail.past(cursor) }
        if let span { group.addTask { try? await clock.sleep(for: span) } }
        await group.next()
        group.cancelAll()
      }
      try Task.checkCancellation()
    }
  }

  func pause(for span: Duration) async throws(CancellationError) {
    try await interruptible { try await clock.sleep(for: span) }
  }

  private func interruptible(_ wait: @escaping @Sendable () async throws -> Void) async throws(CancellationError) {
    do {
      try await cancelWhenGracefulShutdown(wait)
    } catch {
      throw CancellationError()
    }
  }
}
