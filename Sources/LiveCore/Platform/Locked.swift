internal import Glibc

/// A value behind a lock that ThreadSanitizer can see: `Synchronization.Mutex` is a futex in a library that it cannot.
// Safe: `value` is touched only between lock and unlock, and leaves only as a `sending` result.
final class Locked<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Never await inside; never call back into the same lock.
  func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

/// A number that only grows, and waiting for it to pass another: what wakes a reader without queueing anything for it.
///
/// A level, not a queue: who waits is told one number however far it is behind. Bound: one waiter a waiting task.
final class Watermark: Sendable {
  private struct Waiter {
    var id: Int
    var mark: Int
    var continuation: CheckedContinuation<Int?, Never>
  }

  private struct State {
    var value: Int
    var nextID = 0
    var waiters: [Waiter] = []
    /// Waits that were cancelled before they had begun.
    var cancelled: Set<Int> = []
  }

  private let state: Locked<State>

  init(_ value: Int = 0) { state = Locked(State(value: value)) }

  var value: Int { state.withLock { $0.value } }

  /// How many tasks wait now.
  var waiting: Int { state.withLock { $0.waiters.count } }

  /// Raises it to what `next` makes of it, and wakes those who waited for that. A smaller number changes nothing.
  func raise(_ next: (Int) -> Int) {
    let (woken, value) = state.withLock { state in
      state.value = max(state.value, next(state.value))
      let woken = state.waiters.filter { $0.mark < state.value }
      state.waiters.removeAll { $0.mark < state.value }
      return (woken.map(\.continuation), state.value)
    }
    woken.forEach { $0.resume(returning: value) }
  }

  /// The number as soon as it is past `mark`; nil when the task is cancelled.
  func past(_ mark: Int) async -> Int? {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let reached = await withTaskCancellationHandler {
      await withCheckedContinuation { wait(id, past: mark, $0) }
    } onCancel: {
      cancel(id)
    }
    // A cancel that came behind the answer would be remembered for ever.
    state.withLock { _ = $0.cancelled.remove(id) }
    return reached
  }

  private func wait(_ id: Int, past mark: Int, _ continuation: CheckedContinuation<Int?, Never>) {
    let answer: Int?? = state.withLock { state in
      if state.cancelled.remove(id) != nil { return .some(nil) }
      if state.value > mark { return .some(state.value) }
      state.waiters.append(Waiter(id: id, mark: mark, continuation: continuation))
      return .none
    }
    if let answer { continuation.resume(returning: answer) }
  }

  private func cancel(_ id: Int) {
    let waiter = state.withLock { state -> CheckedContinuation<Int?, Never>? in
      guard let position = state.waiters.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.waiters.remove(at: position).continuation
    }
    waiter?.resume(returning: nil)
  }
}

/// A value that is replaced as a whole while others go by it: whoever does something takes it anew, and who waits can
/// hear of the next.
final class Reloadable<Value: Sendable>: Sendable {
  private let value: Locked<Value>
  private let changes = Watermark()

  init(_ value: Value) { self.value = Locked(value) }

  /// As it is now.
  var current: Value { value.withLock { $0 } }

  /// How often it was replaced; to be read before `current` by who waits for the next.
  var generation: Int { changes.value }

  func replace(with next: Value) {
    value.withLock { $0 = next }
    changes.raise { $0 + 1 }
  }

  /// Returns once there is another one than that generation's; false when the task is cancelled.
  func changed(since generation: Int) async -> Bool { await changes.past(generation) != nil }

  /// Returns once there is a value of which that is so, and when the task is cancelled.
  func until(_ isSo: (Value) -> Bool) async {
    var generation: Int
    repeat {
      generation = self.generation
      if isSo(current) { return }
    } while await changed(since: generation)
  }
}

/// Work that has begun and not ended, each with the time by which it must: what shows that something hangs although
/// every wait in it has a limit.
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
