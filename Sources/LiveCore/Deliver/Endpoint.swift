/// Where a sink sends to.
struct Endpoint: Sendable {
  /// Its path or query may be all that a stranger needs to post there too: see `excerpt(of:)`.
  var url: Secret
  /// For one attempt, from look-up to the last byte of the answer.
  var timeout: Duration
  /// Who may be at the other end.
  var peers: HTTPRequest.Peers = .anyone
  var transport: any HTTPTransport

  /// Of an answer's body; what comes after it is not waited for.
  static let longestBody = 32 << 10

  /// An answer with its head and the beginning of its body.
  struct Reply: Equatable, Sendable {
    var head: HTTPResponseHead
    var body: [UInt8]
  }

  /// How an exchange ended.
  enum Outcome: Equatable, Sendable {
    case replied(Reply)
    /// No status came.
    case failed(Answer)
  }

  /// Sends one request and hands out what came back. `address` may build another URL from the endpoint's own.
  func exchange(
    _ method: HTTPRequest.Method, _ body: [UInt8], headers: [(name: String, value: String)],
    address: (String) -> String = { $0 }
  ) async -> Outcome {
    let reply = Locked(PartialReply())
    do {
      let request = request(method, body, headers, address)
      let head = try await transport.send(request) { head, chunk in
        try reply.withLock { try $0.take(head, chunk) }
      }
      reply.withLock { $0.head = head }
    } catch {
      // The status has come or it has not: how the rest of the answer ended, even by a cancel, changes nothing in it.
      let head = (error as? HTTPFault)?.head
      reply.withLock { $0.head = $0.head ?? head }
      if reply.withLock({ $0.head }) == nil { return .failed(Self.answer(error)) }
    }
    let (head, body) = reply.withLock { ($0.head ?? HTTPResponseHead(status: 0), $0.body) }
    return .replied(Reply(head: head, body: body))
  }

  /// What a reply means where a sink knows no better.
  func answer(to reply: Reply, at now: Timestamp) -> Answer {
    Answer(reply.head, excerpt: excerpt(of: reply.body), at: now)
  }

  private func request(
    _ method: HTTPRequest.Method, _ body: [UInt8], _ headers: [(name: String, value: String)],
    _ address: (String) -> String
  ) -> HTTPRequest {
    let limits = HTTPLimits(
      connect: min(HTTPLimits().connect, timeout), total: timeout,
      // A receiver may think for as long as it likes within the whole.
      lowSpeed: timeout)
    return HTTPRequest(
      method: method, url: url.reveal(address), headers: headers, body: body, limits: limits, peers: peers)
  }

  private static func answer(_ error: any Error) -> Answer {
    switch error {
    case is CancellationError: .cancelled
    case let fault as HTTPFault: Answer(fault)
    default: Answer(HTTPFault(kind: .broken, description: "the transfer failed: \(type(of: error))"))
    }
  }

  private struct PartialReply {
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
