/// A complete message or control frame of a WebSocket server.
enum WebSocketInput: Equatable, Sendable {
  /// A text message, in valid UTF-8.
  case text([UInt8])
  case binary([UInt8])
  case ping([UInt8])
  case pong([UInt8])
  /// The last frame of a connection. `code` is nil in an empty frame.
  case close(code: Int?, reason: String)
}

/// A violation of the protocol, or of our limit. The connection ends with `code`.
struct WebSocketFault: Error, Equatable, Sendable {
  var code: Int
  var description: String
}

/// Assembles the messages of a WebSocket server from chunks of any size. No extension is agreed on, so reserved bits must
/// be zero.
///
/// A message may have at most `limit` bytes, in one frame or in many. A longer one is refused as soon as the head of a
/// frame announces it, before its bytes are stored. Bound: `limit`, a frame's head, and the last chunk.
///
/// Source: RFC 6455 §5.
struct WebSocketReader: Sendable {
  /// The default limit of a message in bytes.
  static let longestMessage = 64 << 10

  private let limit: Int
  /// Bytes that belong to no complete frame yet, after `position`.
  private var pending: [UInt8] = []
  private var position = 0
  /// The fragments of the present message.
  private var message: [UInt8] = []
  /// The kind of the present message; nil between two messages.
  private var kind: WebSocketOpcode?
  private var isClosed = false

  init(limit: Int = longestMessage) { self.limit = limit }

  /// The number of stored bytes.
  var storedBytes: Int { pending.count - position + message.count }

  /// Adds a chunk. Bytes after a close frame are ignored.
  mutating func append(_ bytes: some Collection<UInt8>) {
    guard !isClosed else { return }
    pending.removeFirst(position)
    position = 0
    pending.append(contentsOf: bytes)
  }

  /// Returns the next message or control frame; nil when more bytes are needed.
  mutating func next() throws(WebSocketFault) -> WebSocketInput? {
    while !isClosed, let head = try nextHead() {
      guard pending.count - position >= head.size + head.length else { return nil }
      let start = position + head.size
      position = start + head.length
      let payload = pending[start..<position]
      if head.opcode.isControl { return try control(head.opcode, Array(payload)) }
      kind = kind ?? head.opcode
      message += payload
      if head.isFinal { return try takeMessage() }
    }
    return nil
  }

  /// The first bytes of a frame.
  private struct Head {
    var opcode: WebSocketOpcode
    var isFinal: Bool
    /// Bytes of the payload.
    var length: Int
    /// Bytes of the head itself.
    var size: Int
  }

  /// Reads and checks the head of the next frame; nil when it is incomplete.
  private func nextHead() throws(WebSocketFault) -> Head? {
    let bytes = pending[position...]
    guard bytes.count >= 2, let first = bytes.first else { return nil }
    let second = bytes[position + 1]
    guard first & 0x70 == 0 else { throw Self.violation("a reserved bit is set") }
    guard second & 0x80 == 0 else { throw Self.violation("a frame of the server is masked") }
    guard let opcode = WebSocketOpcode(rawValue: first & 0x0F) else { throw Self.violation("an unknown opcode") }
    var head = Head(opcode: opcode, isFinal: first & 0x80 != 0, length: Int(second & 0x7F), size: 2)
    if opcode.isControl {
      guard head.isFinal, head.length <= WebSocketFrame.longestControl else {
        throw Self.violation("a control frame is too long or a fragment")
      }
      return head
    }
    guard (opcode == .continuation) == (kind != nil) else { throw Self.violation("fragments out of order") }
    if head.length >= 126 {
      let digits = bytes.dropFirst(2).prefix(head.length == 126 ? 2 : 8)
      head.size += head.length == 126 ? 2 : 8
      guard bytes.count >= head.size else { return nil }
      guard digits.count == 2 || digits[position + 2] & 0x80 == 0 else { throw Self.violation("a negative length") }
      head.length = digits.reduce(0) { $0 << 8 | Int($1) }
    }
    guard head.length <= limit - message.count else {
      throw WebSocketFault(
        code: WebSocketCloseCode.tooLong, description: "a message is over the limit of \(limit) bytes")
    }
    return head
  }

  private mutating func takeMessage() throws(WebSocketFault) -> WebSocketInput {
    let (bytes, isText) = (message, kind == .text)
    (message, kind) = ([], nil)
    guard isText else { return .binary(bytes) }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw Self.badText }
    return .text(bytes)
  }

  private mutating func control(
    _ opcode: WebSocketOpcode, _ payload: [UInt8]
  ) throws(WebSocketFault) -> WebSocketInput {
    switch opcode {
    case .ping: return .ping(payload)
    case .pong: return .pong(payload)
    default:
      isClosed = true
      guard !payload.isEmpty else { return .close(code: nil, reason: "") }
      guard payload.count >= 2 else { throw Self.violation("half a close code") }
      let code = Int(payload[0]) << 8 | Int(payload[1])
      guard WebSocketCloseCode.isValid(code) else { throw Self.violation("the close code \(code) is not allowed") }
      guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else { throw Self.badText }
      return .close(code: code, reason: reason)
    }
  }

  private static let badText = WebSocketFault(
    code: WebSocketCloseCode.invalidText, description: "a text is not UTF-8")

  private static func violation(_ description: String) -> WebSocketFault {
    WebSocketFault(code: WebSocketCloseCode.protocolError, description: description)
  }
}
