package import LiveModel

/// Status and headers of a response.
package struct HTTPResponseHead: Sendable, Equatable {
  package var status: Int
  /// Header values by lower-case name. If a name occurs twice, the last value wins.
  package var headers: [String: String] = [:]

  package init(status: Int, headers: [String: String] = [:]) {
    (self.status, self.headers) = (status, headers)
  }
}

/// The reason why a transfer has failed. A response with status 400 or 500 is no fault.
package struct HTTPFault: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Kind: String, CaseIterable, Sendable {
    case badURL = "bad-url"
    case unresolved, refused, unreachable, tls, timeout, slow, truncated
    case tooLarge = "too-large"
    /// The connected address is not allowed by `Peers`.
    case forbiddenPeer = "forbidden-peer"
    case broken
  }

  package var kind: Kind
  /// Short text with figures and units, without the address.
  package var description: String
  /// The response head, when only the body is missing or incomplete.
  package var head: HTTPResponseHead?

  package init(kind: Kind, description: String, head: HTTPResponseHead? = nil) {
    (self.kind, self.description, self.head) = (kind, description, head)
  }
}

/// The interface to the network, replaced in tests.
package protocol HTTPTransport: Sendable {
  /// Sends a request and streams the decoded body to `body` as it arrives, on a thread of the transport.
  ///
  /// `body` receives the head and a chunk that is never empty. When it throws, the transfer ends and its error is
  /// thrown here. It is never called after this function has returned. Returns the head once the whole body has been
  /// passed on. Throws `HTTPFault`, `CancellationError` as soon as the task is cancelled, or the error of `body`.
  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead
}

extension HTTPTransport {
  /// Sends a request and collects the decoded body. Throws an `HTTPFault` of kind `tooLarge` for more than `limit`
  /// bytes.
  package func collect(
    _ request: HTTPRequest, limit: Int = 64 << 10
  ) async throws -> (head: HTTPResponseHead, body: [UInt8]) {
    var request = request
    request.limits.body = min(request.limits.body, limit)
    let bound = request.limits.body
    let bytes = Locked<[UInt8]>([])
    let head = try await send(request) { _, chunk in
      let isWithin = chunk.withUnsafeBufferPointer { chunk in
        bytes.withLock { bytes in
          guard bytes.count + chunk.count <= bound else { return false }
          bytes.append(contentsOf: chunk)
          return true
        }
      }
      guard isWithin else {
        throw HTTPFault(kind: .tooLarge, description: "answer grew over the limit of \(bound) bytes")
      }
    }
    return (head, bytes.withLock { $0 })
  }
}

/// Assembles the head of a response from its lines. Skips the heads of 1xx responses and trailers.
struct HTTPHeadReader: Sendable {
  /// Limit in bytes for all header lines of one transfer, including trailers and 1xx responses.
  static let maximumBytes = 64 << 10

  /// The head so far.
  private(set) var head = HTTPResponseHead(status: 0)
  /// Whether the head of the final response is complete.
  private(set) var isComplete = false
  /// Whether 101 is a final response: the request was one for an upgrade.
  private let awaitsUpgrade: Bool
  private var bytes = 0
  private var lastName: String?

  init(awaitsUpgrade: Bool = false) { self.awaitsUpgrade = awaitsUpgrade }

  /// Reads one line, including its line end.
  mutating func take(_ line: String) throws(HTTPFault) {
    bytes += line.utf8.count
    guard bytes <= Self.maximumBytes else {
      throw HTTPFault(kind: .tooLarge, description: "headers over the limit of \(Self.maximumBytes) bytes")
    }
    guard !isComplete else { return }
    let text = Self.trimmed(line.utf8[...])
    if text.isEmpty {
      endOfBlock()
    } else if head.status == 0 {
      try takeStatus(text)
    } else {
      takeField(text, isContinuation: line.utf8.first == 0x20 || line.utf8.first == 0x09)
    }
  }

  private mutating func endOfBlock() {
    if head.status >= 200 || (awaitsUpgrade && head.status == 101) {
      isComplete = true
    } else {
      (head, lastName) = (HTTPResponseHead(status: 0), nil)
    }
  }

  private mutating func takeStatus(_ line: String) throws(HTTPFault) {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1], in: 100...999) else {
      throw HTTPFault(kind: .broken, description: "the answer's status line is not HTTP's")
    }
    head.status = status
  }

  private mutating func takeField(_ line: String, isContinuation: Bool) {
    if isContinuation {
      if let lastName { head.headers[lastName, default: ""] += " " + line }
      return
    }
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = line[..<colon].lowercased()
    head.headers[name] = Self.trimmed(line.utf8[colon...].dropFirst())
    lastName = name
  }

  /// Trims bytes, because `\r\n` is a single Character and a combining mark can merge with the character before it.
  private static func trimmed(_ text: Substring.UTF8View) -> String {
    var text = text
    while let first = text.first, isSpace(first) { text = text.dropFirst() }
    while let last = text.last, isSpace(last) { text = text.dropLast() }
    return String(Substring(text))
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
