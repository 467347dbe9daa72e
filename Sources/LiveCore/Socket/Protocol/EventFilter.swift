internal import LiveModel

/// A client's event filter: the conditions of a route, in a subscription.
public struct EventFilter: Sendable {
  let conditions: Conditions
  /// The conditions, prepared for tests.
  let match: Match

  /// The maximum number of names in all lists together, and of bytes in one name. Every client may have its own filter,
  /// and every event is compared with each name in it.
  static let (mostNames, longestName) = (64, 64)

  init(_ conditions: Conditions) { (self.conditions, match) = (conditions, Match(of: conditions)) }

  /// Creates a filter from these lists; without names every event passes.
  public init(teams: [String] = [], types: [String] = [], tags: [String] = []) {
    self.init(
      Conditions(
        teams: teams, types: types.map(EventType.init(rawValue:)), tags: tags.map(Tag.init(rawValue:))))
  }

  /// Whether every event passes.
  public var isOpen: Bool { match.keys.isEmpty }

  /// Abbreviations of teams; an event passes when either side of its game has one of them.
  public var teams: [String] { conditions.teams }
}

extension EventFilter: Hashable {
  /// Two filters are equal when their conditions are.
  public static func == (left: EventFilter, right: EventFilter) -> Bool { left.conditions == right.conditions }

  /// Hashes the conditions.
  public func hash(into hasher: inout Hasher) { hasher.combine(conditions) }
}

extension EventFilter: Codable {
  /// Decodes a filter. An absent list is empty, and names are as people write them. Throws for an unknown member, for a
  /// value that is not understood, and for lists over the bounds.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: ConditionKey.allCases)
    let container = try decoder.container(keyedBy: ConditionKey.self)
    func names(_ key: ConditionKey, _ kind: Vocabulary.Kind) throws -> [String] {
      let names = try container.decodeIfPresent([String].self, forKey: key) ?? []
      try Self.check(names, in: "filter")
      return Vocabulary.known.resolved(names, as: kind)
    }
    let leagues = try names(.leagues, .league)
    func teams(_ key: ConditionKey) throws -> [String] {
      let names = try container.decodeIfPresent([String].self, forKey: key) ?? []
      try Self.check(names, in: "filter")
      let vocabulary = Vocabulary.of(leagues: leagues)
      return names.map { vocabulary.team($0) ?? $0 }
    }
    func range(_ key: ConditionKey) throws -> ClosedRange<Int>? { try Self.range(key, in: container) }
    var wanted = Conditions()
    (wanted.leagues, wanted.teams) = (leagues, try teams(.teams))
    (wanted.batting, wanted.pitching) = (try teams(.batting), try teams(.pitching))
    wanted.players = try Self.players(in: container)
    wanted.types = try names(.types, .type).map(EventType.init(rawValue:))
    (wanted.tags, wanted.allTags, wanted.notTags) = (
      try names(.tags, .tag).map(Tag.init(rawValue:)), try names(.allTags, .tag).map(Tag.init(rawValue:)),
      try names(.notTags, .tag).map(Tag.init(rawValue:))
    )
    (wanted.innings, wanted.scoreMargin, wanted.importance) = (
      try range(.innings), try range(.scoreMargin), try range(.importance)
    )
    (wanted.minLeverage, wanted.minSwing) = (
      try Self.threshold(.minLeverage, in: container), try Self.threshold(.minSwing, in: container)
    )
    wanted.provisional = try container.decodeIfPresent(Bool.self, forKey: .provisional)
    try Self.check(wanted.names, in: "filter")
    self.init(wanted)
  }

  /// Throws `malformed` when there are more than `mostNames` names or one has more than `longestName` bytes.
  static func check(_ names: [String], in member: String) throws(Request.Refusal) {
    guard names.count <= mostNames else {
      throw Request.Refusal(code: .malformed, message: "'\(member)' has at most \(mostNames) names")
    }
    guard names.allSatisfy({ $0.utf8.count <= longestName }) else {
      throw Request.Refusal(code: .malformed, message: "a name in '\(member)' has at most \(longestName) bytes")
    }
  }

  private static func players(in container: KeyedDecodingContainer<ConditionKey>) throws -> [PlayerName] {
    let texts = try container.decodeIfPresent([TextOrNumber].self, forKey: .players) ?? []
    return try texts.map(\.text).map { text in
      if let player = PlayerName(text) { return player }
      throw Request.Refusal(
        code: .malformed, message: "\(quoted(text)) is neither a player's name nor an id; \(PlayerName.advice)")
    }
  }

  private static func range(
    _ key: ConditionKey, in container: KeyedDecodingContainer<ConditionKey>
  ) throws -> ClosedRange<Int>? {
    guard let text = try container.decodeIfPresent(TextOrNumber.self, forKey: key)?.text else { return nil }
    do {
      return try RangeText.parse(text, for: key)
    } catch {
      throw Request.Refusal(code: .malformed, message: "\(error.message); \(error.hint)")
    }
  }

  private static func threshold(
    _ key: ConditionKey, in container: KeyedDecodingContainer<ConditionKey>
  ) throws -> Double? {
    guard container.contains(key) else { return nil }
    let number = try? container.decode(Double.self, forKey: key)
    do {
      if let number { return try Threshold.checked(number, for: key) }
      return try Threshold.parse(container.decode(String.self, forKey: key), for: key)
    } catch let mistake as RangeText.Mistake {
      throw Request.Refusal(code: .malformed, message: "\(mistake.message); \(mistake.hint)")
    }
  }

  /// Encodes the conditions that are set, in the form that `init(from:)` decodes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ConditionKey.self)
    for (key, names) in conditions.lists where !names.isEmpty { try container.encode(names, forKey: key) }
    for (key, range) in conditions.ranges {
      guard let range else { continue }
      try container.encode(RangeText.text(of: range, from: key.bounds?.lowerBound ?? 0), forKey: key)
    }
    for (key, least) in conditions.thresholds { try container.encodeIfPresent(least, forKey: key) }
    try container.encodeIfPresent(conditions.provisional, forKey: .provisional)
  }
}

/// A text, or a whole number as text.
private struct TextOrNumber: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      text = String(number)
    } else if let text = try? container.decode(String.self) {
      self.text = text
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be a text or a whole number")
    }
  }
}
