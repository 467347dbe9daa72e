public import LiveModel

/// The reason why scanning stops. The scanner converts it to a `DecodeFault` by adding the offset and the path.
@usableFromInline
package struct JSONFault: Error {
  @usableFromInline package var kind: DecodeFault.Kind
  @usableFromInline package var message: String
  /// Index in the current chunk, negative for an earlier chunk; nil for the token or byte being read.
  @usableFromInline package var index: Int?
  /// Path relative to the value being read: `about.inning`.
  @usableFromInline package var path: String

  @usableFromInline
  package init(_ kind: DecodeFault.Kind, _ message: String, at index: Int? = nil, path: String = "") {
    (self.kind, self.message, self.index, self.path) = (kind, message, index, path)
  }

  /// Returns a fault for an absent member that a snapshot requires.
  @usableFromInline
  package static func missing(_ path: String) -> JSONFault {
    let member = path.split(separator: ".").last ?? ""
    return JSONFault(.missing, "'\(member)' is missing", path: path)
  }

  /// Returns the byte for a message: `'x'`, or `byte 0x0A` if it is not printable ASCII.
  @usableFromInline
  static func shown(_ byte: UInt8) -> String {
    guard (0x20..<0x7F).contains(byte) else {
      let digits = String(byte, radix: 16, uppercase: true)
      return "byte 0x" + String(repeating: "0", count: 2 - digits.count) + digits
    }
    return "'\(Character(Unicode.Scalar(byte)))'"
  }
}
