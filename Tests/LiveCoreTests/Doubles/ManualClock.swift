@testable import LiveCore
@testable import LiveMLB
@testable import LivePlatform

/// A clock that moves only through `advance`. Sleepers wake in the order of their deadlines.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by span: Duration) -> Self { Instant(offset: offset + span) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    var id: Int
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var watchers: [(id: Int, sleepers: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }
  /// The number of tasks that sleep.
  var sleepers: Int { state.withLock { $0.sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait(id, until: deadline, $0) }
    } onCancel: {
      cancel(id)
    }
  }

  private func wait(_ id: Int, until deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>) {
    enum Action {
      case wake, cancel
      case tell([CheckedContinuation<Void, Never>])
    }
    let action: Action = state.withLock { state in
      if state.cancelled.remove(id) != nil { return .cancel }
      if deadline <= state.now { return .wake }
      state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
      let count = state.sleepers.count
      defer { state.watchers.removeAll { $0.sleepers <= count } }
      return .tell(state.watchers.filter { $0.sleepers <= count }.map(\.continuation))
    }
    switch action {
    case .wake: continuation.resume()
    case .cancel: continuation.resume(throwing: CancellationError())
    case .tell(let watchers): for watcher in watchers { watcher.resume() }
    }
  }

  private func cancel(_ id: Int) {
    let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard let position = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: position).continuation
    }
    continuation?.resume(throwing: CancellationError())
  }

  func advance(by span: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: span)
      let due = state.sleepers.filter { $0.deadline <= state.now }.sorted { $0.deadline < $1.deadline }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Returns as soon as `count` tasks sleep, or the task is cancelled, as a time limit does.
  func whenSleeping(_ count: Int = 1) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          let isReady = state.cancelled.remove(id) != nil || state.sleepers.count >= count
          if !isReady { state.watchers.append((id, count, continuation)) }
          return isReady
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      let watcher = state.withLock { state in
        let position = state.watchers.firstIndex { $0.id == id }
        if position == nil { state.cancelled.insert(id) }
        return position.map { state.watchers.remove(at: $0) }
      }
      watcher?.continuation.resume()
    }
  }
}
