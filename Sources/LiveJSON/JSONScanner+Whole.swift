/// Reads tokens that lie whole in the chunk, without the state machine.
///
/// Every function here returns false, and changes nothing, at what is rare: a token near the end of the chunk, an escape,
/// a value of the wrong type, a fraction, a fault. The state machine then reads the same token again.
extension JSONScanner {
  /// Bytes that must follow a token's start: a key with its quotes and colon, and the longest number.
  @inlinable static var margin: Int { 64 }
  /// The longest key that is read here: two blocks.
  @inlinable static var longestKey: Int { 2 * ByteBlock.width - 1 }

  /// Reads tokens up to the first that it cannot read.
  @inlinable
  mutating func scanTokens(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) {
    guard limits.number >= Self.margin, limits.key >= Self.longestKey else { return }
    let last = bytes.count - Self.margin
    while index < last {
      let isRead =
        switch state {
        case .afterValue: try readSeparator(bytes, &index)
        case .nextKey, .firstKey: try readMembers(bytes, &index, upTo: last)
        case .value: try readValue(bytes, &index)
        case .firstElement: try readFirstElement(bytes, &index)
        default: false
        }
      guard isRead else { return }
    }
  }

  /// Reads the ends of objects and arrays up to a comma.
  @inlinable
  @inline(__always)
  mutating func readSeparator(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) -> Bool {
    var byte = bytes[index]
    while byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
      try close(byte, at: index)
      index += 1
      guard state == .afterValue, index < bytes.count else { return true }
      byte = bytes[index]
    }
    guard byte == UInt8(ascii: ",") else { return false }
    index += 1
    comma()
    return true
  }

  /// Reads the start of an array: its end, or the first element.
  @inlinable
  @inline(__always)
  mutating func readFirstElement(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) -> Bool {
    let byte = bytes[index]
    guard byte > 0x20 else { return false }
    if byte == UInt8(ascii: "]") {
      try close(byte, at: index)
      index += 1
    } else {
      path.nextElement(of: projection)
      state = .value
    }
    return true
  }

  /// Reads members of an object up to the first whose value is an object or array that is kept, or to the last of them.
  ///
  /// A loop of its own, because each turn through the states is a jump that the processor cannot predict.
  @inlinable
  @inline(__always)
  mutating func readMembers(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, upTo last: Int
  ) throws(JSONFault) -> Bool {
    repeat {
      guard let key = Self.wholeKey(bytes, at: index) else { return false }
      path.nextMember(
        UnsafeBufferPointer(rebasing: bytes[key]), at: offset + key.lowerBound..<offset + key.upperBound, of: projection
      )
      index = key.upperBound + 2
      state = .value
      guard try readValue(bytes, &index) else { return false }
      guard state == .afterValue, index < last, bytes[index] == UInt8(ascii: ",") else { return true }
      index += 1
      state = .nextKey
    } while index < last
    return true
  }

  /// Returns the range of the key whose quote is at `index`; nil if it is long, has escapes or is not followed by a
  /// colon. `margin` bytes must follow.
  @inlinable
  @inline(__always)
  static func wholeKey(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Range<Int>? {
    guard let base = bytes.baseAddress, base[index] == UInt8(ascii: "\"") else { return nil }
    let start = index + 1
    var special = JSONToken.specials(ByteBlock(base + start))
    var end = start + special.first
    if special.isEmpty {
      special = JSONToken.specials(ByteBlock(base + start + ByteBlock.width))
      end = start + ByteBlock.width + special.first
      guard !special.isEmpty else { return nil }
    }
    return base[end] == UInt8(ascii: "\"") && base[end + 1] == UInt8(ascii: ":") ? start..<end : nil
  }

  /// Reads a whole value, or the start of one that is kept.
  @inlinable
  @inline(__always)
  mutating func readValue(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) -> Bool {
    guard index + 32 <= bytes.count else { return false }
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "\""): return try readText(bytes, &index)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try open(byte)
      index += 1
      guard state == .skipping else { return true }
      try skipper.skip(bytes, from: &index)
      if skipper.depth == 0 { endValue() }
      return true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return try readNumber(bytes, &index)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return try readWholeWord(bytes, &index)
    default: return false
    }
  }

  @inlinable
  @inline(__always)
  mutating func readText(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) -> Bool {
    let start = index + 1
    var end = start
    JSONToken.passPlain(bytes, from: &end)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return false }
    if let node = path.node {
      let count = end - start
      guard case .text(let take) = projection.nodes[node].shape, count <= projection.nodes[node].mostBytes,
        count <= limits.text,
        limits.kept - kept >= count
      else { return false }
      kept += count
      // A fault of the builder names the place of the token.
      token.start = offset + index
      state = .text
      try take(&builder, JSONText(bytes: UnsafeBufferPointer(rebasing: bytes[start..<end])))
    }
    index = end + 1
    endValue()
    return true
  }

  /// Reads a whole number of at most 18 digits, and any number without an exponent that is skipped.
  @inlinable
  @inline(__always)
  mutating func readNumber(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    let isNegative = base[index] == UInt8(ascii: "-")
    let start = isNegative ? index + 1 : index
    var end = start
    var value = 0
    while end - start < 18, base[end] &- UInt8(ascii: "0") < 10 {
      value = value &* 10 &+ Int(base[end] &- UInt8(ascii: "0"))
      end += 1
    }
    guard end > start, end == start + 1 || base[start] != UInt8(ascii: "0") else { return false }
    if let node = path.node {
      if isNegative { value = -value }
      guard Self.isEnd(base[end]), case .integer(let range, let take) = projection.nodes[node].shape,
        range.contains(value)
      else { return false }
      token.start = offset + index
      state = .word
      try take(&builder, value)
    } else if base[end] == UInt8(ascii: ".") {
      let fraction = end + 1
      end = fraction
      while end - index < 30, base[end] &- UInt8(ascii: "0") < 10 { end += 1 }
      guard end > fraction, Self.isEnd(base[end]) else { return false }
    } else {
      guard Self.isEnd(base[end]) else { return false }
    }
    index = end
    endValue()
    return true
  }

  @inlinable
  @inline(__always)
  mutating func readWholeWord(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    let four = UnsafeRawPointer(base + index).loadUnaligned(as: UInt32.self).littleEndian
    let isFalse = four == Self.fals && base[index + 4] == UInt8(ascii: "e")
    let end = index + (isFalse ? 5 : 4)
    guard isFalse || four == Self.tru || four == Self.null, Self.isEnd(base[end]) else { return false }
    if let node = path.node, four != Self.null {
      guard case .flag(let take) = projection.nodes[node].shape else { return false }
      token.start = offset + index
      state = .word
      try take(&builder, !isFalse)
    }
    index = end
    endValue()
    return true
  }

  /// The first four bytes of `true`, `false` and `null`, the first byte lowest.
  @inlinable static var tru: UInt32 { 0x6575_7274 }
  @inlinable static var fals: UInt32 { 0x736C_6166 }
  @inlinable static var null: UInt32 { 0x6C6C_756E }

  /// Returns true for a byte that ends a number or word: a comma or a closing bracket.
  @inlinable
  @inline(__always)
  static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }
}
