/// Reads tokens that lie whole in the chunk, without the state machine.
///
/// Every function here returns false at what is rare: a token near the end of the chunk, an escape, a value of the wrong type,
/// a fraction, a fault. The state machine then reads that token from its start.
extension JSONScanner {
  /// Bytes that must follow the start of a key: two blocks, its quotes and its colon.
  @inlinable static var margin: Int { 64 }
  /// Bytes that must follow the start of a value: a quote and a block, or a number with a fraction and the byte after it.
  @inlinable static var valueMargin: Int { 32 }
  /// The longest key that is read here: two blocks.
  @inlinable static var longestKey: Int { 2 * ByteBlock.width - 1 }

  /// Reads tokens up to the first that it cannot read.
  @inlinable
  mutating func scanTokens(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONFault) {
    guard limits.number >= Self.margin, limits.key >= Self.longestKey, let base = bytes.baseAddress else { return }
    let last = bytes.count - Self.margin
    // A local variable stays in a register.
    var place = index
    defer { index = place }
    while place < last {
      let isRead =
        switch state {
        case .afterValue: try readSeparator(base, &place, upTo: last)
        case .nextKey, .firstKey: try readMembers(bytes, base, &place, upTo: last)
        case .value: try readValue(bytes, base, &place)
        case .firstElement: try readFirstElement(base, &place)
        default: false
        }
      guard isRead else { return }
    }
  }

