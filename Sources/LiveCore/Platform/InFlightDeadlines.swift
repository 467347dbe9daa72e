/// Work that has begun and not ended, each with the time by which it must: what shows that something hangs although every
/// wait in it has a limit.
///
/// Bound: one entry a piece of work.
final class InFlightDeadlines: Sendable {
  private struct State {
    var nextID = 0
    var deadlines: [Int: SuspendingClock.Instant] = [:]
  }

  private let state = Locked(State())
  private let now: @Sendable () -> SuspendingClock.Instant

  /// By a clock that stands still while the machine sleeps, for so does the work.
  init(now: @escaping @Sendable () -> SuspendingClock.Instant = { .now }) { self.now = now }

  /// Does the work, which ends within `limit` unless something is broken.
  func doing<Result>(within limit: Duration, _ work: () async throws -> Result) async rethrows -> Result {
    let deadline = now().advanced(by: limit)
    let id = state.withLock { state in
      state.nextID += 1
      state.deadlines[state.nextID] = deadline
      return state.nextID
    }
    defer { state.withLock { _ = $0.deadlines.removeValue(forKey: id) } }
    return try await work()
  }

  /// Nothing is in hand for longer than it may be.
  var isOnTime: Bool {
    let now = now()
    return state.withLock { state in state.deadlines.values.allSatisfy { $0 > now } }
  }
}
