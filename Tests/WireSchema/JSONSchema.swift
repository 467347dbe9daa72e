/// A JSON Schema, draft 2020-12, with the keywords that `docs/livegame-event.schema.json` uses. Any other keyword is
/// an error, so that none is silently ignored.
/// Source: JSON Schema Core and Validation, draft 2020-12.
public struct JSONSchema: Sendable {
  let root: Rule
  private let definitions: [String: Rule]

  /// The content of one pair of braces.
  struct Rule: Sendable {
    var keywords: [Keyword]

    /// The named members, each with its rule.
    var properties: [String: Rule] {
      for case .properties(let rules) in keywords { return rules }
      return [:]
    }

    /// The rule for all elements of an array.
    var items: Rule? {
      for case .items(let rule) in keywords { return rule }
      return nil
    }
  }

  indirect enum Keyword: Sendable {
    case type(String)
    case const(JSONValue)
    case oneOfValues([JSONValue])
    case minimum(Double)
    case maximum(Double)
    case minLength(Int)
    case pattern(Pattern)
    case required([String])
    case properties([String: Rule])
    case items(Rule)
    case minItems(Int)
    case uniqueItems
    case contains(Rule)
    case reference(String)
    case allOf([Rule])
    case anyOf([Rule])
    case not(Rule)
    case condition(if: Rule, then: Rule?, else: Rule?)
  }

  /// Reads a schema. Throws at an unknown keyword, a wrong value of one, or an unresolved `$ref`.
  public init(_ document: JSONValue) throws(JSONSchemaFault) {
    var reader = JSONSchemaReader()
    root = try reader.rule(document, at: "", isRoot: true)
    definitions = reader.definitions
    for name in reader.references.sorted() where definitions[name] == nil {
      throw JSONSchemaFault(place: "/$defs", message: "no '\(name)' here, which is referred to")
    }
  }

  /// Returns the rule that a `$ref` names.
  func definition(_ name: String) -> Rule { definitions[name] ?? Rule(keywords: []) }
}

/// A schema that is not supported.
public struct JSONSchemaFault: Error, CustomStringConvertible {
  /// A JSON Pointer into the schema.
  public var place: String
  /// The fault at that place.
  public var message: String

  /// Text such as `/properties/id: the keyword 'format' is not known`.
  public var description: String { "\(place): \(message)" }
}
