internal import FoundationEssentials

/// The plain members of a JSON object and of the objects in it, read from an answer that may have been cut off
/// anywhere, or be no JSON at all. Numbers stay as they are written, so that an id of 19 digits is not rounded.
struct JSONMembers: Equatable, Sendable {
  /// A value that is no object and no array.
  enum Value: Equatable, Sendable {
    case text(String)
    /// A number, `true`, `false` or `null`.
    case literal(String)
  }

  /// By key, those of an object in the object by both keys: `result.message_id`. What lies deeper is passed over.
  private(set) var values: [String: Value] = [:]
  /// It begins like one; what a proxy says is mostly HTML.
  private(set) var isObject = false

  init(_ body: [UInt8]) {
    var reader = Reader(body)
    guard reader.next() == UInt8(ascii: "{") else { return }
    isObject = true
    _ = reader.object()
    values = reader.values
  }

  subscript(_ key: String) -> Value? { values[key] }

  /// The text of a string.
  func text(_ key: String) -> String? {
    guard case .text(let text)? = values[key] else { return nil }
    return text
  }

  /// A whole number within bounds, by default one that JSON carries exactly.
  func integer(_ key: String, in bounds: ClosedRange<Int> = Int.interoperable) -> Int? {
    guard case .literal(let digits)? = values[key] else { return nil }
    return Int(digits, in: bounds)
  }

  /// A number, or a string that holds one.
  func number(_ key: String) -> Double? {
    switch values[key] {
    case .text(let text), .literal(let text): Double(text)
    case nil: nil
    }
  }

  /// `true` or `false`.
  func flag(_ key: String) -> Bool? {
    guard case .literal(let word)? = values[key] else { return nil }
    return Bool(word)
  }
}

/// Walks over JSON by bytes, and stops where it makes no sense.
private struct Reader {
  var bytes: ArraySlice<UInt8>
  private(set) var values: [String: JSONMembers.Value] = [:]

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// The next byte that is no white space.
  mutating func next() -> UInt8? {
    bytes = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return bytes.popFirst()
  }

  /// Reads the rest of an object. Returns false when its end is missing.
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
      // At the end of the bytes nobody knows whether more digits were to come.
      if bytes.isEmpty { return false }
      keep(.literal(String(decoding: [first] + rest, as: UTF8.self)), key, parent)
      return true
    case _?, nil: return false
    }
  }

  private static let ends = Set(",]} \t\r\n".utf8)

  /// Of members with one name, the first counts.
  private mutating func keep(_ value: JSONMembers.Value, _ key: String, _ parent: String?) {
    let path = parent.map { "\($0).\(key)" } ?? key
    values[path] = values[path] ?? value
  }

  /// The rest of a string; nil when it does not end, or has an escape that is none.
  private mutating func string() -> String? {
    guard let raw = rawString() else { return nil }
    guard raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
    let quote = [UInt8(ascii: "\"")]
    return try? JSONDecoder().decode(String.self, from: Data(quote + raw + quote))
  }

  /// As it is written, nil when it does not end.
  private mutating func rawString() -> [UInt8]? {
    var (text, isEscaped) = ([UInt8](), false)
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "\""), !isEscaped { return text }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      text.append(byte)
    }
    return nil
  }

  /// Skips the rest of an object or array. Returns false when its end is missing.
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
