/// Reads one JSON document byte by byte.
/// Source: RFC 8259. Bound: 100 levels of nesting.
struct JSONReader {
  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  mutating func document() throws(JSONSyntaxFault) -> JSONValue {
    let value = try value()
    guard offset == bytes.count else { throw fault("more than one value") }
    return value
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func fault(_ message: String) -> JSONSyntaxFault { JSONSyntaxFault(offset: offset, message: message) }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  /// Reads a value and the whitespace on both sides of it.
  private mutating func value() throws(JSONSyntaxFault) -> JSONValue {
    skipSpace()
    depth += 1
    defer { depth -= 1 }
    guard depth <= 100 else { throw fault("nested too deeply") }
    let value: JSONValue
    switch next {
    case UInt8(ascii: "{"): value = .object(try members())
    case UInt8(ascii: "["): value = .array(try elements())
    case UInt8(ascii: "\""): value = .string(try string())
    case UInt8(ascii: "t"): value = try word("true", .bool(true))
    case UInt8(ascii: "f"): value = try word("false", .bool(false))
    case UInt8(ascii: "n"): value = try word("null", .null)
    default: value = .number(try number())
    }
    skipSpace()
    return value
  }

  private mutating func word(_ text: String, _ value: JSONValue) throws(JSONSyntaxFault) -> JSONValue {
    guard bytes[offset...].starts(with: text.utf8) else { throw fault("no value") }
    offset += text.utf8.count
    return value
  }

  private mutating func members() throws(JSONSyntaxFault) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    offset += 1
    skipSpace()
    if take("}") { return members }
    repeat {
      skipSpace()
      let name = try string()
      guard members[name] == nil else { throw fault("a name stands twice") }
      skipSpace()
      guard take(":") else { throw fault("no ':' behind a name") }
      members[name] = try value()
    } while take(",")
    guard take("}") else { throw fault("no end of an object") }
    return members
  }

  private mutating func elements() throws(JSONSyntaxFault) -> [JSONValue] {
    var elements: [JSONValue] = []
    offset += 1
    skipSpace()
    if take("]") { return elements }
    repeat { elements.append(try value()) } while take(",")
    guard take("]") else { throw fault("no end of an array") }
    return elements
  }

  private mutating func digits() throws(JSONSyntaxFault) {
    let start = offset
    while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
    guard offset > start else { throw fault("no value") }
  }

  private mutating func number() throws(JSONSyntaxFault) -> Double {
    let start = offset
    _ = take("-")
    let isZero = next == UInt8(ascii: "0")
    if isZero { offset += 1 } else { try digits() }
    if isZero, let byte = next, (0x30...0x39).contains(byte) { throw fault("a number begins with 0") }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    guard let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)), number.isFinite else {
      throw fault("a number that is too large")
    }
    return number
  }

  private mutating func string() throws(JSONSyntaxFault) -> String {
    guard take("\"") else { throw fault("no text") }
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw fault("a control character in a text") }
      offset += 1
      if byte == UInt8(ascii: "\\") { text += try escaped() } else { text.append(byte) }
    }
    guard take("\"") else { throw fault("no end of a text") }
    guard let string = String(validating: text, as: UTF8.self) else { throw fault("a text that is not UTF-8") }
    return string
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "/"): UInt8(ascii: "/"),
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "t"): 0x09,
  ]

  private mutating func escaped() throws(JSONSyntaxFault) -> [UInt8] {
    guard let byte = next else { throw fault("no end of a text") }
    offset += 1
    if let plain = Self.escapes[byte] { return [plain] }
    guard byte == UInt8(ascii: "u") else { throw fault("an unknown escape") }
    var unit = try hexUnit()
    if (0xD800..<0xDC00).contains(unit) {
      guard take("\\"), take("u") else { throw fault("half a surrogate pair") }
      let low = try hexUnit()
      guard (0xDC00..<0xE000).contains(low) else { throw fault("half a surrogate pair") }
      unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(unit) else { throw fault("half a surrogate pair") }
    return Array(String(scalar).utf8)
  }

  private mutating func hexUnit() throws(JSONSyntaxFault) -> UInt32 {
    let digits = bytes[offset...].prefix(4)
    let isHex = digits.count == 4 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard isHex, let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw fault("an unknown escape")
    }
    offset += 4
    return unit
  }
}
