/// One request on its way: what the awaiting task and the thread of the transport share.
///
/// It ends once, by whoever is first: the thread with an outcome, or the task by being cancelled. A cancel that comes
/// while `body` runs is told when that call is over, so that `body` never runs after `send` has returned. The lock is
/// never held while `body` runs, which may therefore cancel its own task.
final class CurlTransfer: Sendable {
  typealias Body = @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  typealias Continuation = CheckedContinuation<HTTPResponseHead, any Error>

  let request: HTTPRequest
  /// When the time of `request.limits.total` is over; waiting for a free connection counts, which libcurl's does not.
  let deadline: ContinuousClock.Instant
  private let body: Body
  private let state = Locked(State())

  private struct State {
    var continuation: Continuation?
    var isOver = false
    var isInBody = false
  }

  init(_ request: HTTPRequest, body: @escaping Body) {
    (self.request, self.body) = (request, body)
    deadline = .now + request.limits.total
  }

  /// Whether the task has been answered, or will be once `body` returns.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Takes the task's continuation; false when it was cancelled before, and then the task has been answered.
  func begin(_ continuation: Continuation) -> Bool {
    let isCancelled = state.withLock { state in
      if !state.isOver { state.continuation = continuation }
      return state.isOver
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
    return !isCancelled
  }

  /// Ends it at once, from any thread.
  func cancel() {
    let continuation = state.withLock { state -> Continuation? in
      guard !state.isOver else { return nil }
      state.isOver = true
      return state.isInBody ? nil : state.continuation.take()
    }
    continuation?.resume(throwing: CancellationError())
  }

  /// Gives a chunk to `body`. Throws what `body` threw, or `CancellationError` when nobody waits any more.
  func deliver(_ head: HTTPResponseHead, _ chunk: Span<UInt8>) throws {
    guard enterBody() else { throw CancellationError() }
    defer { leaveBody() }
    try body(head, chunk)
  }

  /// Answers the task, unless it was answered before.
  func finish(_ outcome: Result<HTTPResponseHead, any Error>) {
    let continuation = state.withLock { state -> Continuation? in
      guard !state.isOver else { return nil }
      state.isOver = true
      return state.continuation.take()
    }
    continuation?.resume(with: outcome)
  }

  private func enterBody() -> Bool {
    state.withLock { state in
      state.isInBody = !state.isOver
      return state.isInBody
    }
  }

  private func leaveBody() {
    let continuation = state.withLock { state -> Continuation? in
      state.isInBody = false
      return state.isOver ? state.continuation.take() : nil
    }
    continuation?.resume(throwing: CancellationError())
  }
}
