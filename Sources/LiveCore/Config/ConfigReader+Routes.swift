extension ConfigReader {
  mutating func readRoutes(_ node: ConfigNode) {
    for element in elements(of: node, takes: "a list of routes") ?? [] {
      let before = faults.count
      var draft = RouteDraft(place: element.place)
      fields(of: element, as: RouteDraft.Key.self) { reader, key, value in
        switch key {
        case .teams: draft.rule.teams = reader.teams(value) ?? []
        case .types: draft.rule.types = reader.types(value) ?? []
        case .tags: draft.rule.tags = reader.tags(value) ?? []
        case .sinks: draft.sinks = reader.names(value) ?? []
        case .stop: draft.rule.stop = reader.flag(value) ?? false
        }
      }
      draft.isBroken = faults.count > before
      routes.append(draft)
    }
  }

  mutating func finishRoutes() {
    let known = sinks.keys.sorted()
    for draft in routes {
      for sink in draft.sinks where !known.contains(sink.text) {
        refuse(
          .configUnknownName, "unknown sink \(quoted(sink.text))", at: sink.place,
          mend: Suggestion.mend(
            sink.text, among: known,
            otherwise: known.isEmpty ? "describe it under 'sinks'" : "known: \(known.joined(separator: ", "))"))
      }
      if draft.sinks.isEmpty, !draft.rule.stop, !draft.isBroken {
        refuse(
          .configMissingKey, "this route does nothing", at: draft.place,
          mend: "name its 'sinks', or add 'stop: true' to keep what matches from the routes below")
      }
      var rule = draft.rule
      rule.sinks = draft.sinks.map(\.text)
      config.routes.append(rule)
    }
  }

  private mutating func types(_ node: ConfigNode) -> [EventType]? {
    names(node)?.compactMap { name, place in
      if let type = EventType(rawValue: name) { return type }
      let known = EventType.allCases.map(\.rawValue)
      refuse(
        .configUnknownName, "unknown type \(quoted(name))", at: place,
        mend: Suggestion.mend(name, among: known, otherwise: Self.oneOf(known)))
      return nil
    }
  }

  /// An unknown tag may be an `eventType` that the feed has not used yet; what is not written like one never will be.
  private mutating func tags(_ node: ConfigNode) -> [Tag]? {
    names(node)?.compactMap { name, place in
      if Self.isTag(name) { return Tag(rawValue: name) }
      let folded = String(name.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 })
      refuse(
        .configBadValue, "\(quoted(name)) cannot be a tag", at: place,
        mend: Self.isTag(folded) ? "did you mean '\(folded)'?" : "use 'a' to 'z', '0' to '9' and '_'")
      return nil
    }
  }

  private static func isTag(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
  }
}