  /// Reads the ends of objects and arrays up to a comma.
  @inlinable
  @inline(__always)
  mutating func readSeparator(
    _ base: UnsafePointer<UInt8>, _ place: inout Int, upTo last: Int
  ) throws(JSONFault) -> Bool {
    var byte = base[place]
    while byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
      try close(byte, at: place)
      place &+= 1
      guard state == .afterValue, place < last else { return true }
      byte = base[place]
    }
    guard byte == UInt8(ascii: ",") else { return false }
    place &+= 1
    comma()
    return true
  }

  /// Reads the start of an array: its end, or the first element.
  @inlinable
  @inline(__always)
  mutating func readFirstElement(_ base: UnsafePointer<UInt8>, _ place: inout Int) throws(JSONFault) -> Bool {
    let byte = base[place]
    guard byte > 0x20 else { return false }
    if byte == UInt8(ascii: "]") {
      try close(byte, at: place)
      place &+= 1
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
    _ bytes: UnsafeBufferPointer<UInt8>, _ base: UnsafePointer<UInt8>, _ place: inout Int, upTo last: Int
  ) throws(JSONFault) -> Bool {
    repeat {
      guard readKey(base, &place) else { return false }
      state = .value
      guard try readValue(bytes, base, &place) else { return false }
      guard state == .afterValue, place < last, base[place] == UInt8(ascii: ",") else { return true }
      place &+= 1
      state = .nextKey
    } while place < last
    return true
  }

  /// Reads a key with its colon. Returns false if it is long, has escapes or is not followed by a colon.
  @inlinable
  @inline(__always)
  mutating func readKey(_ base: UnsafePointer<UInt8>, _ place: inout Int) -> Bool {
    guard base[place] == UInt8(ascii: "\"") else { return false }
    let start = place &+ 1
    let block = ByteBlock(base + start)
    let special = JSONToken.specials(block)
    guard !special.isEmpty else { return readLongKey(base, &place) }
    let length = special.first
    guard Self.isKeyEnd(base + (start &+ length)) else { return false }
    place = start &+ length &+ 2
    let key = ProjectionKey(block, length: length)
    let entry = projection.table.slot(of: key, in: path.innermost.node)
    if entry.key == key, path.innermost.seen & entry.bit == 0 {
      path.innermost.seen |= entry.bit
      path.enter(entry.member)
    } else {
      selectOther(UnsafeBufferPointer(start: base + start, count: length), at: start)
    }
    return true
  }

  /// Reads a key of sixteen bytes or more.
  @inlinable
  mutating func readLongKey(_ base: UnsafePointer<UInt8>, _ place: inout Int) -> Bool {
    let start = place &+ 1
    let special = JSONToken.specials(ByteBlock(base + (start &+ ByteBlock.width)))
    let length = ByteBlock.width &+ special.first
    guard !special.isEmpty, Self.isKeyEnd(base + (start &+ length)) else { return false }
    place = start &+ length &+ 2
    let first = offset &+ start
    path.nextMember(
      UnsafeBufferPointer(start: base + start, count: length), at: Range(uncheckedBounds: (first, first &+ length)),
      of: projection)
    return true
  }

  /// Selects a member of a map, one outside of the projection, or one that was seen before.
  @inlinable
  @inline(__always)
  mutating func selectOther(_ key: UnsafeBufferPointer<UInt8>, at start: Int) {
    let first = offset &+ start
    let place = Range(uncheckedBounds: (first, first &+ key.count))
    if projection.nodes[path.innermost.node].kind == .map {
      path.nextMember(key, at: place, of: projection)
    } else {
      path.enterUnknown(key, at: place)
    }
  }

  /// Returns true at the closing quote of a key with its colon.
  @inlinable
  @inline(__always)
  static func isKeyEnd(_ pointer: UnsafePointer<UInt8>) -> Bool {
    UnsafeRawPointer(pointer).loadUnaligned(as: UInt16.self).littleEndian == 0x3A22
  }

  /// Reads a whole value, or the start of one that is kept.
  @inlinable
  @inline(__always)
  mutating func readValue(
    _ bytes: UnsafeBufferPointer<UInt8>, _ base: UnsafePointer<UInt8>, _ place: inout Int
  ) throws(JSONFault) -> Bool {
    guard place &+ Self.valueMargin <= bytes.count else { return false }
    let byte = base[place]
    switch byte {
    case UInt8(ascii: "\""): return try readText(bytes, base, &place)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if let node = path.node, fits(node, byte) {
        try openKept(node, isObject: byte == UInt8(ascii: "{"))
        place &+= 1
        return true
      }
      try open(byte)
      place &+= 1
      guard state == .skipping else { return true }
      var index = place
      try skipper.skip(bytes, from: &index)
      place = index
      if skipper.depth == 0 { endValue() }
      return true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return try readNumber(base, &place)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return try readWholeWord(base, &place)
    default: return false
    }
  }

  /// Returns true if the object or array is of the right type and within all bounds.
  @inlinable
  @inline(__always)
  func fits(_ node: Int, _ opening: UInt8) -> Bool {
    projection.nodes[node].opening == opening && path.innermost.position < projection.nodes[node].mostElements
      && limits.kept &- kept >= JSONLimits.container && path.depth < limits.depth
  }

  /// Reads a text. At least one block follows its quote.
  @inlinable
  @inline(__always)
  mutating func readText(
    _ bytes: UnsafeBufferPointer<UInt8>, _ base: UnsafePointer<UInt8>, _ place: inout Int
  ) throws(JSONFault) -> Bool {
    let start = place &+ 1
    var end = start
    let special = JSONToken.specials(ByteBlock(base + start))
    if special.isEmpty {
      end = start &+ ByteBlock.width
      JSONToken.passPlain(bytes, from: &end)
      guard end < bytes.count else { return false }
    } else {
      end = start &+ special.first
    }
    guard base[end] == UInt8(ascii: "\"") else { return false }
    if let node = path.node {
      let count = end &- start
      guard let take = projection.nodes[node].text, count <= projection.nodes[node].mostBytes, count <= limits.text,
        limits.kept &- kept >= count
      else { return false }
      kept &+= count
      // A fault of the builder names the place of the token.
      token.start = offset &+ place
      state = .text
      try take(&builder, JSONText(bytes: UnsafeBufferPointer(start: base + start, count: count)))
    }
    place = end &+ 1
    endValue()
    return true
  }

  /// Reads a whole number of at most 18 digits, and any number without an exponent that is skipped.
  @inlinable
  @inline(__always)
  mutating func readNumber(_ base: UnsafePointer<UInt8>, _ place: inout Int) throws(JSONFault) -> Bool {
    let isNegative = base[place] == UInt8(ascii: "-")
    let start = isNegative ? place &+ 1 : place
    var end = start
    var value = 0
    while end &- start < 18, base[end] &- UInt8(ascii: "0") < 10 {
      value = value &* 10 &+ Int(base[end] &- UInt8(ascii: "0"))
      end &+= 1
    }
    guard end > start, end == start &+ 1 || base[start] != UInt8(ascii: "0") else { return false }
    if let node = path.node {
      if isNegative { value = 0 &- value }
      guard Self.isEnd(base[end]), let take = projection.nodes[node].integer,
        projection.nodes[node].range.contains(value)
      else { return false }
      token.start = offset &+ place
      state = .word
      try take(&builder, value)
    } else if base[end] == UInt8(ascii: ".") {
      let fraction = end &+ 1
      end = fraction
      while end &- place < Self.valueMargin &- 2, base[end] &- UInt8(ascii: "0") < 10 { end &+= 1 }
      guard end > fraction, Self.isEnd(base[end]) else { return false }
    } else {
      guard Self.isEnd(base[end]) else { return false }
    }
    place = end
    endValue()
    return true
  }

  @inlinable
  @inline(__always)
  mutating func readWholeWord(_ base: UnsafePointer<UInt8>, _ place: inout Int) throws(JSONFault) -> Bool {
    let four = UnsafeRawPointer(base + place).loadUnaligned(as: UInt32.self).littleEndian
    let isFalse = four == Self.fals && base[place &+ 4] == UInt8(ascii: "e")
    let end = place &+ (isFalse ? 5 : 4)
    guard isFalse || four == Self.tru || four == Self.null, Self.isEnd(base[end]), path.depth > 0 else { return false }
    if let node = path.node, four != Self.null {
      guard let take = projection.nodes[node].flag else { return false }
      token.start = offset &+ place
      state = .word
      try take(&builder, !isFalse)
    }
    place = end
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
