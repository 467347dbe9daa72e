public import LiveModel

/// A string, number or word being read. It may be cut anywhere by the end of a chunk.
@usableFromInline
struct JSONToken: Sendable {
  /// Offset in the body of the first byte; for a string, of its opening quote.
  @usableFromInline var start = 0
  @usableFromInline var hasEscapes = false
  @usableFromInline var isEscaped = false
  /// Bytes of the token from earlier chunks.
  @usableFromInline var earlier: [UInt8] = []

  @inlinable
  mutating func begin(at offset: Int) {
    (start, hasEscapes, isEscaped) = (offset, false, false)
    if !earlier.isEmpty { earlier.removeAll(keepingCapacity: true) }
  }

  /// Returns true for the first byte of a number, `true`, `false` or `null`.
  @inlinable
  static func isWordStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): true
    default: false
    }
  }

  /// Moves `index` to the closing quote and returns true, or to the end of the bytes and returns false.
  @inlinable
  mutating func findQuote(_ bytes: UnsafeBufferPointer<UInt8>, from index: inout Int) throws(JSONFault) -> Bool {
    if isEscaped {
      index += 1
      isEscaped = false
    }
    while index < bytes.count {
      Self.passPlain(bytes, from: &index)
      guard index < bytes.count else { break }
      if bytes[index] == UInt8(ascii: "\"") { return true }
      guard bytes[index] == UInt8(ascii: "\\") else {
        throw JSONFault(.malformed, "\(JSONFault.shown(bytes[index])) in a string", at: index)
      }
      hasEscapes = true
      isEscaped = index + 1 == bytes.count
      index += isEscaped ? 1 : 2
    }
    return false
  }

  /// Moves `index` past the number or word and returns true, or to the end of the bytes and returns false.
  @inlinable
  func findEnd(_ bytes: UnsafeBufferPointer<UInt8>, from index: inout Int) -> Bool {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"):
        index += 1
      default: return true
      }
    }
    return false
  }

  /// Stores the part of the token that this chunk contains.
  @inlinable
  mutating func keep(_ part: UnsafeBufferPointer<UInt8>) { earlier.append(contentsOf: part) }

  /// Drops the bytes of a token that is too long, and fixes its length at `length` or more.
  @usableFromInline
  mutating func drop(upTo length: Int) { earlier = Array(repeating: 0, count: length) }

  /// Returns the stored parts followed by `part`; nil if `part` is the whole token.
  @inlinable
  func joined(with part: UnsafeBufferPointer<UInt8>) -> [UInt8]? { earlier.isEmpty ? nil : earlier + part }

  /// Returns the length in bytes, with `more` bytes in the current chunk.
  @inlinable
  func length(with more: Int) -> Int { earlier.count + more }

  /// Returns the positions of quotes, backslashes and control characters.
  @inlinable
  @inline(__always)
  static func specials(_ block: ByteBlock) -> ByteBlock.Positions {
    block.positions(of: UInt8(ascii: "\"")) | block.positions(of: UInt8(ascii: "\\")) | block.positions(below: 0x20)
  }

  @inlinable
  @inline(__always)
  static func passPlain(_ bytes: UnsafeBufferPointer<UInt8>, from index: inout Int) {
    guard let base = bytes.baseAddress else { return }
    while index + ByteBlock.width <= bytes.count {
      let special = specials(ByteBlock(base + index))
      if !special.isEmpty {
        index += special.first
        return
      }
      index += ByteBlock.width
    }
    while index < bytes.count, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\""),
      bytes[index] != UInt8(ascii: "\\")
    { index += 1 }
  }
}
