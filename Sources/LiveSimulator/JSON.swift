/// A JSON value, written without white space and with its members in the order in which they were given.
enum JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  case string(String)
  case number(Int)
  case bool(Bool)
  case array([JSON])
  case object([(String, JSON)])
  case null
  /// Bytes that are JSON already.
  case written([UInt8])

  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }

  /// The members behind those of an object.
  func adding(_ members: [(String, JSON)]) -> JSON {
    guard case .object(let own) = self else { return self }
    return .object(own + members)
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .string(let text): Self.quote(text, to: &bytes)
    case .number(let number): bytes += String(number).utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    case .written(let own): bytes += own
    case .array(let elements):
      Self.list(elements, "[", "]", to: &bytes) { $0.write(to: &$1) }
    case .object(let members):
      Self.list(members, "{", "}", to: &bytes) { member, bytes in
        Self.quote(member.0, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.1.write(to: &bytes)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], _ open: String, _ close: String, to bytes: inout [UInt8],
    write: (Element, inout [UInt8]) -> Void
  ) {
    bytes += open.utf8
    for (position, element) in elements.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      write(element, &bytes)
    }
    bytes += close.utf8
  }

  /// Names and sentences of ours hold no control characters.
  private static func quote(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
