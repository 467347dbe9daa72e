internal import LiveModel
internal import LivePlatform

/// The address of a receiver, and the limits of a request to it.
struct Endpoint: Sendable {
  /// The URL. Its path or query may be all that a stranger needs to send messages there: see `excerpt(of:)`.
  var url: Secret
  /// The limit of one attempt, from name look-up to the last byte of the response.
  var timeout: Duration
  /// The network peers that the request may connect to.
  var peers: HTTPRequest.Peers = .anyone
  var transport: any HTTPTransport

  /// The bytes of a response body that are read; the transfer ends there.
  static let longestBody = 32 << 10

  /// A response: its head, and the beginning of its body.
  struct Reply: Equatable, Sendable {
    var head: HTTPResponseHead
    var body: [UInt8]
  }

  /// The outcome of an exchange.
  enum Outcome: Equatable, Sendable {
    case replied(Reply)
    /// No status was received.
    case failed(Answer)
  }

  /// Sends one request and returns the response. `address` may build another URL from the endpoint's own.
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
      // Once the status is known, it decides: a failure or a cancel while the body arrives changes nothing.
      let head = (error as? HTTPFault)?.head
      reply.withLock { $0.head = $0.head ?? head }
      if reply.withLock({ $0.head }) == nil { return .failed(Self.answer(error)) }
    }
    let (head, body) = reply.withLock { ($0.head ?? HTTPResponseHead(status: 0), $0.body) }
    return .replied(Reply(head: head, body: body))
  }

  /// Returns the general meaning of a response, for cases that a sink does not handle itself.
  func answer(to reply: Reply, at now: Timestamp) -> Answer {
    Answer(reply.head, excerpt: excerpt(of: reply.body), at: now)
  }

  private func request(
    _ method: HTTPRequest.Method, _ body: [UInt8], _ headers: [(name: String, value: String)],
    _ address: (String) -> String
  ) -> HTTPRequest {
    let limits = HTTPLimits(
      connect: min(HTTPLimits().connect, timeout), total: timeout,
      // A receiver may stay idle as long as it likes within the total.
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

  /// Ends a transfer whose rest is not read.
  private struct Enough: Error {}
}

extension Endpoint {
  /// Joins a server's address and a path with one slash; `path` begins with one.
  static func address(_ path: String, of server: some StringProtocol) -> String { WebAddress.server(server) + path }
}

extension Endpoint {
  /// `host:port` in lower case, without the user: the key of the host's rate limit. Contains no secret.
  var host: String { url.reveal(Self.host) }

  private static func host(of url: String) -> String {
    let url = URLText(url)
    let name = url.host.last == "." ? url.host.dropLast() : url.host
    let usualPort = url.scheme.lowercased() == "http" ? "80" : "443"
    return "\(name.lowercased()):\(url.port.isEmpty ? usualPort[...] : url.port)"
  }
}

extension Endpoint {
  /// Returns the beginning of a response body in printable form; of a JSON object only its text for people. Masks the
  /// URL's confidential parts and the `secrets` sent along with it, because a web server may echo them.
  func excerpt(of body: [UInt8], hiding secrets: [Secret] = []) -> String {
    let pieces = url.reveal(Self.confidential) + secrets.map { $0.reveal { Array($0.utf8) } }.filter { !$0.isEmpty }
    let words = JSONMembers(body).errorText.map { Array($0.utf8) } ?? body
    let shown = Self.hiding(pieces.sorted { $0.count > $1.count }, in: words, mask: url.description)
    return Excerpt.beginning(of: String(decoding: shown, as: UTF8.self))
  }

  /// Masks byte by byte: in a String, a secret followed by a combining accent would not match.
  private static func hiding(_ pieces: [[UInt8]], in body: [UInt8], mask: String) -> [UInt8] {
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

  /// Returns everything but scheme and host, whole and in parts, as written and percent-decoded.
  private static func confidential(in url: String) -> [[UInt8]] {
    let url = URLText(url)
    let (user, tail) = (Array((url.user ?? "").utf8), Array(url.tail.utf8))
    let texts = [user, tail, percentDecoded(user), percentDecoded(tail)]
    // Parts below 8 bytes, such as 'hook', are ordinary words in a response, and useless alone.
    let parts = texts.flatMap { text in text.split { marks.contains($0) }.filter { $0.count >= 8 }.map(Array.init) }
    return Array(Set(parts + texts.filter { $0.count > 1 }))
  }

  /// Separators between the parts of a URL.
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

/// The beginning of a foreign text in printable form: on one line, without terminal control characters, and safe
/// between single quotes.
enum Excerpt {
  /// The limit in bytes, before escaping.
  static let longest = 120

  static func beginning(of text: String) -> String {
    var (excerpt, bytes) = ("", 0)
    let text = text.trimmingPrefix(while: \.isWhitespace)
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    for scalar in text[..<end].unicodeScalars {
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
