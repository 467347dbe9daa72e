/// The network by libcurl: one thread, one pool of connections, HTTP/2 over TLS where the server speaks it.
///
/// Redirects are answers, certificates are always verified, proxy variables of the environment are ignored. What
/// waits for a connection waits in libcurl; the time counts towards `HTTPLimits.total`.
final class CurlTransport: HTTPTransport, Sendable {
  private let loop: CurlLoop
  private let thread: DedicatedThread

  /// Connections at one time. A transfer that is over the limits waits.
  struct Limits: Sendable {
    /// To one host and port; 0 for no limit.
    var perHost = 8
    /// To all hosts; 0 for no limit.
    var total = 64
    /// Kept for another transfer.
    var idle = 64
    /// Its thread's, as `top -H` shows it.
    var name = "livegamed-curl"
    /// Whether a transfer waits for a connection that is being made to its host, for it may be of HTTP/2 and carry both.
    var waitsForHTTP2 = true

    /// For one who asks few hosts often.
    static let polling = Limits()
    /// For one whose transfers are bounded elsewhere, and may not wait for each other: a receiver that hangs keeps its
    /// own connection.
    static let deliveries = Limits(perHost: 0, total: 0, name: "livegamed-post", waitsForHTTP2: false)
  }

  init(limits: Limits = .polling) throws(Fault) {
    let loop = try CurlLoop(limits)
    thread = try DedicatedThread(name: limits.name) { loop.run() }
    self.loop = loop
  }

  deinit { close() }

  /// Ends the thread and waits for it. What is in flight throws `CancellationError`; what comes later `HTTPFault`.
  func close() {
    loop.close()
    thread.join()
  }

  /// Calls back as soon as the thread has got round to it, or has ended.
  func ping(_ answer: @escaping @Sendable () -> Void) { loop.ping(answer) }

  func send(
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
