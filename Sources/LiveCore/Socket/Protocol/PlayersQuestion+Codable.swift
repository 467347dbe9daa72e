internal import LiveModel

extension TeamQuestion: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case op, id, `protocol`, team, order }

  /// Decodes the members of a request. An unknown member is an error. Throws `unknown_name` for an unknown team.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    team = try RequestedName.known(try container.decode(String.self, forKey: .team), as: .team)
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
    if order != .name { try container.encode(order, forKey: .order) }
  }
}

extension PlayersQuestion: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case op, id, `protocol`, name, team, position }

  /// Decodes the members of a request. An unknown member, and a request without a condition, are errors. Throws
  /// `unknown_name` for a team or a position that is not known.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    if let name { try RequestedName.checkPlayer(name, in: "name") }
    team = try container.decodeIfPresent(String.self, forKey: .team).map { try RequestedName.known($0, as: .team) }
    position = try container.decodeIfPresent(String.self, forKey: .position)
      .map { try RequestedName.known($0, as: .position) }
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
  }
}

extension PlayerQuestion: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case op, id, `protocol`, player }

  /// Decodes the members of a request: `player` is an id or a name. An unknown member is an error.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let name = try? container.decode(String.self, forKey: .player) {
      try RequestedName.checkPlayer(name, in: "player")
      self = .name(name)
    } else {
      guard let id = try? container.decode(Int.self, forKey: .player), Int.counted.contains(id), id > 0 else {
        throw Request.Refusal(code: .malformed, message: "'player' must be an id or a name")
      }
      self = .id(id)
    }
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .id(let id): try container.encode(id, forKey: .player)
    case .name(let name): try container.encode(name, forKey: .player)
    }
  }
}

/// Names in requests.
private enum RequestedName {
  /// Longest name in bytes.
  private static let longest = 100

  /// Returns the name as leagues have it. Throws `unknown_name`.
  static func known(_ name: String, as kind: Vocabulary.Kind) throws(Request.Refusal) -> String {
    guard name.utf8.count <= longest else {
      throw Request.Refusal(code: .malformed, message: "a \(kind.rawValue) has at most \(longest) bytes")
    }
    if let found = Vocabulary.known.find(name, as: kind) { return found }
    throw Request.Refusal(code: .unknownName, message: Vocabulary.known.unknown(name, as: kind).sentence)
  }

  /// Throws `malformed` for a text that is no name of a player.
  static func checkPlayer(_ name: String, in member: String) throws(Request.Refusal) {
    guard let flaw = PlayerNameText.flaw(of: name) else { return }
    throw Request.Refusal(code: .malformed, message: "'\(member)': \(flaw)")
  }
}
