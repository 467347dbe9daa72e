package import LiveModel

/// The bytes of one string with its escapes resolved. Valid only during the call that passes it.
@usableFromInline
package struct JSONText {
  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>

  @inlinable
  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The text, with invalid UTF-8 replaced by U+FFFD, so that one damaged character in a name does not cost the whole
  /// game.
  @inlinable
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The instant that the text names by RFC 3339; nil for any other text.
  package var time: Timestamp? { Timestamp(rfc3339: bytes) }

  /// Returns at most the first `length` bytes, cut between two UTF-8 sequences.
  @usableFromInline
  func prefix(_ length: Int) -> JSONText {
    guard bytes.count > length else { return self }
    var end = length
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return JSONText(bytes: UnsafeBufferPointer(rebasing: bytes[..<end]))
  }

  /// Resolves the escapes of `raw`, the bytes between two quotes, which begin at index `start` of the chunk. An
  /// unpaired surrogate becomes U+FFFD.
  @usableFromInline
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
