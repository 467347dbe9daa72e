/// A JSON value, written without white space and with its members in the order in which they were given.
enum JSON: Sendable {
  case string(String)
  case number(Int)
  case bool(Bool)
  case array([JSON])
  case object([(String, JSON)])
  case null
  /// Bytes that are JSON already.
  case written([UInt8])

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
    case .array(let elements): Self.write(elements, to: &bytes)
    case .object(let members): Self.write(members, to: &bytes)
    }
  }

  private static func write(_ elements: [JSON], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for position in 0..<elements.count {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      elements[position].write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Names of members are ours and need no escape.
  private static func write(_ members: [(String, JSON)], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for position in 0..<members.count {
      bytes += (position > 0 ? ",\"" : "\"").utf8
      bytes += members[position].0.utf8
      bytes += "\":".utf8
      members[position].1.write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Names and sentences of ours hold no control characters.
  private static func quote(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if Self.needsEscape(text) {
      for byte in text.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
      }
    } else {
      bytes += text.utf8
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// By pointer, for in a debug build an iterator takes ten times as long.
  private static func needsEscape(_ text: String) -> Bool {
    let isFound = text.utf8.withContiguousStorageIfAvailable { buffer in
      guard let first = buffer.baseAddress else { return false }
      var index = 0
      while index < buffer.count {
        if first[index] == 0x22 || first[index] == 0x5C { return true }
        index += 1
      }
      return false
    }
    return isFound ?? true
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }
}
