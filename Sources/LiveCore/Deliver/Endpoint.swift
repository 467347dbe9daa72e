/// Where a sink posts to.
struct Endpoint: Sendable {
  /// Its path or query may be all that a stranger needs to post there too: see `excerpt(of:)`.
  var url: Secret
  /// For one attempt, from look-up to the last byte of the answer.
  var timeout: Duration
  var transport: any HTTPTransport

  /// Of an answer's body; what comes after it is not waited for.
  static let longestBody = 4 << 10

  /// Posts, and says what became of it.
  func post(_ body: [UInt8], headers: [(name: String, value: String)], at now: Timestamp) async -> Answer {
    let reply = Guarded(Reply())
    do {
      let head = try await transport.send(request(body, headers)) { head, chunk in
        try reply.withLock { try $0.take(head, chunk) }
      }
      reply.withLock { $0.head = head }
    } catch {
      // The status has come or it has not: how the rest of the answer ended, even by a cancel, changes nothing in it.
      if reply.withLock({ $0.head }) == nil { return Self.answer(error) }
    }
    let (head, text) = reply.withLock { ($0.head ?? HTTPResponseHead(status: 0), $0.body) }
    return Answer(head, excerpt: excerpt(of: text), at: now)
  }

  private func request(_ body: [UInt8], _ headers: [(name: String, value: String)]) -> HTTPRequest {
    let limits = HTTPLimits(
      connect: min(HTTPLimits().connect, timeout), total: timeout,
      // A receiver may think for as long as it likes within the whole.
      lowSpeed: timeout)
    return HTTPRequest(
      method: .post, url: url.reveal { $0 }, headers: headers, body: body, limits: limits)
  }

  private static func answer(_ error: any Error) -> Answer {
    switch error {
    case is CancellationError: .cancelled
    case let fault as HTTPFault: Answer(fault)
    default: Answer(HTTPFault(kind: .broken, description: "the transfer failed: \(type(of: error))"))
    }
  }

  private struct Reply {
    var head: HTTPResponseHead?
    var body: [UInt8] = []

    mutating func take(_ head: HTTPResponseHead, _ chunk: Span<UInt8>) throws(Enough) {
      self.head = head
      let count = min(chunk.count, Endpoint.longestBody - body.count)
      for index in 0..<count { body.append(chunk[index]) }
      guard count == chunk.count else { throw Enough() }
    }
  }

  /// Ends a transfer whose rest nobody reads.
  private struct Enough: Error {}
}
