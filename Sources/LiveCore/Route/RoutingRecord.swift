internal import LiveModel

/// The settings that decide which sinks get an event and when, without addresses and secrets. The log keeps each version
/// with the first event that was routed by it, so that a routing can be explained after the configuration has changed.
struct RoutingRecord: Equatable, Codable, Sendable {
  var follow = Follow()
  /// The routes in order; none means every sink.
  var routes: [Rule] = []
  /// All configured sinks, by name.
  var sinks: [SinkSetting] = []

  struct Follow: Equatable, Codable, Sendable {
    var teams: [String] = []
    var players: [PlayerName] = []
  }

  /// The settings of a sink. Durations are in milliseconds.
  struct SinkSetting: Equatable, Codable, Sendable {
    var name: String
    /// The type in the configuration, for example `webhook`.
    var type: String
    /// Whether people read its messages.
    var isForPeople: Bool
    /// Whether it gets provisional events.
    var early = false
    var delay = 0
    var group = 0
    var expires = 0
    var quietHours: QuietTime?

    /// Minutes after midnight; nil for the time zone of the machine.
    struct QuietTime: Equatable, Codable, Sendable {
      var from, to: Int
      var timeZone: String?

      private enum CodingKeys: String, CodingKey {
        case from, to
        case timeZone = "time_zone"
      }
    }

    private enum CodingKeys: String, CodingKey {
      case name, type, early, delay, group, expires
      case isForPeople = "people"
      case quietHours = "quiet_hours"
    }
  }
}

extension RoutingRecord {
  /// The record as canonical JSON, in which the log keeps it; nil if it cannot be encoded.
  var text: String? { (try? StableJSON.bytes(of: self)).map { String(decoding: $0, as: UTF8.self) } }
}

extension Router {
  /// Creates the router of recorded settings.
  init(_ record: RoutingRecord, leagues: Leagues = .known) {
    self.init(
      rules: record.routes, sinks: record.sinks.map(\.name), follow: record.follow.teams,
      players: record.follow.players, early: Set(record.sinks.filter(\.early).map(\.name)),
      people: Set(record.sinks.filter(\.isForPeople).map(\.name)), leagues: leagues)
  }
}

extension Rule: Codable {
  private enum CodingKeys: String, CodingKey { case conditions, sinks, stop, place }

  /// Decodes the form that `encode(to:)` makes.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let place = try container.decodeIfPresent(String.self, forKey: .place)
    self.init(
      conditions: try container.decode(Conditions.self, forKey: .conditions),
      sinks: try container.decode([String].self, forKey: .sinks), stop: try container.decode(Bool.self, forKey: .stop),
      origin: Origin(place: place.map { .path($0) }))
  }

  /// Encodes the rule with its place.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(conditions, forKey: .conditions)
    try container.encode(sinks, forKey: .sinks)
    try container.encode(stop, forKey: .stop)
    try container.encodeIfPresent(origin.place?.description, forKey: .place)
  }
}

extension Conditions: Codable {
  /// Decodes conditions. An absent one matches everything, so that a record of a release without it keeps its meaning.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ConditionKey.self)
    self.init()
    leagues = try container.names(.leagues)
    teams = try container.names(.teams)
    batting = try container.names(.batting)
    pitching = try container.names(.pitching)
    players = try container.names(.players).compactMap { PlayerName($0) }
    types = try container.names(.types).map { EventType(rawValue: $0) }
    tags = try container.names(.tags).map { Tag(rawValue: $0) }
    allTags = try container.names(.allTags).map { Tag(rawValue: $0) }
    notTags = try container.names(.notTags).map { Tag(rawValue: $0) }
    innings = try container.range(.innings)
    scoreMargin = try container.range(.scoreMargin)
    importance = try container.range(.importance)
    minLeverage = try container.decodeIfPresent(Double.self, forKey: .minLeverage)
    minSwing = try container.decodeIfPresent(Double.self, forKey: .minSwing)
    provisional = try container.decodeIfPresent(Bool.self, forKey: .provisional)
  }

  /// Encodes the conditions that there are.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ConditionKey.self)
    for (key, names) in lists where !names.isEmpty { try container.encode(names, forKey: key) }
    for (key, range) in ranges {
      guard let range else { continue }
      try container.encode(RangeText.text(of: range, from: key.bounds?.lowerBound ?? 0), forKey: key)
    }
    for (key, least) in thresholds { try container.encodeIfPresent(least, forKey: key) }
    try container.encodeIfPresent(provisional, forKey: .provisional)
  }
}

extension KeyedDecodingContainer<ConditionKey> {
  fileprivate func names(_ key: ConditionKey) throws -> [String] {
    try decodeIfPresent([String].self, forKey: key) ?? []
  }

  fileprivate func range(_ key: ConditionKey) throws -> ClosedRange<Int>? {
    try decodeIfPresent(String.self, forKey: key).flatMap { RangeText.parse($0, within: key.bounds ?? Int.counted) }
  }
}

extension PlayerName: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let name = PlayerName(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither a name nor an id")
    }
    self = name
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
