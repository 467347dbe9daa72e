internal import LiveModel

extension TeamQuestion: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case op, id, `protocol`, league, team, order }

  /// Decodes the members of a request. An unknown member is an error. Throws `unknown_name` for an unknown team.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    league = try RequestedName.league(try container.decodeIfPresent(String.self, forKey: .league))
    team = try RequestedName.known(try container.decode(String.self, forKey: .team), as: .team, in: league)
    guard let order = RosterOrder(rawValue: try container.decodeIfPresent(String.self, forKey: .order) ?? "name") else {
      throw DecodingError.dataCorruptedError(
        forKey: .order, in: container, debugDescription: "must be 'name' or 'position'")
    }
    self.order = order
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(team, forKey: .team)
    try container.encodeIfPresent(league, forKey: .league)
    if order != .name { try container.encode(order, forKey: .order) }
  }
}

extension PlayersQuestion: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case op, id, `protocol`, league, name, team, position }

  /// Decodes the members of a request. An unknown member, and a request without a condition, are errors. Throws
  /// `unknown_name` for a team or a position that is not known.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    league = try RequestedName.league(try container.decodeIfPresent(String.self, forKey: .league))
    name = try container.decodeIfPresent(String.self, forKey: .name)
    if let name { try RequestedName.checkPlayer(name, in: "name") }
    team = try container.decodeIfPresent(String.self, forKey: .team)
      .map { [league] in try RequestedName.known($0, as: .team, in: league) }
    position = try container.decodeIfPresent(String.self, forKey: .position)
      .map { [league] in try RequestedName.known($0, as: .position, in: league) }
    guard name != nil || team != nil || position != nil else {
      throw Request.Refusal(code: .malformed, message: "'players' needs a 'name', a 'team' or a 'position'")
    }
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(team, forKey: .team)
    try container.encodeIfPresent(position, forKey: .position)
    try container.encodeIfPresent(league, forKey: .league)
  }
}

extension PlayerQuestion: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case op, id, `protocol`, league, player, service }

  /// Decodes the members of a request: `player` is an id or a name. An unknown member is an error, and so is a `service`
  /// beside a name.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let league = try RequestedName.league(try container.decodeIfPresent(String.self, forKey: .league))
    let service = try container.decodeIfPresent(String.self, forKey: .service)
    if let name = try? container.decode(String.self, forKey: .player) {
      try RequestedName.checkPlayer(name, in: "player")
      guard service == nil else {
        throw Request.Refusal(code: .malformed, message: "'service' says whose id 'player' is, and excludes a name")
      }
      self = .name(name, league: league)
    } else {
      guard let id = try? container.decode(Int.self, forKey: .player), Int.counted.contains(id), id > 0 else {
        throw Request.Refusal(code: .malformed, message: "'player' must be an id or a name")
      }
      self = .id(id, service: service, league: league)
    }
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .id(let id, let service, let league):
      try container.encode(id, forKey: .player)
      try container.encodeIfPresent(service, forKey: .service)
      try container.encodeIfPresent(league, forKey: .league)
    case .name(let name, let league):
      try container.encode(name, forKey: .player)
      try container.encodeIfPresent(league, forKey: .league)
    }
  }
}

/// Names in requests.
enum RequestedName {
  /// Longest name in bytes.
  private static let longest = 100

  /// Returns the name as leagues have it. Throws `unknown_name`.
  static func known(
    _ name: String, as kind: Vocabulary.Kind, in league: LeagueID? = nil
  ) throws(Request.Refusal) -> String {
    guard name.utf8.count <= longest else {
      throw Request.Refusal(code: .malformed, message: "a \(kind.rawValue) has at most \(longest) bytes")
    }
    let vocabulary = Vocabulary.of(league)
    if let found = vocabulary.find(name, as: kind) { return found }
    throw Request.Refusal(code: .unknownName, message: vocabulary.unknown(name, as: kind).sentence)
  }

  /// Returns the league with a name; nil for nil. Throws `unknown_name`.
  static func league(_ name: String?) throws(Request.Refusal) -> LeagueID? {
    guard let name else { return nil }
    return LeagueID(rawValue: try known(name, as: .league))
  }

  /// Throws `malformed` for a text that is no name of a player.
  static func checkPlayer(_ name: String, in member: String) throws(Request.Refusal) {
    guard let flaw = PlayerNameText.flaw(of: name) else { return }
    throw Request.Refusal(code: .malformed, message: "'\(member)': \(flaw)")
  }
}
