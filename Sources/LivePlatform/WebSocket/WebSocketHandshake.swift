internal import FoundationEssentials
internal import LiveModel

/// The opening handshake of a client: one HTTP/1.1 request, and the check of its answer. No extension and no subprotocol
/// is offered.
///
/// Source: RFC 6455 §4.1.
struct WebSocketHandshake: Sendable {
  /// `Sec-WebSocket-Key`: base64 of 16 random bytes.
  let key: String

  init(key: String = randomKey()) { self.key = key }

  /// Returns the request for an `http` or `https` URL.
  func request(for url: String) -> [UInt8] {
    let parts = URLText(url)
    let path = parts.tail.prefix { $0 != "#" }
    let lines = [
      "GET \(path.hasPrefix("/") ? "" : "/")\(path) HTTP/1.1",
      "Host: \(parts.host)\(parts.port.isEmpty ? "" : ":\(parts.port)")",
      "User-Agent: \(Version.userAgent)",
      "Upgrade: websocket",
      "Connection: Upgrade",
      "Sec-WebSocket-Key: \(key)",
      "Sec-WebSocket-Version: 13",
    ]
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// Checks the head of an answer with the status 101. A server that has not read our key, such as a cache, or that
  /// selects what was not offered, is no WebSocket server.
  func verify(_ head: HTTPResponseHead) throws(HTTPFault) {
    guard head.headers["upgrade"]?.lowercased() == "websocket",
      head.headers["connection"]?.lowercased().split(whereSeparator: { " ,\t".contains($0) }).contains("upgrade")
        == true
    else { throw HTTPFault(kind: .broken, description: "the answer does not switch to WebSocket") }
    guard head.headers["sec-websocket-accept"] == Self.answer(to: key) else {
      throw HTTPFault(kind: .broken, description: "the answer belongs to another handshake")
    }
    for name in ["extensions", "protocol"] where head.headers["sec-websocket-\(name)"] != nil {
      throw HTTPFault(kind: .broken, description: "the answer selects an \(name) that was not offered")
    }
  }

  /// Returns `Sec-WebSocket-Accept` for a key. SHA-1 protects nothing here; the protocol demands it.
  static func answer(to key: String) -> String {
    Data(Digest.sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
  }

  private static func randomKey() -> String {
    Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
  }
}

/// Reads the answer to a handshake from chunks of any size.
struct WebSocketAnswerReader: Sendable {
  /// Limit of the head in bytes.
  static let longestHead = 16 << 10

  private var reader = HTTPHeadReader(awaitsUpgrade: true)
  /// The beginning of a line.
  private var line: [UInt8] = []
  private var bytes = 0

  /// Takes a chunk. Returns the head once it is complete, and the bytes of the chunk that follow it.
  mutating func take(
    _ chunk: some Collection<UInt8>
  ) throws(HTTPFault) -> (head: HTTPResponseHead, rest: [UInt8])? {
    var rest = chunk[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += rest[...end]
      rest = rest[rest.index(after: end)...]
      try checkLength()
      bytes += line.count
      try reader.take(String(decoding: line, as: UTF8.self))
      line = []
      if reader.isComplete { return (reader.head, Array(rest)) }
    }
    line += rest
    try checkLength()
    return nil
  }

  private func checkLength() throws(HTTPFault) {
    guard bytes + line.count <= Self.longestHead else {
      throw HTTPFault(kind: .tooLarge, description: "headers over the limit of \(Self.longestHead) bytes")
    }
  }
}
