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
