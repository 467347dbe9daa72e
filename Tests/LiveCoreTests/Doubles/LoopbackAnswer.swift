/// The steps with which a `LoopbackServer` answers one request.
struct LoopbackAnswer: Sendable {
  enum Step: Sendable {
    case send([UInt8])
    /// Sends the same bytes again and again, until the peer closes.
    case endless([UInt8])
    /// Waits for the server's `release()`.
    case hold
    /// Sends nothing more, and keeps the connection open until the peer closes or the server stops.
    case stall
    case close
    /// Closes with RST.
    case reset
  }

  var steps: [Step]

  init(_ steps: Step...) { self.steps = steps }

  /// All bytes of the `send` steps.
  var bytes: [UInt8] {
    steps.flatMap { step in
      if case .send(let bytes) = step { bytes } else { [UInt8]() }
    }
  }

  /// Returns a complete response with Content-Length, on a connection that stays open.
  static func response(
    _ status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) -> LoopbackAnswer {
    LoopbackAnswer(.send(head(status, headers: headers + [("Content-Length", "\(body.count)")]) + body))
  }

  static func json(_ text: String) -> LoopbackAnswer {
    response(headers: [("Content-Type", "application/json")], body: Array(text.utf8))
  }

  /// Returns a response whose body has these chunks.
  static func chunked(_ chunks: [[UInt8]], headers: [(name: String, value: String)] = []) -> LoopbackAnswer {
    var answer = LoopbackAnswer(.send(head(200, headers: headers + [("Transfer-Encoding", "chunked")])))
    answer.steps += chunks.map { .send(Array("\(String($0.count, radix: 16))\r\n".utf8) + $0 + Array("\r\n".utf8)) }
    answer.steps.append(.send(Array("0\r\n\r\n".utf8)))
    return answer
  }

  static func head(_ status: Int, headers: [(name: String, value: String)] = []) -> [UInt8] {
    let lines = ["HTTP/1.1 \(status) Scripted"] + headers.map { "\($0.name): \($0.value)" }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}

/// One request as a `LoopbackServer` read it.
struct LoopbackRequest: Sendable {
  /// The number of the request on this server, from 0.
  var index = 0
  var method: String
  /// The path and the query.
  var target: String
  /// Header fields with names in lower case, in the order of the request.
  var headers: [(name: String, value: String)]
  var body: [UInt8] = []

  /// Returns the first value of a header, by its lower-case name.
  subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

  /// Removes one complete request from the front of `bytes`; nil while it is incomplete.
  init?(takenFrom bytes: inout [UInt8]) {
    let end = Array("\r\n\r\n".utf8)
    guard let headEnd = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { return nil }
    let lines = String(decoding: bytes[..<headEnd], as: UTF8.self).split(separator: "\r\n").map(String.init)
    let words = lines.first?.split(separator: " ").map(String.init) ?? []
    (method, target) = (words.first ?? "", words.count > 1 ? words[1] : "")
    headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (parts[0].lowercased(), String(parts.dropFirst().first?.drop { $0 == " " } ?? ""))
    }
    let length = self["content-length"].flatMap { Int($0) } ?? 0
    guard bytes.count >= headEnd + 4 + length else { return nil }
    body = Array(bytes[(headEnd + 4)..<(headEnd + 4 + length)])
    bytes.removeFirst(headEnd + 4 + length)
  }
}

/// Precompressed bodies.
enum GzipSample {
  /// `text`, compressed with gzip.
  static let bytes: [UInt8] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xab, 0x56, 0xca, 0xcc, 0xcb, 0xcb,
    0xcc, 0x4b, 0x57, 0xb2, 0x32, 0xd5, 0x51, 0xca, 0x48, 0xcc, 0x49, 0x53, 0xb2, 0x52, 0x2a, 0xc9,
    0x2f, 0x50, 0xaa, 0xad, 0x1e, 0x5a, 0x12, 0x00, 0x47, 0x30, 0x15, 0xdb, 0xc8, 0x00, 0x00, 0x00,
  ]
  static let text = String(repeating: #"{"inning":5,"half":"top"}"#, count: 8)

  /// 100,000 zero bytes, compressed with gzip.
  static let zeros: [UInt8] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xed, 0xc1, 0x31, 0x01, 0x00, 0x00,
    0x00, 0xc2, 0xa0, 0xf5, 0x4f, 0x6d, 0x0d, 0x0f, 0xa0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x57, 0x03, 0x7d, 0x95, 0x11, 0xd4,
    0xa0, 0x86, 0x01, 0x00,
  ]
}
