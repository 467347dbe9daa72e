/// One request. Only `http` and `https` are ever spoken.
struct HTTPRequest: Sendable, Equatable {
  enum Method: String, Sendable { case get = "GET", post = "POST", patch = "PATCH" }

  /// The allowed peers, judged by the connected address, not by a name.
  enum Peers: Sendable {
    case anyone
    /// No loopback, private or otherwise special address.
    case publicOnly
    /// Loopback and private addresses alone: what goes there unencrypted stays at home.
    case privateOnly
  }

  var method: Method = .get
  var url: String
  /// Sent as they stand; a name that comes twice is sent twice.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  var limits = HTTPLimits()
  var peers = Peers.anyone

  static func == (left: HTTPRequest, right: HTTPRequest) -> Bool {
    left.method == right.method && left.url == right.url && left.body == right.body && left.limits == right.limits
      && left.peers == right.peers && left.headers.elementsEqual(right.headers, by: ==)
  }
}

/// Limits of a transfer.
struct HTTPLimits: Sendable, Equatable {
  /// Name look-up, TCP and TLS together.
  var connect: Duration = .seconds(10)
  /// From start to last byte.
  var total: Duration = .seconds(30)
  /// Under `lowSpeedBytes` a second for this long ends the transfer.
  var lowSpeed: Duration = .seconds(10)
  var lowSpeedBytes = 100
  /// Decoded bytes of a body, counted after decompression.
  var body = 16 << 20
}

/// The status and the headers of a response.
struct HTTPResponseHead: Sendable, Equatable {
  var status: Int
  /// Names in lower case; of a name that comes twice the last value stands.
  var headers: [String: String] = [:]
}

/// Why a transfer brought no answer. A status of 400 or 500 is an answer, not a fault.
struct HTTPFault: Error, Equatable, Sendable, CustomStringConvertible {
  enum Kind: String, CaseIterable, Sendable {
    case badURL = "bad-url"
    case unresolved, refused, unreachable, tls, timeout, slow, truncated
    case tooLarge = "too-large"
    /// The connected address is not one that may be spoken to.
    case forbiddenPeer = "forbidden-peer"
    case broken
  }

  var kind: Kind
  /// In few words, with figures and units, without the address.
  var description: String
  /// Of a response whose body did not come, or not whole.
  var head: HTTPResponseHead?
}

/// The seam to the network.
protocol HTTPTransport: Sendable {
  /// Sends a request and streams the decoded body to `body` as it arrives, on a thread of the transport's own.
  ///
  /// `body` gets the head and a chunk, never an empty one; when it throws, the transfer ends and its error is thrown
  /// here. It is never called again after this function has returned. The head is returned when the whole body has
  /// been given. Throws `HTTPFault`, `CancellationError` as soon as the task is cancelled, or what `body` threw.
  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead
}

extension HTTPTransport {
  /// Sends a request and keeps the decoded body, at most `limit` bytes; over it, `HTTPFault` of kind `tooLarge`.
  func collect(
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

/// Puts a response's head together from its lines. Heads of 1xx responses and trailers are passed over.
struct HTTPHeadReader {
  /// Of all header lines of one transfer together, trailers and 1xx responses included.
  static let maximumBytes = 64 << 10

  /// The head so far.
  private(set) var head = HTTPResponseHead(status: 0)
  /// Whether the final response's head has been read.
  private(set) var isComplete = false
  private var bytes = 0
  private var lastName: String?

  /// Takes one line with its line end.
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
    if head.status >= 200 {
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

  /// By bytes: a Character may be `\r\n`, or swallow what follows it.
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
