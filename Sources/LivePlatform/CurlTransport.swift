package import LiveModel

/// The HTTP transport by libcurl: one thread, one connection pool, HTTP/2 over TLS where the server supports it.
///
/// Redirects are returned as responses, certificates are always verified, and the proxy variables of the environment
/// are ignored. A transfer that waits for a connection waits in libcurl; that time counts towards `HTTPLimits.total`.
package final class CurlTransport: HTTPTransport, Sendable {
  private let loop: CurlLoop
  private let thread: DedicatedThread

  /// Connections at one time. Transfers over a limit wait.
  package struct Limits: Sendable {
    /// Connections to one host and port; 0 for no limit.
    var perHost = 8
    /// Connections to all hosts; 0 for no limit.
    package var total = 64
    /// Idle connections that are kept for reuse.
    package var idle = 64
    /// Name of the thread, as `top -H` shows it; at most 15 bytes.
    package var name = "livegamed-curl"
    /// Whether a transfer waits for a connection that is being made to its host. It may turn out to be HTTP/2 and carry
    /// both.
    var waitsForHTTP2 = true

    package init(
      perHost: Int = 8, total: Int = 64, idle: Int = 64, name: String = "livegamed-curl", waitsForHTTP2: Bool = true
    ) {
      self.perHost = perHost
      self.total = total
      self.idle = idle
      self.name = name
      self.waitsForHTTP2 = waitsForHTTP2
    }

    /// Limits for frequent requests to few hosts.
    static let polling = Limits()
    /// Limits for deliveries, which are bounded elsewhere and must not wait for each other: a receiver that hangs
    /// blocks its own connection only.
    package static let deliveries = Limits(perHost: 0, total: 0, name: "livegamed-post", waitsForHTTP2: false)
  }

  package init(limits: Limits = .polling) throws(Fault) {
    let loop = try CurlLoop(limits)
    thread = try DedicatedThread(name: limits.name) { loop.run() }
    self.loop = loop
  }

  deinit { close() }

  /// Ends the thread and waits for it. Transfers in flight throw `CancellationError`, later ones `HTTPFault`.
  package func close() {
    loop.close()
    thread.join()
  }

  /// Calls back from the thread in its next round, or at once after `close`.
  package func ping(_ answer: @escaping @Sendable () -> Void) { loop.ping(answer) }

  package func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead {
    try Task.checkCancellation()
    let transfer = CurlTransfer(request, body: body)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard transfer.begin(continuation), !loop.start(transfer) else { return }
        transfer.finish(.failure(HTTPFault(kind: .broken, description: "the transport is closed")))
      }
    } onCancel: {
      transfer.cancel()
      loop.drop(transfer)
    }
  }
}

/// One request in flight: the state that the awaiting task and the thread of the transport share.
///
/// A transfer ends once, either by an outcome from the thread or by cancellation of the task. A cancellation during
/// `body` takes effect when that call returns, so that `body` never runs after `send` has returned. The lock is not
/// held while `body` runs; `body` may therefore cancel its own task.
final class CurlTransfer: Sendable {
  typealias Body = @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  typealias Continuation = CheckedContinuation<HTTPResponseHead, any Error>

  let request: HTTPRequest
  /// End of `request.limits.total`. Unlike libcurl's timeout, it includes the wait for a free connection.
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

  /// Whether the task has been resumed, or will be as soon as `body` returns.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Stores the task's continuation. Returns false when the transfer was cancelled before; the task has been resumed
  /// then.
  func begin(_ continuation: Continuation) -> Bool {
    let isCancelled = state.withLock { state in
      if !state.isOver { state.continuation = continuation }
      return state.isOver
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
    return !isCancelled
  }

  /// Ends the transfer at once. Callable from any thread.
  func cancel() {
    let continuation = state.withLock { state -> Continuation? in
      guard !state.isOver else { return nil }
      state.isOver = true
      return state.isInBody ? nil : state.continuation.take()
    }
    continuation?.resume(throwing: CancellationError())
  }

  /// Passes a chunk to `body`. Throws what `body` throws, or `CancellationError` when the transfer is over.
  func deliver(_ head: HTTPResponseHead, _ chunk: Span<UInt8>) throws {
    guard enterBody() else { throw CancellationError() }
    defer { leaveBody() }
    try body(head, chunk)
  }

  /// Resumes the task, unless that has happened before.
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
