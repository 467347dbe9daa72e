/// The network by libcurl: one thread, one pool of connections, HTTP/2 over TLS where the server speaks it.
///
/// Redirects are answers, certificates are always verified, proxy variables of the environment are ignored. What is
/// over the limits on connections waits in libcurl; the time counts towards `HTTPLimits.total`.
final class CurlTransport: HTTPTransport, Sendable {
  private let loop: CurlLoop
  private let thread: DedicatedThread

  init(connectionsPerHost: Int = 8, connections: Int = 64) throws(Fault) {
    let loop = try CurlLoop(connectionsPerHost: connectionsPerHost, connections: connections)
    thread = try DedicatedThread(name: "livegamed-curl") { loop.run() }
    self.loop = loop
  }

  deinit { close() }

  /// Ends the thread and waits for it. What is in flight throws `CancellationError`; what comes later `HTTPFault`.
  func close() {
    loop.close()
    thread.join()
  }

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
