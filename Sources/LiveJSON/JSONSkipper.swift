internal import LiveModel

/// Skips one object or array. Examines only quotes, backslashes, braces and brackets; braces and brackets must balance.
@usableFromInline
struct JSONSkipper: Sendable {
  /// Number of open objects and arrays; 0 once the value has ended.
  @usableFromInline private(set) var depth = 0
  private var room = 0
  /// One bit per open value, the innermost lowest: 1 for an object, 0 for an array.
  private var objects: UInt64 = 0
  private var isInText = false
  private var isEscaped = false

  /// Starts after the first brace or bracket. `room` is the allowed depth, at most 64.
  @usableFromInline
  mutating func begin(isObject: Bool, room: Int) {
    (depth, self.room, objects, isInText, isEscaped) = (1, room, isObject ? 1 : 0, false, false)
  }

  /// Continues at `index` and moves it past the end of the value, or to the end of the bytes.
  @usableFromInline
  mutating func skip(_ bytes: UnsafeBufferPointer<UInt8>, from index: inout Int) throws(JSONFault) {
    guard let base = bytes.baseAddress else { return }
    while index < bytes.count, depth > 0 {
      guard index + ByteBlocks.width <= bytes.count, !isEscaped else {
        try step(bytes[index], at: &index)
        continue
      }
      let blocks = ByteBlocks(base + index)
      if blocks.hasBackslashes {
        let end = index + ByteBlocks.width
        while index < end, depth > 0 { try step(bytes[index], at: &index) }
      } else {
        try pass(brackets: blocks.brackets, quotes: blocks.quotes, of: bytes, from: &index)
      }
    }
  }

  /// Handles blocks without a backslash, in which every quote opens or closes a string.
  @inline(__always)
  private mutating func pass(
    brackets: UInt64, quotes: UInt64, of bytes: UnsafeBufferPointer<UInt8>, from index: inout Int
  ) throws(JSONFault) {
    // Bit i becomes the number of quotes up to i, modulo 2.
    var inText = quotes ^ quotes << 1
    inText ^= inText << 2
    inText ^= inText << 4
    inText ^= inText << 8
    inText ^= inText << 16
    inText ^= inText << 32
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
    isInText = inText >> 63 == 1
    index += ByteBlocks.width
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
      guard depth < room else { throw JSONFault(.tooDeep, "objects and arrays are nested too deeply", at: index) }
      depth += 1
      objects = objects << 1 | isObject
    } else {
      guard objects & 1 == isObject else { throw JSONFault(.malformed, "found \(JSONFault.shown(byte))", at: index) }
      depth -= 1
      objects >>= 1
    }
  }
}
