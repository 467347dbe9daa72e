/// Passes over one object or array that nobody asked for. Only quotes, backslashes, braces and brackets are looked at;
/// they must balance.
struct JSONSkipper: Sendable {
  /// Open objects and arrays; 0 when the value has ended.
  private(set) var depth = 0
  private var room = 0
  /// One bit an open value, the innermost lowest: 1 for an object.
  private var objects: UInt64 = 0
  private var isInText = false
  private var isEscaped = false

  /// Starts behind the first brace or bracket. It may go `room` deep, at most 64.
  mutating func begin(isObject: Bool, room: Int) {
    (depth, self.room, objects, isInText, isEscaped) = (1, room, isObject ? 1 : 0, false, false)
  }

  /// Goes on from `index` and moves it behind the end of the value, or to the end of the bytes.
  mutating func skip(_ bytes: UnsafeBufferPointer<UInt8>, from index: inout Int) throws(JSONFault) {
    guard let base = bytes.baseAddress else { return }
    while index < bytes.count, depth > 0 {
      guard index + ByteBlock.width <= bytes.count, !isEscaped else {
        try step(bytes[index], at: &index)
        continue
      }
      let block = ByteBlock(base + index)
      let quotes = block.positions(of: UInt8(ascii: "\""))
      let backslashes = block.positions(of: UInt8(ascii: "\\"))
      let brackets = block.brackets
      if (brackets | backslashes).isEmpty {
        isInText = isInText != quotes.isOdd
        index += ByteBlock.width
      } else if backslashes.isEmpty {
        try pass(brackets: brackets.bits, quotes: quotes.bits, of: bytes, from: &index)
      } else {
        let end = index + ByteBlock.width
        while index < end, depth > 0 { try step(bytes[index], at: &index) }
      }
    }
  }

  /// A block without a backslash: every quote opens or closes a string.
  @inline(__always)
  private mutating func pass(
    brackets: UInt32, quotes: UInt32, of bytes: UnsafeBufferPointer<UInt8>, from index: inout Int
  ) throws(JSONFault) {
    // Bit i becomes the number of quotes up to i, modulo 2.
    var inText = quotes ^ quotes << 1
    inText ^= inText << 2
    inText ^= inText << 4
    inText ^= inText << 8
    if isInText { inText = ~inText }
    var live = brackets & ~inText
    while live != 0 {
      let place = index + live.trailingZeroBitCount
      live &= live - 1
      try bracket(bytes[place], at: place)
      if depth == 0 {
        index = place + 1
        return
      }
    }
    isInText = inText & 0x8000 != 0
    index += ByteBlock.width
  }

  private mutating func step(_ byte: UInt8, at index: inout Int) throws(JSONFault) {
    if isEscaped {
      isEscaped = false
    } else if isInText {
      isEscaped = byte == UInt8(ascii: "\\")
      isInText = byte != UInt8(ascii: "\"")
    } else if byte == UInt8(ascii: "\"") {
      isInText = true
    } else if byte == UInt8(ascii: "\\") {
      throw JSONFault(.malformed, "found '\\' outside of a string", at: index)
    } else if byte | 0x20 == UInt8(ascii: "{") || byte | 0x20 == UInt8(ascii: "}") {
      try bracket(byte, at: index)
    }
    index += 1
  }

  @inline(__always)
  private mutating func bracket(_ byte: UInt8, at index: Int) throws(JSONFault) {
    let isObject: UInt64 = byte & 0x20 == 0 ? 0 : 1
    if byte | 0x20 == UInt8(ascii: "{") {
      guard depth < room else { throw JSONFault(.tooDeep, "too many objects and arrays in each other", at: index) }
      depth += 1
      objects = objects << 1 | isObject
    } else {
      guard objects & 1 == isObject else { throw JSONFault(.malformed, "found \(JSONFault.shown(byte))", at: index) }
      depth -= 1
      objects >>= 1
    }
  }
}

/// Why scanning stops. The scanner, which knows offset and path, makes a `DecodeFault` of it.
struct JSONFault: Error {
  var kind: DecodeFault.Kind
  var message: String
  /// In the chunk at hand, negative when it lies in an earlier one; nil for the token or byte being read.
  var index: Int?
  /// Below the value being read: `about.inning`.
  var path: String

  init(_ kind: DecodeFault.Kind, _ message: String, at index: Int? = nil, path: String = "") {
    (self.kind, self.message, self.index, self.path) = (kind, message, index, path)
  }

  /// A member that a snapshot cannot do without.
  static func missing(_ path: String) -> JSONFault {
    let member = path.split(separator: ".").last ?? ""
    return JSONFault(.missing, "'\(member)' is missing", path: path)
  }

  /// `'x'`, or `byte 0x0A` for what cannot be shown.
  static func shown(_ byte: UInt8) -> String {
    guard (0x20..<0x7F).contains(byte) else {
      let digits = String(byte, radix: 16, uppercase: true)
      return "byte 0x" + String(repeating: "0", count: 2 - digits.count) + digits
    }
    return "'\(Character(Unicode.Scalar(byte)))'"
  }
}

/// How much of a body is borne, so that a hostile one cannot grow the daemon. In bytes but for the depth.
struct JSONLimits: Equatable, Sendable {
  /// Objects and arrays inside each other, skipped ones too. At most 64.
  var depth = 64
  /// One string that is kept, with its escapes.
  var text = 64 << 10
  var key = 256
  var number = 64
  var body = 64 << 20
  /// All that is kept: each string its length, each object or array `container`.
  var kept = 16 << 20

  /// More than any object of a snapshot takes.
  static let container = 256
}
