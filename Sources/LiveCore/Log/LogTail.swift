/// The newest sequence, and waiting for a newer one: what wakes every reader of the log.
///
/// A level, not a queue: a reader that waits is told one number however far it is behind, and fetches the rows from its
/// own cursor. So starting again is the same path as catching up. What is new is kept only for the reader with the bell,
/// at most `mostFresh` events, which spares it that look; past them it fetches like everybody.
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
    /// What the bell was rung for and nobody has taken: it spares its reader a look at the log.
    var fresh: [LoggedEvent] = []
  }

  /// Events that wait for the reader with the bell; one who comes later than that reads the log.
  static let mostFresh = 256

  private let state: Guarded<State>

  init(newest: Int) { state = Guarded(State(newest: newest)) }

  var newest: Int { state.withLock { $0.newest } }

  /// How many tasks wait now.
  var waiting: Int { state.withLock { $0.waiters.count } }

  /// Calls `bell` after each newer sequence, on the writer's thread: it must be short. Nil takes it away.
  func ring(_ bell: (@Sendable () -> Void)?) {
    state.withLock { state in
      state.bell = bell
      state.fresh = []
    }
  }

  /// What was published since it was last asked, in that order; of a burst that is too long, or whose publishers
  /// overtook each other, not all. The log has all of it.
  func takeFresh() -> [LoggedEvent] {
    state.withLock { state in
      defer { state.fresh.removeAll(keepingCapacity: true) }
      return state.fresh
    }
  }

  /// Wakes the readers whose cursor lies before `sequence`.
  func publish(_ sequence: Int) { publish([]) { max($0, sequence) } }

  /// Wakes the readers that have not seen these events, which are in the log.
  func publish(_ events: [LoggedEvent]) {
    guard let last = events.last else { return }
    publish(events) { max($0, last.sequence) }
  }

  /// Wakes every reader: for one that only counts, and has several writers.
  func advance() { publish([]) { $0 + 1 } }

  private func publish(_ events: [LoggedEvent], _ newest: (Int) -> Int) {
    let (woken, sequence, bell) = state.withLock { state in
      state.newest = newest(state.newest)
      if state.bell != nil, state.fresh.count + events.count <= Self.mostFresh { state.fresh += events }
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
