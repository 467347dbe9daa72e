internal import FoundationEssentials
internal import LiveModel

/// The scalar members of a JSON object and of the objects directly in it. The input may be truncated anywhere, or no
/// JSON at all. Numbers keep their digits, so that an id of 19 digits is not rounded.
struct JSONMembers: Equatable, Sendable {
  /// A value that is neither an object nor an array.
  enum Value: Equatable, Sendable {
    case text(String)
    /// A number, `true`, `false` or `null`.
    case literal(String)
  }

  /// The values by key. A member of a nested object has both keys: `result.message_id`. Deeper members are skipped.
  private(set) var values: [String: Value] = [:]
  /// Whether the input begins like an object. A proxy's answer is usually HTML.
  private(set) var isObject = false

  init(_ body: [UInt8]) {
    var reader = Reader(body)
    guard reader.next() == UInt8(ascii: "{") else { return }
    isObject = true
    _ = reader.object()
    values = reader.values
  }

  subscript(_ key: String) -> Value? { values[key] }

  /// Returns the text of a string.
  func text(_ key: String) -> String? {
    guard case .text(let text)? = values[key] else { return nil }
    return text
  }

  /// The words of a service about an error, in one of the usual members; nil without any.
  var errorText: String? {
    Self.errorKeys.lazy.compactMap(text).first { $0.contains { !$0.isWhitespace } }
  }

  /// The sentences come before the codes.
  ///
  /// - Source: Discord, Slack, ntfy and most APIs; RFC 9457 §3.1; RFC 6749 §5.2.
  private static let errorKeys = [
    "message", "error.message", "description", "error_description", "errorDescription", "detail", "error", "title",
  ]

  /// Returns an integer within bounds. The default bounds are those that JSON carries exactly.
  func integer(_ key: String, in bounds: ClosedRange<Int> = Int.interoperable) -> Int? {
    guard case .literal(let digits)? = values[key] else { return nil }
    return Int(digits, in: bounds)
  }

  /// Returns a number, written as such or as a string.
  func number(_ key: String) -> Double? {
    switch values[key] {
    case .text(let text), .literal(let text): Double(text)
    case nil: nil
    }
  }

  /// Returns a boolean.
  func flag(_ key: String) -> Bool? {
    guard case .literal(let word)? = values[key] else { return nil }
    return Bool(word)
  }
}

/// A JSON scanner over bytes, which stops at the first syntax error.
private struct Reader {
  var bytes: ArraySlice<UInt8>
  private(set) var values: [String: JSONMembers.Value] = [:]

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// Returns the next byte that is not white space.
  mutating func next() -> UInt8? {
    bytes = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return bytes.popFirst()
  }

  /// Reads the rest of an object; false if its end was not reached.
  mutating func object(in parent: String? = nil) -> Bool {
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "}"): return true
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "\""):
        guard let key = string(), next() == UInt8(ascii: ":"), value(of: key, in: parent) else { return false }
      default: return false
      }
    }
    return false
  }

  private mutating func value(of key: String, in parent: String?) -> Bool {
    switch next() {
    case UInt8(ascii: "\"")?: return string().map { keep(.text($0), key, parent) } != nil
    case UInt8(ascii: "{")? where parent == nil: return object(in: key)
    case UInt8(ascii: "{")?, UInt8(ascii: "[")?: return pass()
    case let first? where !Self.ends.contains(first):
      let rest = bytes.prefix { !Self.ends.contains($0) }
      bytes = bytes.dropFirst(rest.count)
      // At the end of the input, more digits may be missing.
      if bytes.isEmpty { return false }
      keep(.literal(String(decoding: [first] + rest, as: UTF8.self)), key, parent)
      return true
    case _?, nil: return false
    }
  }

  private static let ends = Set(",]} \t\r\n".utf8)

  /// Keeps the first of several members with the same key.
  private mutating func keep(_ value: JSONMembers.Value, _ key: String, _ parent: String?) {
    let path = parent.map { "\($0).\(key)" } ?? key
    values[path] = values[path] ?? value
  }

  /// Reads the rest of a string; nil if it does not end or has an invalid escape.
  private mutating func string() -> String? {
    guard let raw = rawString() else { return nil }
    guard raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
    let quote = [UInt8(ascii: "\"")]
    return try? JSONDecoder().decode(String.self, from: Data(quote + raw + quote))
  }

  /// Reads the rest of a string with its escapes; nil if it does not end.
  private mutating func rawString() -> [UInt8]? {
    var (text, isEscaped) = ([UInt8](), false)
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "\""), !isEscaped { return text }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      text.append(byte)
    }
    return nil
  }

  /// Skips the rest of an object or array; false if it does not end.
  private mutating func pass() -> Bool {
    var depth = 1
    while depth > 0, let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): _ = rawString()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return depth == 0
  }
}
