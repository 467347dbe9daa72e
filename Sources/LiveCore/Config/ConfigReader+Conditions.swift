internal import LiveModel

/// Reads the conditions of a route.
extension ConfigReader {
  /// Reads one condition. A team is looked up among the `leagues` that the route names.
  mutating func read(
    _ key: ConditionKey, _ value: ConfigNode, of leagues: [String], into conditions: inout Conditions
  ) {
    switch key {
    case .leagues: conditions.leagues = self.leagues(value) ?? []
    case .teams: conditions.teams = teams(value, of: leagues) ?? []
    case .batting: conditions.batting = teams(value, of: leagues) ?? []
    case .pitching: conditions.pitching = teams(value, of: leagues) ?? []
    case .players: conditions.players = players(value) ?? []
    case .types: conditions.types = types(value) ?? []
    case .tags: conditions.tags = tags(value) ?? []
    case .allTags: conditions.allTags = tags(value) ?? []
    case .notTags: conditions.notTags = tags(value) ?? []
    case .innings: conditions.innings = range(value, for: .innings)
    case .scoreMargin: conditions.scoreMargin = range(value, for: .scoreMargin)
    case .importance: conditions.importance = range(value, for: .importance)
    case .minLeverage: conditions.minLeverage = threshold(value, for: .minLeverage)
    case .minSwing: conditions.minSwing = threshold(value, for: .minSwing)
    case .provisional: conditions.provisional = flag(value)
    }
  }

  /// Reads the names of teams of some leagues, or of all without `leagues`.
  mutating func teams(_ node: ConfigNode, of leagues: [String] = []) -> [String]? {
    let vocabulary = Vocabulary.of(leagues: leagues)
    return names(node)?.compactMap { text, place in
      if let name = vocabulary.team(text) { return name }
      let unknown = vocabulary.unknown(text, as: .team, suggests: maySuggest())
      let elsewhere = Vocabulary.known.team(text) == nil ? "" : " of \(leagues.joined(separator: ", "))"
      refuse(.configUnknownName, unknown.message + elsewhere, at: place, hint: unknown.hint)
      return nil
    }
  }

  /// Reads full names or StatsAPI ids. An id may be in quotes.
  mutating func players(_ node: ConfigNode) -> [PlayerName]? {
    names(node)?.compactMap { text, place in
      if text.utf8.count <= ConfigLimits.playerName, let player = PlayerName(text) { return player }
      refuse(
        .configBadValue, "\(quoted(text)) is neither a player's name nor an id", at: place, hint: PlayerName.advice)
      return nil
    }
  }

  private mutating func leagues(_ node: ConfigNode) -> [String]? {
    known(node, as: .league)
  }

  private mutating func types(_ node: ConfigNode) -> [EventType]? {
    known(node, as: .type)?.map(EventType.init(rawValue:))
  }

  /// Returns the names in a list as events have them, without those that no event can have, which are reported.
  private mutating func known(_ node: ConfigNode, as kind: Vocabulary.Kind) -> [String]? {
    names(node)?.compactMap { text, place in
      if let name = Vocabulary.known.find(text, as: kind) { return name }
      let unknown = Vocabulary.known.unknown(text, as: kind, suggests: maySuggest())
      refuse(.configUnknownName, unknown.message, at: place, hint: unknown.hint)
      return nil
    }
  }

  private mutating func range(_ node: ConfigNode, for key: ConditionKey) -> ClosedRange<Int>? {
    guard [.text, .number].contains(node.kind), let text = node.text else {
      return refuse(node, takes: "a whole number or a range", hint: "write it as in \(RangeText.examples)")
    }
    guard node.content != .scalar("", isPlain: false) else {
      return refuse(node, takes: "a whole number or a range", hint: "'>' begins a text in YAML; write it as in '7+'")
    }
    do {
      return try RangeText.parse(text, for: key)
    } catch {
      refuse(.configBadValue, error.message, at: node.place, hint: error.hint)
      return nil
    }
  }

  private mutating func threshold(_ node: ConfigNode, for key: ConditionKey) -> Double? {
    guard [.text, .number].contains(node.kind), let text = node.text else {
      return refuse(node, takes: "a number", hint: "write it as in '\(key == .minSwing ? "20%" : "1.5")'")
    }
    do {
      return try Threshold.parse(text, for: key)
    } catch {
      refuse(.configBadValue, error.message, at: node.place, hint: error.hint)
      return nil
    }
  }

  /// Reads tags. An unknown tag is allowed because the feed may add an `eventType`, but it must have the form of one.
  private mutating func tags(_ node: ConfigNode) -> [Tag]? {
    names(node)?.compactMap { name, place in
      if let known = Vocabulary.known.find(name, as: .tag) { return Tag(rawValue: known) }
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
