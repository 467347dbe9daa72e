/// One string, number or word on its way in; a chunk's end may cut it anywhere.
struct JSONToken: Sendable {
  /// Bytes of the body before it; for a string before its quote.
  private(set) var start = 0
  private(set) var hasEscapes = false
  private var isEscaped = false
  /// What earlier chunks held of it.
  private var earlier: [UInt8] = []

  mutating func begin(at offset: Int) {
    (start, hasEscapes, isEscaped) = (offset, false, false)
    if !earlier.isEmpty { earlier.removeAll(keepingCapacity: true) }
  }

  /// What a number, `true`, `false` or `null` may begin with.
  static func isWordStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): true
    default: false
    }
  }

  /// Moves `index` to the closing quote and says true, or to the end of the bytes.
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

  /// Moves `index` behind the number or word and says true, or to the end of the bytes.
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

  /// Puts by what this chunk holds of it.
  mutating func keep(_ part: UnsafeBufferPointer<UInt8>) { earlier.append(contentsOf: part) }

  /// Forgets a token that is too long. What follows makes it no shorter.
  mutating func drop(upTo length: Int) { earlier = Array(repeating: 0, count: length) }

  /// The whole token when a chunk's end has cut it: `part` behind what was put by. Nil when `part` is all of it.
  func joined(with part: UnsafeBufferPointer<UInt8>) -> [UInt8]? { earlier.isEmpty ? nil : earlier + part }

  /// Bytes so far, `more` of them in the chunk at hand.
  func length(with more: Int) -> Int { earlier.count + more }

  @inline(__always)
  private static func passPlain(_ bytes: UnsafeBufferPointer<UInt8>, from index: inout Int) {
    guard let base = bytes.baseAddress else { return }
    while index + ByteBlock.width <= bytes.count {
      let block = ByteBlock(base + index)
      let special =
        block.positions(of: UInt8(ascii: "\"")) | block.positions(of: UInt8(ascii: "\\")) | block.positions(below: 0x20)
      if !special.isEmpty {
        index += special.bits.trailingZeroBitCount
        return
      }
      index += ByteBlock.width
    }
    while index < bytes.count, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\""),
      bytes[index] != UInt8(ascii: "\\")
    { index += 1 }
  }
}
