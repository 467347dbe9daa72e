/// Where a sink sends to.
struct Endpoint: Sendable {
  /// Its path or query may be all that a stranger needs to post there too: see `excerpt(of:)`.
  var url: Secret
  /// For one attempt, from look-up to the last byte of the answer.
  var timeout: Duration
  /// The addresses that are allowed as peers.
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

  /// Classifies a reply that the sink has no rule for.
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

extension Endpoint {
  /// An address of a server with a path behind it, one slash between them; `path` begins with one.
  static func address(_ path: String, of server: some StringProtocol) -> String { WebAddress.server(server) + path }
}

extension Endpoint {
  /// The beginning of an answer's body, fit for the operator: a web server that echoes the path must not make us tell
  /// it, nor the `secrets` that went there beside it.
  func excerpt(of body: [UInt8], hiding secrets: [Secret] = []) -> String {
    let pieces = url.reveal(Self.confidential) + secrets.map { $0.reveal { Array($0.utf8) } }.filter { !$0.isEmpty }
    let shown = Self.hiding(pieces.sorted { $0.count > $1.count }, in: body, behind: url.description)
    return Excerpt.beginning(of: String(decoding: shown, as: UTF8.self))
  }

  /// Byte by byte: to a String, a secret before an accent is another text.
  private static func hiding(_ pieces: [[UInt8]], in body: [UInt8], behind mask: String) -> [UInt8] {
    var (shown, rest) = ([UInt8](), body[...])
    while let byte = rest.first {
      if let piece = pieces.first(where: { rest.starts(with: $0) }) {
        shown += mask.utf8
        rest.removeFirst(piece.count)
      } else {
        shown.append(byte)
        rest.removeFirst()
      }
    }
    return shown
  }

  /// All but scheme and host, whole and in parts, as it stands and decoded; the longest first.
  private static func confidential(in url: String) -> [[UInt8]] {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let user = authority.lastIndex(of: "@").map { Array(authority[..<$0].utf8) } ?? []
    let tail = Array(rest[authority.endIndex...].utf8)
    let texts = [user, tail, percentDecoded(user), percentDecoded(tail)]
    // A short part, such as 'hook', is a word that an answer may well use; alone it opens nothing.
    let parts = texts.flatMap { text in text.split { marks.contains($0) }.filter { $0.count >= 8 }.map(Array.init) }
    return Array(Set(parts + texts.filter { $0.count > 1 }))
  }

  /// The separators in an address.
  private static let marks = Array("/?&=#;:@".utf8)

  private static func percentDecoded(_ text: [UInt8]) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), text[...])
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

extension Endpoint {
  /// `host:port` in lower case, without the user: what shares one server's patience. No secret.
  var host: String { url.reveal(Self.host) }

  private static func host(of url: String) -> String {
    let scheme = url.firstRange(of: "://")
    let rest = scheme.map { url[$0.upperBound...] } ?? url[...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    // The colons of an IPv6 address stand in brackets.
    let nameEnd = place.lastIndex(of: "]").map { place.index(after: $0) } ?? place.firstIndex(of: ":") ?? place.endIndex
    let port = place[nameEnd...].drop { $0 == ":" }
    let name = place[..<nameEnd]
    let isPlain = scheme.map { url[..<$0.lowerBound].lowercased() } == "http"
    return
      "\((name.last == "." ? name.dropLast() : name).lowercased()):\(port.isEmpty ? (isPlain ? "80" : "443") : port)"
  }
}

/// The beginning of what somebody else wrote, fit for the operator: on one line, with nothing that a terminal obeys,
/// and to be put between single quotes.
enum Excerpt {
  /// In bytes, before characters are escaped.
  static let longest = 120

  static func beginning(of text: String) -> String {
    var (excerpt, bytes) = ("", 0)
    for scalar in text.trimmingPrefix(while: \.isWhitespace).unicodeScalars {
      bytes += UTF8.width(scalar)
      guard bytes <= longest else { break }
      excerpt += escaped(scalar)
    }
    return excerpt
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
      scalar.escaped(asASCII: true)
    default: scalar == "'" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
    }
  }
}
