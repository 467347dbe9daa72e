/// Limits how many tasks do a work at one time. The others wait in the order of their arrival.
package final class AsyncSemaphore: Sendable {
  private struct Waiter {
    var id: Int
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    /// Permits that no task has.
    var free: Int
    var lastID = 0
    /// Holds at most one entry for each waiting task.
    var waiters: [Waiter] = []
  }

  private let state: Locked<State>

  package init(_ permits: Int) { state = Locked(State(free: permits)) }

  /// The number of waiting tasks.
  package var waiting: Int { state.withLock { $0.waiters.count } }

  /// Runs `work` with a permit. Throws `CancellationError` if the task is cancelled before it gets one.
  package func withPermit<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
    try await take()
    defer { giveBack() }
    return try await work()
  }

  private func take() async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = state.withLock { state in
          // Read under the lock: a cancellation after this finds the entry.
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.free == 0 {
            state.waiters.append(Waiter(id: id, continuation: continuation))
            return nil
          }
          state.free -= 1
          return .success(())
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Passes the permit to the task that has waited longest.
  private func giveBack() {
    let waiter = state.withLock { state -> Waiter? in
      if state.waiters.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiters.removeFirst()
    }
    waiter?.continuation.resume()
  }
}
