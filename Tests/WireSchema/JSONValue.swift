/// A JSON document, parsed strictly by RFC 8259. A repeated name in an object is an error, because parsers differ in
/// its meaning.
public indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Parses a whole document.
  public init(_ bytes: some Sequence<UInt8>) throws(JSONSyntaxFault) {
    var reader = JSONReader(bytes)
    self = try reader.document()
  }

  /// Parses a whole document.
  public init(text: String) throws(JSONSyntaxFault) { try self.init(text.utf8) }

  /// A member of an object; nil if there is none. Setting nil removes it; on anything but an object it has no effect.
  public subscript(name: String) -> JSONValue? {
    get {
      guard case .object(let members) = self else { return nil }
      return members[name]
    }
    set {
      guard case .object(var members) = self else { return }
      members[name] = newValue
      self = .object(members)
    }
  }

  /// The value at a path of member names; elements of arrays are named by their index.
  public subscript(path path: ArraySlice<Substring>) -> JSONValue? {
    get {
      guard let first = path.first else { return self }
      return child(String(first))?[path: path.dropFirst()]
    }
    set {
      guard let first = path.first.map(String.init) else { return newValue.map { self = $0 } ?? () }
      guard path.count > 1 else { return set(first, to: newValue) }
      var inner = child(first)
      inner?[path: path.dropFirst()] = newValue
      set(first, to: inner)
    }
  }

  private func child(_ name: String) -> JSONValue? {
    guard case .array(let elements) = self else { return self[name] }
    return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
  }

  private mutating func set(_ name: String, to value: JSONValue?) {
    guard case .array(var elements) = self else { return self[name] = value }
    guard let index = Int(name), elements.indices.contains(index) else { return }
    if let value { elements[index] = value } else { elements.remove(at: index) }
    self = .array(elements)
  }
}

extension JSONValue: CustomStringConvertible {
  /// JSON in one line, names sorted.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    case .string(let text): Self.quoted(text)
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
    case .object(let members):
      "{" + members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value)" }.joined(separator: ",") + "}"
    }
  }
  private static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{20}"...: String(scalar)
      default: "\\u00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))"
      }
    }
    return "\"\(scalars.joined())\""
  }
}

/// The place where a text stops being JSON.
public struct JSONSyntaxFault: Error, Equatable, CustomStringConvertible {
  /// The offset of the wrong byte, from 0.
  public var offset: Int
  /// The fault at that byte.
  public var message: String

  /// Text such as `byte 17: a name stands twice`.
  public var description: String { "byte \(offset): \(message)" }
}
