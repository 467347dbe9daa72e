/// Turns the JSON of a schema into rules.
struct JSONSchemaReader {
  typealias Rule = JSONSchema.Rule
  typealias Keyword = JSONSchema.Keyword

  private(set) var definitions: [String: Rule] = [:]
  /// Names that a `$ref` uses.
  private(set) var references: Set<String> = []

  /// Keywords that constrain nothing; in draft 2020-12 `format` is one of them.
  private static let annotations: Set = ["title", "description", "$comment", "format"]
  private static let types: Set = ["null", "boolean", "integer", "number", "string", "array", "object"]
  private static let references = "#/$defs/"

  mutating func rule(_ value: JSONValue, at place: String, isRoot: Bool = false) throws(JSONSchemaFault) -> Rule {
    guard case .object(let members) = value else { throw JSONSchemaFault(place: place, message: "no object") }
    var keywords: [Keyword] = []
    for name in members.keys.sorted() where !Self.annotations.contains(name) {
      let value = members[name] ?? .null
      let inner = "\(place)/\(name)"
      if isRoot, try head(name, value, at: inner) { continue }
      if name == "then" || name == "else", members["if"] != nil { continue }
      if name == "if" {
        keywords.append(try condition(members, at: place))
      } else {
        keywords.append(try keyword(name, value, at: inner))
      }
    }
    return Rule(keywords: keywords)
  }

  /// Reads a keyword that only the root schema has.
  private mutating func head(_ name: String, _ value: JSONValue, at place: String) throws(JSONSchemaFault) -> Bool {
    switch name {
    case "$schema":
      guard value == .string("https://json-schema.org/draft/2020-12/schema") else {
        throw JSONSchemaFault(place: place, message: "another draft")
      }
    case "$id": _ = try text(value, at: place)
    case "$defs": definitions = try rules(value, at: place)
    default: return false
    }
    return true
  }

  private mutating func condition(
    _ members: [String: JSONValue], at place: String
  ) throws(JSONSchemaFault) -> Keyword {
    var parts: [Rule?] = []
    for name in ["if", "then", "else"] {
      if let value = members[name] {
        parts.append(try rule(value, at: "\(place)/\(name)"))
      } else {
        parts.append(nil)
      }
    }
    return .condition(if: parts[0] ?? Rule(keywords: []), then: parts[1], else: parts[2])
  }

  private mutating func keyword(
    _ name: String, _ value: JSONValue, at place: String
  ) throws(JSONSchemaFault) -> Keyword {
    switch name {
    case "type": return .type(try type(value, at: place))
    case "const": return .const(value)
    case "enum": return .oneOfValues(try elements(value, at: place))
    case "minimum": return .minimum(try number(value, at: place))
    case "maximum": return .maximum(try number(value, at: place))
    case "minLength": return .minLength(Int(try number(value, at: place)))
    case "minItems": return .minItems(Int(try number(value, at: place)))
    case "pattern": return .pattern(try pattern(value, at: place))
    case "required": return .required(try texts(value, at: place))
    case "uniqueItems" where value == .bool(true): return .uniqueItems
    case "$ref": return .reference(try reference(value, at: place))
    default: return try applicator(name, value, at: place)
    }
  }

  /// Reads a keyword that contains further rules.
  private mutating func applicator(
    _ name: String, _ value: JSONValue, at place: String
  ) throws(JSONSchemaFault) -> Keyword {
    switch name {
    case "properties": return .properties(try rules(value, at: place))
    case "items": return .items(try rule(value, at: place))
    case "contains": return .contains(try rule(value, at: place))
    case "not": return .not(try rule(value, at: place))
    case "allOf": return .allOf(try list(value, at: place))
    case "anyOf": return .anyOf(try list(value, at: place))
    default: throw JSONSchemaFault(place: place, message: "the keyword '\(name)' with \(value) is not known")
    }
  }

  private mutating func rules(_ value: JSONValue, at place: String) throws(JSONSchemaFault) -> [String: Rule] {
    guard case .object(let members) = value else { throw JSONSchemaFault(place: place, message: "no object") }
    var rules: [String: Rule] = [:]
    for (name, member) in members { rules[name] = try rule(member, at: "\(place)/\(name)") }
    return rules
  }

  private mutating func list(_ value: JSONValue, at place: String) throws(JSONSchemaFault) -> [Rule] {
    var rules: [Rule] = []
    for (index, element) in try elements(value, at: place).enumerated() {
      rules.append(try rule(element, at: "\(place)/\(index)"))
    }
    return rules
  }

  private mutating func reference(_ value: JSONValue, at place: String) throws(JSONSchemaFault) -> String {
    let text = try text(value, at: place)
    guard text.hasPrefix(Self.references) else { throw JSONSchemaFault(place: place, message: "not in #/$defs/") }
    let name = String(text.dropFirst(Self.references.count))
    references.insert(name)
    return name
  }

  private func pattern(_ value: JSONValue, at place: String) throws(JSONSchemaFault) -> Pattern {
    guard let pattern = Pattern(try text(value, at: place)) else {
      throw JSONSchemaFault(place: place, message: "a pattern that is open at an end, or not understood by all")
    }
    return pattern
  }

  private func type(_ value: JSONValue, at place: String) throws(JSONSchemaFault) -> String {
    let name = try text(value, at: place)
    guard Self.types.contains(name) else { throw JSONSchemaFault(place: place, message: "no type '\(name)'") }
    return name
  }

  private func text(_ value: JSONValue, at place: String) throws(JSONSchemaFault) -> String {
    guard case .string(let text) = value else { throw JSONSchemaFault(place: place, message: "no text") }
    return text
  }

  private func number(_ value: JSONValue, at place: String) throws(JSONSchemaFault) -> Double {
    guard case .number(let number) = value else { throw JSONSchemaFault(place: place, message: "no number") }
    return number
  }

  private func elements(_ value: JSONValue, at place: String) throws(JSONSchemaFault) -> [JSONValue] {
    guard case .array(let elements) = value, !elements.isEmpty else {
      throw JSONSchemaFault(place: place, message: "no list, or an empty one")
    }
    return elements
  }

  private func texts(_ value: JSONValue, at place: String) throws(JSONSchemaFault) -> [String] {
    var list: [String] = []
    for element in try elements(value, at: place) { list.append(try text(element, at: place)) }
    return list
  }
}
