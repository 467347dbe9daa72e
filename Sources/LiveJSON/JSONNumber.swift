internal import LiveModel

/// One number in its textual form. Valid only during the call that passes it.
@usableFromInline
struct JSONNumber: CustomStringConvertible {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isWhole: Bool

  @usableFromInline var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Fails for text that is not a number by RFC 8259, such as `01`, `1.`, `+1` and `NaN`.
  @usableFromInline
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
  @usableFromInline var integer: Int? {
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
