extension JSONSchema {
  /// Returns all faults of a document, such as `/data/outs: 4 is above 3`. With `strict`, a member that no rule names
  /// is a fault even if the schema allows it.
  public func faults(in document: JSONValue, strict: Bool = false) -> [String] {
    let faults = check(document, root, at: .root)
    return strict && faults.isEmpty ? unnamed(in: document, [root], at: .root) : faults.sorted()
  }

  private func check(_ value: JSONValue, _ rule: Rule, at place: Place) -> [String] {
    rule.keywords.flatMap { check(value, $0, at: place) }
  }

  private func holds(_ rule: Rule, for value: JSONValue) -> Bool { check(value, rule, at: .root).isEmpty }

  private func check(_ value: JSONValue, _ keyword: Keyword, at place: Place) -> [String] {
    switch (keyword, value) {
    case (.type(let name), _): value.isOf(type: name) ? [] : ["\(place): \(value) is no \(name)"]
    case (.const(let other), _): value == other ? [] : ["\(place): \(value) is not \(other)"]
    case (.oneOfValues(let list), _): list.contains(value) ? [] : ["\(place): \(value) is none of \(list)"]
    case (.minimum(let limit), .number(let number)): number >= limit ? [] : ["\(place): \(value) is below \(limit)"]
    case (.maximum(let limit), .number(let number)): number <= limit ? [] : ["\(place): \(value) is above \(limit)"]
    case (.minLength(let limit), .string(let text)):
      text.unicodeScalars.count >= limit ? [] : ["\(place): \(value) is shorter than \(limit)"]
    case (.pattern(let pattern), .string(let text)):
      pattern.matches(text) ? [] : ["\(place): \(value) does not fit \(pattern.source)"]
    case (.reference(let name), _): check(value, definition(name), at: place)
    case (.allOf(let rules), _): rules.flatMap { check(value, $0, at: place) }
    case (.anyOf(let rules), _): checkAny(of: rules, value, at: place)
    case (.not(let rule), _): holds(rule, for: value) ? ["\(place): is what it must not be"] : []
    case (.condition(let test, let then, let otherwise), _):
      (holds(test, for: value) ? then : otherwise).map { check(value, $0, at: place) } ?? []
    case (_, .object(let members)): check(members, keyword, at: place)
    case (_, .array(let elements)): check(elements, keyword, at: place)
    default: []
    }
  }

  private func check(_ members: [String: JSONValue], _ keyword: Keyword, at place: Place) -> [String] {
    switch keyword {
    case .required(let names):
      names.filter { members[$0] == nil }.map { "\(place): '\($0)' is missing" }
    case .properties(let rules):
      rules.flatMap { name, rule in members[name].map { check($0, rule, at: .member(place, name)) } ?? [] }
    default: []
    }
  }

  private func check(_ elements: [JSONValue], _ keyword: Keyword, at place: Place) -> [String] {
    switch keyword {
    case .items(let rule):
      elements.enumerated().flatMap { check($1, rule, at: .member(place, "\($0)")) }
    case .minItems(let limit):
      elements.count >= limit ? [] : ["\(place): \(elements.count) elements are fewer than \(limit)"]
    case .uniqueItems:
      elements.indices.filter { elements[..<$0].contains(elements[$0]) }
        .map { "\(place): \(elements[$0]) stands twice" }
    case .contains(let rule):
      elements.contains { holds(rule, for: $0) } ? [] : ["\(place): \(elements) lacks \(rule.wanted)"]
    default: []
    }
  }

  /// Returns the faults of the likeliest rule, the one with the fewest.
  private func checkAny(of rules: [Rule], _ value: JSONValue, at place: Place) -> [String] {
    var best: [String]?
    for rule in rules {
      let faults = check(value, rule, at: place)
      if faults.isEmpty { return [] }
      if faults.count < best?.count ?? .max { best = faults }
    }
    return best ?? []
  }

  /// Returns the members that no applicable rule names.
  private func unnamed(in value: JSONValue, _ rules: [Rule], at place: Place) -> [String] {
    switch value {
    case .object(let members):
      let applied = rules.flatMap { flattened($0, for: value) }
      return members.sorted { $0.key < $1.key }.flatMap { name, member in
        let inner = applied.compactMap { $0.properties[name] }
        let place = Place.member(place, name)
        return inner.isEmpty ? ["\(place): the schema does not name it"] : unnamed(in: member, inner, at: place)
      }
    case .array(let elements):
      let inner = rules.flatMap { flattened($0, for: value) }.compactMap(\.items)
      return elements.enumerated().flatMap { unnamed(in: $1, inner, at: .member(place, "\($0)")) }
    default: return []
    }
  }

  /// Returns a rule and those that it applies to the same value.
  private func flattened(_ rule: Rule, for value: JSONValue) -> [Rule] {
    [rule]
      + rule.keywords.flatMap { keyword in
        switch keyword {
        case .reference(let name): flattened(definition(name), for: value)
        case .allOf(let rules): rules.flatMap { flattened($0, for: value) }
        case .anyOf(let rules): rules.filter { holds($0, for: value) }.flatMap { flattened($0, for: value) }
        case .condition(let test, let then, let otherwise):
          holds(test, for: value)
            ? flattened(test, for: value) + (then.map { flattened($0, for: value) } ?? [])
            : otherwise.map { flattened($0, for: value) } ?? []
        default: [Rule]()
        }
      }
  }
}

extension JSONSchema.Rule {
  /// Describes the expected element of a list in a message.
  fileprivate var wanted: String {
    for case .const(let value) in keywords { return "\(value)" }
    for case .oneOfValues(let values) in keywords { return "any of \(values)" }
    return "what must stand there"
  }
}

extension JSONValue {
  fileprivate func isOf(type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let number): type == "number" || (type == "integer" && number == number.rounded())
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}

/// A place in a document, formatted only if there is a fault.
private indirect enum Place: CustomStringConvertible {
  case root
  case member(Place, String)

  var description: String {
    switch self {
    case .root: ""
    case .member(let outer, let name): "\(outer)/\(name)"
    }
  }
}
