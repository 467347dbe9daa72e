/// The kind of a frame.
///
/// Source: RFC 6455 §11.8.
enum WebSocketOpcode: UInt8, Sendable {
  case continuation = 0
  case text = 1
  case binary = 2
  case close = 8
  case ping = 9
  case pong = 10

  /// Whether the frame may stand between the fragments of a message.
  var isControl: Bool { rawValue >= 8 }
}

/// The reasons for which a client closes a connection, and the rule for the codes of a server.
///
/// Source: RFC 6455 §7.4 and IANA's registry of close codes.
enum WebSocketCloseCode {
  static let normal = 1000
  static let protocolError = 1002
  static let invalidText = 1007
  static let tooLong = 1009

  /// Returns whether a close frame may have the code. 1004 to 1006 and 1015 never travel, and 1016 to 2999 have no
  /// meaning yet.
  static func isValid(_ code: Int) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

/// The frames of a client: never fragmented, always masked.
///
/// Source: RFC 6455 §5.2 and §5.3. A mask must be unpredictable, so that no caller can choose the bytes on the wire.
enum WebSocketFrame {
  /// The payload of a control frame has at most this many bytes.
  static let longestControl = 125

  static func text(_ text: String, mask: UInt32 = randomMask()) -> [UInt8] {
    bytes(.text, Array(text.utf8), mask: mask)
  }

  static func ping(mask: UInt32 = randomMask()) -> [UInt8] { bytes(.ping, [], mask: mask) }

  /// Returns the answer to a ping with that payload.
  static func pong(_ payload: [UInt8], mask: UInt32 = randomMask()) -> [UInt8] {
    bytes(.pong, Array(payload.prefix(longestControl)), mask: mask)
  }

  /// Returns a close frame; without a code it is empty.
  static func close(_ code: Int?, mask: UInt32 = randomMask()) -> [UInt8] {
    let payload = code.map { UInt16(truncatingIfNeeded: $0) }.map(bigEndian) ?? []
    return bytes(.close, payload, mask: mask)
  }

  private static func randomMask() -> UInt32 { UInt32.random(in: .min ... .max) }

  private static func bytes(_ opcode: WebSocketOpcode, _ payload: [UInt8], mask: UInt32) -> [UInt8] {
    let mask = bigEndian(mask)
    var frame = [0x80 | opcode.rawValue]
    switch payload.count {
    case ...125: frame.append(0x80 | UInt8(payload.count))
    case ...0xFFFF: frame += [0x80 | 126] + bigEndian(UInt16(payload.count))
    default: frame += [0x80 | 127] + bigEndian(UInt64(payload.count))
    }
    frame += mask
    for (index, byte) in payload.enumerated() { frame.append(byte ^ mask[index & 3]) }
    return frame
  }

  private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
