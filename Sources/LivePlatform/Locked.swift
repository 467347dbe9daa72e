internal import Glibc

/// A value behind a mutex that ThreadSanitizer supports. It cannot see `Synchronization.Mutex`, a futex inside a
/// library.
// Safe: `value` is touched only between lock and unlock, and leaves only as a `sending` result.
package final class Locked<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls `body` with the lock held. Do not await inside, and do not take the same lock again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Calls `body` with the lock held. Returns nil immediately when the lock is held, also by this
  /// thread.
  package func withLockIfFree<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result? {
    guard pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}

/// A number that only grows, with tasks that wait until it passes a mark. It wakes readers without queueing anything
/// for them.
///
/// A slow reader sees only the latest number. Bound: one waiter per waiting task.
package final class Watermark: Sendable {
  private struct Waiter {
    var id: Int
    var mark: Int
    var continuation: CheckedContinuation<Int?, Never>
  }

  private struct State {
    var value: Int
    var nextID = 0
    var waiters: [Waiter] = []
    /// Waits that were cancelled before they began.
    var cancelled: Set<Int> = []
  }

  private let state: Locked<State>

  package init(_ value: Int = 0) { state = Locked(State(value: value)) }

  package var value: Int { state.withLock { $0.value } }

  /// Number of waiting tasks.
  package var waiting: Int { state.withLock { $0.waiters.count } }

  /// Raises the value to the result of `next` and wakes the waiters below it. A smaller number changes nothing.
  package func raise(_ next: (Int) -> Int) {
    let (woken, value) = state.withLock { state in
      state.value = max(state.value, next(state.value))
      let woken = state.waiters.filter { $0.mark < state.value }
      state.waiters.removeAll { $0.mark < state.value }
      return (woken.map(\.continuation), state.value)
    }
    woken.forEach { $0.resume(returning: value) }
  }

  /// Returns the value as soon as it exceeds `mark`; nil when the task is cancelled.
  package func past(_ mark: Int) async -> Int? {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let reached = await withTaskCancellationHandler {
      await withCheckedContinuation { wait(id, past: mark, $0) }
    } onCancel: {
      cancel(id)
    }
    // Without this, an id that is cancelled after its answer would stay in the set forever.
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

/// A value that is replaced as a whole. Users read `current` for each operation, and can wait for the next value.
package final class Reloadable<Value: Sendable>: Sendable {
  private let value: Locked<Value>
  private let changes = Watermark()

  package init(_ value: Value) { self.value = Locked(value) }

  /// The present value.
  package var current: Value { value.withLock { $0 } }

  /// Number of replacements. To wait for the next value, read it before `current`.
  package var generation: Int { changes.value }

  package func replace(with next: Value) {
    value.withLock { $0 = next }
    changes.raise { $0 + 1 }
  }

  /// Waits for a value newer than that generation. Returns false when the task is cancelled.
  package func changed(since generation: Int) async -> Bool { await changes.past(generation) != nil }

  /// Returns once `isSo` holds for the current value, or when the task is cancelled.
  package func until(_ isSo: (Value) -> Bool) async {
    var generation: Int
    repeat {
      generation = self.generation
      if isSo(current) { return }
    } while await changed(since: generation)
  }
}
