internal import LiveModel

extension ConfigReader {
  mutating func readRoutes(_ node: ConfigNode) {
    for element in elements(of: node, takes: "a list of routes") ?? [] {
      let before = faults.count
      var draft = RouteDraft(place: element.place)
      fields(of: element, as: RouteDraft.Key.self) { reader, key, value in
        switch key {
        case .leagues: draft.rule.leagues = reader.leagues(value) ?? []
        case .teams: draft.rule.teams = reader.teams(value) ?? []
        case .batting: draft.rule.batting = reader.teams(value) ?? []
        case .pitching: draft.rule.pitching = reader.teams(value) ?? []
        case .players: draft.rule.players = reader.players(value) ?? []
        case .types: draft.rule.types = reader.types(value) ?? []
        case .tags: draft.rule.tags = reader.tags(value) ?? []
        case .innings: draft.rule.innings = reader.range(value, within: 1...99)
        case .scoreMargin: draft.rule.scoreMargin = reader.range(value, within: 0...99)
        case .importance: draft.rule.importance = reader.range(value, within: 0...4)
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

  /// Reads full names or StatsAPI ids. An id may be in quotes.
  mutating func players(_ node: ConfigNode) -> [PlayerName]? {
    names(node)?.compactMap { text, place in
      if text.utf8.count <= ConfigLimits.playerName, let player = PlayerName(text) { return player }
      refuse(
        .configBadValue, "\(quoted(text)) is neither a player's name nor an id", at: place,
        hint: "write the full name, as in 'Shohei Ohtani', or StatsAPI's id, as in 660271")
      return nil
    }
  }

  private mutating func leagues(_ node: ConfigNode) -> [String]? {
    names(node)?.compactMap { name, place in
      let known = Leagues.known.ids.map(\.rawValue)
      if known.contains(name) { return name }
      refuse(
        .configUnknownName, "unknown league \(quoted(name))", at: place,
        hint: hint(name, among: known, otherwise: Self.oneOf(known)))
      return nil
    }
  }

  private mutating func range(_ node: ConfigNode, within bounds: ClosedRange<Int>) -> ClosedRange<Int>? {
    let examples = "write it as in \(RangeText.examples)"
    guard [.text, .number].contains(node.kind), let text = node.text else {
      return refuse(node, takes: "a whole number or a range", hint: examples)
    }
    if let range = RangeText.parse(text, within: bounds) { return range }
    let numbers = "from \(bounds.lowerBound) to \(bounds.upperBound)"
    refuse(
      .configBadValue, "\(quoted(node.name)) takes a whole number or a range \(numbers), not \(quoted(text))",
      at: node.place, hint: RangeText.meant(by: text, within: bounds).map { "did you mean '\($0)'?" } ?? examples)
    return nil
  }

  private mutating func types(_ node: ConfigNode) -> [EventType]? {
    names(node)?.compactMap { name, place in
      let known = Leagues.known.eventTypes.map(\.rawValue)
      if known.contains(name) { return EventType(rawValue: name) }
      refuse(
        .configUnknownName, "unknown type \(quoted(name))", at: place,
        hint: hint(name, among: known, otherwise: Self.oneOf(known)))
      return nil
    }
  }

  /// Reads tags. An unknown tag is allowed because the feed may add an `eventType`, but it must have the form of one.
  private mutating func tags(_ node: ConfigNode) -> [Tag]? {
    names(node)?.compactMap { name, place in
      if Self.isTag(name) { return Tag(rawValue: name) }
      let folded = String(name.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 })
      refuse(
        .configBadValue, "\(quoted(name)) cannot be a tag", at: place,
        hint: Self.isTag(folded) ? "did you mean '\(folded)'?" : "use 'a' to 'z', '0' to '9' and '_'")
      return nil
    }
  }

  private static func isTag(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || byte.isASCIIDigit
      }
  }
}
