internal import LiveModel

/// Converts nodes to Swift values. Each method returns nil after reporting what is wrong.
extension ConfigReader {
  mutating func set<Value>(_ setting: WritableKeyPath<Config, Value>, _ value: Value?) {
    if let value { config[keyPath: setting] = value }
  }

  mutating func set<Value>(_ setting: WritableKeyPath<Config, Value?>, _ value: Value?) {
    if let value { config[keyPath: setting] = value }
  }

  mutating func refuse(_ code: Fault.Code, _ message: String, at place: Fault.Place?, hint: String? = nil) {
    guard faults.count < ConfigLimits.faults else { return }
    faults.append(Fault(code, message, at: place, hint: hint))
  }

  /// Returns `did you mean 'x'?` for the nearest name, or else `otherwise`. Searches for at most
  /// `ConfigLimits.suggestions` faults.
  mutating func hint(_ text: String, among names: [String], otherwise: @autoclosure () -> String) -> String {
    similar { Suggestion.nearest(to: text, among: names) } ?? otherwise()
  }

  /// Returns `did you mean 'x'?` with the name that the closure finds, or nil. Searches for at most
  /// `ConfigLimits.suggestions` faults.
  mutating func similar(_ name: () -> String?) -> String? {
    maySuggest() ? name().map { "did you mean '\($0)'?" } : nil
  }

  /// Counts a search for a similar name. Returns false from the search on that is one too many.
  mutating func maySuggest() -> Bool {
    guard suggestions < ConfigLimits.suggestions else { return false }
    suggestions += 1
    return true
  }

  /// Reports a value of the wrong type. The fault names the types only; the value itself is not shown.
  @discardableResult
  mutating func refuse<Nothing>(_ node: ConfigNode, takes what: String, hint: String? = nil) -> Nothing? {
    let name = node.name.isEmpty ? "the file" : quoted(node.name)
    refuse(.configWrongType, "\(name) takes \(what), not \(node.kind.rawValue)", at: node.place, hint: hint)
    return nil
  }

  /// Returns the fields of a mapping. Returns none for an empty value, so that everything below a key can be commented
  /// out.
  mutating func entries(of node: ConfigNode) -> [ConfigNode.Field] {
    switch node.content {
    case .mapping(let fields): return fields
    default:
      if node.kind != .nothing { refuse(node, takes: "a mapping") as Never? }
      return []
    }
  }

  /// Passes each value whose key is a case of `Key` to `read`, and reports unknown keys.
  mutating func fields<Key: CaseIterable & RawRepresentable>(
    of node: ConfigNode, as: Key.Type, _ read: (inout ConfigReader, Key, ConfigNode) -> Void
  ) where Key.RawValue == String {
    fields(of: node, named: Key.allCases.map(\.rawValue)) { reader, name, value in
      if let key = Key(rawValue: name) { read(&reader, key, value) }
    }
  }

  /// Passes each value whose key is one of `names` to `read`, and reports unknown keys.
  mutating func fields(
    of node: ConfigNode, named names: [String], _ read: (inout ConfigReader, String, ConfigNode) -> Void
  ) {
    let fields = entries(of: node)
    for (index, field) in fields.enumerated() {
      if names.contains(field.key) {
        read(&self, field.key, field.value)
      } else {
        let known = names.sorted()
        let advice =
          faults.count < ConfigLimits.faults
          ? level(of: field.key, after: fields[..<index], known: known, isRoot: node.name.isEmpty) : nil
        refuse(
          .configUnknownKey, "unknown key \(quoted(field.key))\(node.name.isEmpty ? "" : " in \(quoted(node.name))")",
          at: field.place,
          hint: hint(field.key, among: known, otherwise: advice ?? Self.oneOf(known)))
      }
    }
  }

  static func oneOf(_ known: [String]) -> String {
    known.count == 1 ? "the only one here is '\(known[0])'" : "known here: \(known.joined(separator: ", "))"
  }

  /// Returns the elements of a list, or none for an empty value.
  mutating func elements(of node: ConfigNode, takes what: String) -> [ConfigNode]? {
    switch node.content {
    case .list(let elements):
      guard elements.count <= ConfigLimits.elements else {
        refuse(
          .configBadValue,
          "\(quoted(node.name)) takes at most \(ConfigLimits.elements) elements, and not \(elements.count)",
          at: node.place, hint: "shorten the list")
        return nil
      }
      return elements
    case .scalar where node.kind == .nothing: return []
    default: return refuse(node, takes: what, hint: "put it in '[' and ']'")
    }
  }

