/// The plain members of a JSON object at its top level, read from an answer that may have been cut off anywhere, or be
/// no JSON at all. Numbers stay as they are written, so that an id of 19 digits is not rounded.
struct JSONMembers: Equatable, Sendable {
  /// A value that is no object and no array.
  enum Value: Equatable, Sendable {
    /// Without an escape in it.
    case text(String)
    /// A number, `true`, `false` or `null`.
    case literal(String)
  }

  private(set) var values: [String: Value] = [:]
  /// It begins like one; what a proxy says is mostly HTML.
  private(set) var isObject = false

  init(_ body: [UInt8]) {
    var reader = Reader(bytes: body[...])
    guard reader.next() == UInt8(ascii: "{") else { return }
    isObject = true
    while let key = reader.member() {
      if let value = reader.value() { values[key] = values[key] ?? value }
      guard reader.next() == UInt8(ascii: ",") else { return }
    }
  }

  subscript(_ key: String) -> Value? { values[key] }

  /// The text of a string.
  func text(_ key: String) -> String? {
    guard case .text(let text)? = values[key] else { return nil }
    return text
  }

  /// A number, or a string that holds one.
  func number<Number: LosslessStringConvertible>(_ key: String) -> Number? {
    switch values[key] {
    case .text(let text), .literal(let text): Number(text)
    case nil: nil
    }
  }

  func isTrue(_ key: String) -> Bool { values[key] == .literal("true") }
}

/// Walks over JSON by bytes, and stops where it makes no sense.
private struct Reader {
  var bytes: ArraySlice<UInt8>

  /// The next byte that is no white space.
  mutating func next() -> UInt8? {
    bytes = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return bytes.popFirst()
  }

  /// A key and its colon.
  mutating func member() -> String? {
    guard next() == UInt8(ascii: "\""), let key = string(), next() == UInt8(ascii: ":") else { return nil }
    return key
  }

  /// A plain value; nil when it was passed over, for it holds others or an escape, or ended too early.
  mutating func value() -> JSONMembers.Value? {
    switch next() {
    case UInt8(ascii: "\"")?:
      guard let text = string(), !text.contains("\\") else { return nil }
      return .text(text)
    case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
      pass()
      return nil
    case let first?:
      let rest = bytes.prefix { !Self.ends.contains($0) }
      bytes = bytes.dropFirst(rest.count)
      // At the end of the bytes nobody knows whether more digits were to come.
      return bytes.isEmpty ? nil : .literal(String(decoding: [first] + rest, as: UTF8.self))
    case nil: return nil
    }
  }

  private static let ends = Set(",]} \t\r\n".utf8)

  /// The rest of a string as it is written, nil when it does not end.
  private mutating func string() -> String? {
    var (text, isEscaped) = ([UInt8](), false)
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "\""), !isEscaped { return String(decoding: text, as: UTF8.self) }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      text.append(byte)
    }
    return nil
  }

  /// What is left of an object or array that has begun.
  private mutating func pass() {
    var depth = 1
    while depth > 0, let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): _ = string()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
  }
}
