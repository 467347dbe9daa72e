internal import LiveModel

extension ConfigReader {
  mutating func readRoutes(_ node: ConfigNode) {
    for element in elements(of: node, takes: "a list of routes") ?? [] {
      let (before, leagues) = (faults.count, Self.leagues(in: element))
      var draft = RouteDraft(place: element.place)
      fields(of: element, named: RouteDraft.keys) { reader, name, value in
        switch RouteDraft.OwnKey(rawValue: name) {
        case .sinks: draft.sinks = reader.names(value) ?? []
        case .stop: draft.rule.stop = reader.flag(value) ?? false
        case nil:
          guard let key = ConditionKey(rawValue: name) else { break }
          (draft.places[key], draft.elements[key]) = (value.place, Self.elements(of: value, as: key))
          reader.read(key, value, of: leagues, into: &draft.rule.conditions)
        }
      }
      draft.isBroken = faults.count > before
      routes.append(draft)
    }
  }

  /// Returns the leagues that a route names, wherever their key stands among the others.
  private static func leagues(in route: ConfigNode) -> [String] {
    guard case .mapping(let fields) = route.content else { return [] }
    let names = fields.first { $0.key == ConditionKey.leagues.rawValue }?.value.elements ?? []
    return names.compactMap { Vocabulary.known.find($0.name, as: .league) }
  }

  /// Returns the elements of a list, tags and types as events have them.
  private static func elements(of node: ConfigNode, as key: ConditionKey) -> [(name: String, place: Fault.Place)] {
    let kind: Vocabulary.Kind? =
      switch key {
      case .types: .type
      case .tags, .allTags, .notTags: .tag
      default: nil
      }
    guard let kind else { return node.elements }
    return node.elements.map { (Vocabulary.known.find($0.name, as: kind) ?? $0.name, $0.place) }
  }

  mutating func finishRoutes() {
    let known = sinks.keys.sorted()
    if routes.count > ConfigLimits.routes {
      refuse(
        .configBadValue, "there are \(routes.count) routes, and at most \(ConfigLimits.routes) may be",
        at: routes[ConfigLimits.routes].place, hint: "name several teams, players, types or tags in one route")
    }
    for draft in routes {
      for sink in draft.sinks where !known.contains(sink.text) {
        refuse(
          .configUnknownName, "unknown sink \(quoted(sink.text))", at: sink.place,
          hint: hint(
            sink.text, among: known,
            otherwise: known.isEmpty ? "describe it under 'sinks'" : "known: \(known.joined(separator: ", "))"))
      }
      if draft.sinks.isEmpty, !draft.rule.stop, !draft.isBroken {
        refuse(
          .configMissingKey, "this route does nothing", at: draft.place,
          hint: "name its 'sinks', or add 'stop: true' to keep what matches from the routes below")
      }
      var rule = draft.rule
      rule.sinks = draft.sinks.map(\.text)
      rule.origin.place = draft.place
      config.routes.append(rule)
    }
  }
}
