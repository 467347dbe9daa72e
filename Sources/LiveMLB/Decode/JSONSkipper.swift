internal import LiveModel

/// Skips one object or array. Examines only quotes, backslashes, braces and brackets; braces and brackets must balance.
struct JSONSkipper: Sendable {
  /// Number of open objects and arrays; 0 once the value has ended.
  private(set) var depth = 0
  private var room = 0
  /// One bit per open value, the innermost lowest: 1 for an object, 0 for an array.
  private var objects: UInt64 = 0
  private var isInText = false
  private var isEscaped = false

  /// Starts after the first brace or bracket. `room` is the allowed depth, at most 64.
  mutating func begin(isObject: Bool, room: Int) {
    (depth, self.room, objects, isInText, isEscaped) = (1, room, isObject ? 1 : 0, false, false)
  }

  /// Continues at `index` and moves it past the end of the value, or to the end of the bytes.
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

  /// Handles a block without a backslash, in which every quote opens or closes a string.
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

/// Sixteen bytes that are compared at once.
struct ByteBlock {
  static let width = 16
  private let bytes: SIMD16<UInt8>

  /// Loads the sixteen bytes at `pointer`, at any alignment.
  @inline(__always)
  init(_ pointer: UnsafePointer<UInt8>) {
    bytes = UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  private init(_ bytes: SIMD16<UInt8>) { self.bytes = bytes }

  // With a scalar on the right, `.==` is an unspecialized generic and 48 times slower than with a vector (measured).
  @inline(__always)
  func positions(of byte: UInt8) -> Positions { Positions(bytes .== SIMD16(repeating: byte)) }

  @inline(__always)
  func positions(below byte: UInt8) -> Positions { Positions(bytes .< SIMD16(repeating: byte)) }

  /// Positions of braces and brackets. A brace and the bracket of the same direction differ only in bit 0x20.
  @inline(__always)
  var brackets: Positions {
    let folded = ByteBlock(bytes | SIMD16(repeating: 0x20))
    return folded.positions(of: UInt8(ascii: "{")) | folded.positions(of: UInt8(ascii: "}"))
  }

  /// The positions of those of the sixteen bytes that match a condition.
  struct Positions {
    private var lanes: SIMD2<UInt64>

    @inline(__always)
    fileprivate init(_ mask: SIMDMask<SIMD16<Int8>>) { lanes = unsafeBitCast(mask, to: SIMD2<UInt64>.self) }

    @inline(__always)
    static func | (left: Positions, right: Positions) -> Positions {
      var union = left
      union.lanes |= right.lanes
      return union
    }

    @inline(__always)
    var isEmpty: Bool { lanes[0] | lanes[1] == 0 }

    /// True if the number of positions is odd.
    @inline(__always)
    var isOdd: Bool {
      var folded = lanes[0] ^ lanes[1]
      folded ^= folded >> 32
      folded ^= folded >> 16
      folded ^= folded >> 8
      return folded & 1 == 1
    }

    /// One bit per byte; the lowest bit is the first byte.
    @inline(__always)
    var bits: UInt32 { UInt32(Self.gather(lanes[0]) | Self.gather(lanes[1]) << 8) }

    /// Collects bit i of byte i. The multiplication adds all bytes into the highest one.
    @inline(__always)
    private static func gather(_ lane: UInt64) -> UInt64 {
      ((lane & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) >> 56
    }
  }
}