  /// Returns the names in a list. A name may look like a number to YAML.
  mutating func names(_ node: ConfigNode) -> [(text: String, place: Fault.Place)]? {
    elements(of: node, takes: "a list of names")?.compactMap { element in
      guard [.text, .number].contains(element.kind), let text = element.text else {
        return refuse(element, takes: "names")
      }
      return (text, element.place)
    }
  }

  mutating func flag(_ node: ConfigNode) -> Bool? {
    node.kind == .flag
      ? node.text == "true" : refuse(node, takes: "true or false", hint: node.text.flatMap(YAMLHint.hint(aboutFlag:)))
  }

  /// Reads `on` or `off`; `true` and `false` mean the same.
  mutating func onOrOff(_ node: ConfigNode) -> Bool? {
    switch node.text {
    case "on", "true": true
    case "off", "false": false
    default: refuse(node, takes: "on or off")
    }
  }

  /// Returns text that is not empty.
  mutating func text(_ node: ConfigNode) -> String? {
    guard node.kind == .text, let text = node.text else {
      return refuse(node, takes: "text", hint: node.kind == .number ? "put it in quotes" : nil)
    }
    guard !text.isEmpty else {
      refuse(.configBadValue, "\(quoted(node.name)) is empty", at: node.place, hint: "give it a value or remove it")
      return nil
    }
    return text
  }

  /// Reads a duration within bounds. A number without a unit is understood as seconds, or as days if a day is the least.
  mutating func duration(
    _ node: ConfigNode, from shortest: Duration = .milliseconds(1), upTo longest: Duration
  ) -> Duration? {
    let bounds = shortest...longest
    let what = "a duration \(DurationText.range(bounds))"
    guard [.text, .number].contains(node.kind), let text = node.text else {
      return refuse(node, takes: what, hint: "write it with its unit, as in \(DurationText.examples(in: bounds))")
    }
    guard let span = DurationText.parse(text), bounds.contains(span) else {
      let unit = shortest < .seconds(86_400) ? "s" : "d"
      refuse(
        .configBadValue, "\(quoted(node.name)) takes \(what), not \(quoted(text))", at: node.place,
        hint: DurationText.advice(on: text, unit: unit, in: bounds))
      return nil
    }
    return span
  }

  /// Returns false after reporting a text of more than `bytes` bytes. The fault does not show the text.
  mutating func isShort(_ text: String, _ node: ConfigNode, upTo bytes: Int) -> Bool {
    guard text.utf8.count > bytes else { return true }
    refuse(
      .configBadValue, "\(quoted(node.name)) takes at most \(bytes) bytes, and not \(text.utf8.count)", at: node.place)
    return false
  }

  /// Reads a whole number within bounds, of a unit such as `bytes`.
  mutating func integer(_ node: ConfigNode, in range: ClosedRange<Int>, of unit: String? = nil) -> Int? {
    let what = "a whole number\(unit.map { " of \($0)" } ?? "") from \(range.lowerBound) to \(range.upperBound)"
    guard node.kind == .number, let text = node.text else { return refuse(node, takes: what) }
    guard let number = Int(text, in: range) else {
      refuse(.configBadValue, "\(quoted(node.name)) takes \(what), not \(quoted(text))", at: node.place)
      return nil
    }
    return number
  }

  mutating func choice<Choice: CaseIterable & RawRepresentable>(_ node: ConfigNode) -> Choice?
  where Choice.RawValue == String {
    choice(node, among: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
  }

  /// Reads one of the known texts. `what` names what they are, such as `sink type`; nil for values of the key.
  mutating func choice(_ node: ConfigNode, among known: [String], as what: String? = nil) -> String? {
    guard let text = text(node) else { return nil }
    if known.contains(text) { return text }
    let message =
      what.map { "there is no \($0) \(quoted(text))" } ?? "\(quoted(text)) is not a value of \(quoted(node.name))"
    refuse(
      .configUnknownName, message, at: node.place,
      hint: hint(text, among: known, otherwise: Self.oneOf(known)))
    return nil
  }
}
