/// Why scanning stops. The scanner, which knows offset and path, makes a `DecodeFault` of it.
struct JSONFault: Error {
  var kind: DecodeFault.Kind
  var message: String
  /// In the chunk at hand, negative when it lies in an earlier one; nil for the token or byte being read.
  var index: Int?
  /// Below the value being read: `about.inning`.
  var path: String

  init(_ kind: DecodeFault.Kind, _ message: String, at index: Int? = nil, path: String = "") {
    (self.kind, self.message, self.index, self.path) = (kind, message, index, path)
  }

  /// A member that a snapshot cannot do without.
  static func missing(_ path: String) -> JSONFault {
    let member = path.split(separator: ".").last ?? ""
    return JSONFault(.missing, "'\(member)' is missing", path: path)
  }

  /// `'x'`, or `byte 0x0A` for what cannot be shown.
  static func shown(_ byte: UInt8) -> String {
    guard (0x20..<0x7F).contains(byte) else {
      let digits = String(byte, radix: 16, uppercase: true)
      return "byte 0x" + String(repeating: "0", count: 2 - digits.count) + digits
    }
    return "'\(Character(Unicode.Scalar(byte)))'"
  }
}
