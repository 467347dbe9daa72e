internal import LiveModel

/// A string, number or word being read. It may be cut anywhere by the end of a chunk.
struct JSONToken: Sendable {
  /// Offset in the body of the first byte; for a string, of its opening quote.
  private(set) var start = 0
  private(set) var hasEscapes = false
  private var isEscaped = false
  /// Bytes of the token from earlier chunks.
  private var earlier: [UInt8] = []

  mutating func begin(at offset: Int) {
    (start, hasEscapes, isEscaped) = (offset, false, false)
    if !earlier.isEmpty { earlier.removeAll(keepingCapacity: true) }
  }

  /// Returns true for the first byte of a number, `true`, `false` or `null`.
  static func isWordStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): true
    default: false
    }
  }

  /// Moves `index` to the closing quote and returns true, or to the end of the bytes and returns false.
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
  mutating func keep(_ part: UnsafeBufferPointer<UInt8>) { earlier.append(contentsOf: part) }

  /// Drops the bytes of a token that is too long, and fixes its length at `length` or more.
  mutating func drop(upTo length: Int) { earlier = Array(repeating: 0, count: length) }

  /// Returns the stored parts followed by `part`; nil if `part` is the whole token.
  func joined(with part: UnsafeBufferPointer<UInt8>) -> [UInt8]? { earlier.isEmpty ? nil : earlier + part }

  /// Returns the length in bytes, with `more` bytes in the current chunk.
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

/// The bytes of one string with its escapes resolved. Valid only during the call that passes it.
struct JSONText {
  let bytes: UnsafeBufferPointer<UInt8>

  /// The text, with invalid UTF-8 replaced by U+FFFD, so that one damaged character in a name does not cost the whole
  /// game.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns at most the first `length` bytes, cut between two UTF-8 sequences.
  func prefix(_ length: Int) -> JSONText {
    guard bytes.count > length else { return self }
    var end = length
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return JSONText(bytes: UnsafeBufferPointer(rebasing: bytes[..<end]))
  }

  /// Resolves the escapes of `raw`, the bytes between two quotes, which begin at index `start` of the chunk. An
  /// unpaired surrogate becomes U+FFFD.
  static func unescape(_ raw: UnsafeBufferPointer<UInt8>, at start: Int) throws(JSONFault) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(raw.count)
    var index = 0
    while index < raw.count {
      guard raw[index] == UInt8(ascii: "\\") else {
        plain.append(raw[index])
        index += 1
        continue
      }
      let escape = index
      index += 2
      if raw[escape + 1] == UInt8(ascii: "u") {
        let scalar = try scalar(raw, from: &index, at: start)
        plain.append(contentsOf: String(Character(scalar)).utf8)
      } else if let byte = simple(raw[escape + 1]) {
        plain.append(byte)
      } else {
        throw JSONFault(.malformed, "unknown escape '\\' and \(JSONFault.shown(raw[escape + 1]))", at: start + escape)
      }
    }
    return plain
  }

  private static func simple(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// Reads the digits after `\u`. Moves `index` past them, or past those of the second half of a surrogate pair.
  private static func scalar(
    _ raw: UnsafeBufferPointer<UInt8>, from index: inout Int, at start: Int
  ) throws(JSONFault) -> Unicode.Scalar {
    guard let first = unit(raw, at: index) else {
      throw JSONFault(.malformed, "expected four hexadecimal digits after '\\u'", at: start + index - 2)
    }
    index += 4
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), index + 6 <= raw.count,
      raw[index] == UInt8(ascii: "\\"), raw[index + 1] == UInt8(ascii: "u"),
      let second = unit(raw, at: index + 2), (0xDC00..<0xE000).contains(second)
    else { return "\u{FFFD}" }
    index += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private static func unit(_ raw: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32? {
    guard index + 4 <= raw.count else { return nil }
    var value: UInt32 = 0
    for byte in raw[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

/// One number in its textual form. Valid only during the call that passes it.
struct JSONNumber: CustomStringConvertible {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isWhole: Bool

  var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Fails for text that is not a number by RFC 8259, such as `01`, `1.`, `+1` and `NaN`.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var rest = bytes[...]
    Self.skip(UInt8(ascii: "-"), in: &rest)
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let digits = Self.skipDigits(in: &rest)
    guard digits == 1 || digits > 1 && !startsWithZero else { return nil }
    isWhole = rest.isEmpty
    if Self.skip(UInt8(ascii: "."), in: &rest) {
      guard Self.skipDigits(in: &rest) > 0 else { return nil }
    }
    if Self.skip(UInt8(ascii: "e"), in: &rest) || Self.skip(UInt8(ascii: "E"), in: &rest) {
      if !Self.skip(UInt8(ascii: "+"), in: &rest) { Self.skip(UInt8(ascii: "-"), in: &rest) }
      guard Self.skipDigits(in: &rest) > 0 else { return nil }
    }
    guard rest.isEmpty else { return nil }
    self.bytes = bytes
  }

  /// The value; nil for a fraction or a number out of range. `2.0` and `2e0` are 2, as for `JSONDecoder`.
  var integer: Int? {
    guard isWhole, bytes.count <= 18 else {
      return isWhole ? Int(description) : Double(description).flatMap(Int.init(exactly:))
    }
    let isNegative = bytes[0] == UInt8(ascii: "-")
    var value = 0
    for byte in bytes[(isNegative ? 1 : 0)...] { value = value &* 10 &+ Int(byte &- UInt8(ascii: "0")) }
    return isNegative ? -value : value
  }

  @discardableResult
  private static func skip(_ byte: UInt8, in rest: inout UnsafeBufferPointer<UInt8>.SubSequence) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  private static func skipDigits(in rest: inout UnsafeBufferPointer<UInt8>.SubSequence) -> Int {
    let before = rest.count
    while let byte = rest.first, byte.isASCIIDigit { rest.removeFirst() }
    return before - rest.count
  }
}
