/// The newest sequence, and waiting for a newer one: what wakes every reader of the log.
///
/// A level, not a queue: it holds one number however far a reader is behind, and the reader fetches the rows from its
/// own cursor. So nothing grows, and starting again is the same path as catching up.
final class LogTail: Sendable {
  private struct Waiter {
    var id: Int
    var cursor: Int
    var continuation: CheckedContinuation<Int?, Never>
  }

  private struct State {
    var newest: Int
    var nextID = 0
    var waiters: [Waiter] = []
    /// Waits that were cancelled before they had begun.
    var cancelled: Set<Int> = []
    /// Told of every newer sequence; for a reader that sleeps in `epoll_wait` and not in a task.
    var bell: (@Sendable () -> Void)?
  }

  private let state: Guarded<State>

  init(newest: Int) { state = Guarded(State(newest: newest)) }

  var newest: Int { state.withLock { $0.newest } }

  /// How many tasks wait now.
  var waiting: Int { state.withLock { $0.waiters.count } }

  /// Calls `bell` after each newer sequence, on the writer's thread: it must be short. Nil takes it away.
  func ring(_ bell: (@Sendable () -> Void)?) { state.withLock { $0.bell = bell } }

  /// Wakes the readers whose cursor lies before `sequence`.
  func publish(_ sequence: Int) { publish { max($0, sequence) } }

  /// Wakes every reader: for one that only counts, and has several writers.
  func advance() { publish { $0 + 1 } }

  private func publish(_ newest: (Int) -> Int) {
    let (woken, sequence, bell) = state.withLock { state in
      state.newest = newest(state.newest)
      let woken = state.waiters.filter { $0.cursor < state.newest }
      state.waiters.removeAll { $0.cursor < state.newest }
      return (woken.map(\.continuation), state.newest, state.bell)
    }
    woken.forEach { $0.resume(returning: sequence) }
    bell?()
  }

  /// The newest sequence as soon as it is past `cursor`; nil when the task is cancelled.
  func past(_ cursor: Int) async -> Int? {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait(id, past: cursor, $0) }
    } onCancel: {
      cancel(id)
    }
  }

  private func wait(_ id: Int, past cursor: Int, _ continuation: CheckedContinuation<Int?, Never>) {
    let answer: Int?? = state.withLock { state in
      if state.cancelled.remove(id) != nil { return .some(nil) }
      if state.newest > cursor { return .some(state.newest) }
      state.waiters.append(Waiter(id: id, cursor: cursor, continuation: continuation))
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
