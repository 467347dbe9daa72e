internal import LiveModel

extension Lookup: Codable {
  /// The value of `op`.
  enum Name: String, Codable, CaseIterable { case schedule, teams, team, players, player }

  private enum CodingKeys: String, CodingKey { case op }
  /// The members of a request without a condition.
  private enum BareKeys: String, CodingKey, CaseIterable { case op, id, `protocol` }

  var name: Name {
    switch self {
    case .schedule: .schedule
    case .teams: .teams
    case .team: .team
    case .players: .players
    case .player: .player
    }
  }

  init(from decoder: any Decoder) throws {
    switch try decoder.container(keyedBy: CodingKeys.self).decode(Name.self, forKey: .op) {
    case .schedule: self = .schedule(try ScheduleQuestion(from: decoder))
    case .teams:
      try decoder.refuseUnknownMembers(besides: BareKeys.allCases)
      self = .teams
    case .team: self = .team(try TeamQuestion(from: decoder))
    case .players: self = .players(try PlayersQuestion(from: decoder))
    case .player: self = .player(try PlayerQuestion(from: decoder))
    }
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .op)
    switch self {
    case .schedule(let question): try question.encode(to: encoder)
    case .teams: break
    case .team(let question): try question.encode(to: encoder)
    case .players(let question): try question.encode(to: encoder)
    case .player(let question): try question.encode(to: encoder)
    }
  }
}

extension ScheduleQuestion: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case op, id, `protocol`, date, teams
    case isLiveOnly = "live_only"
  }

  /// Decodes the members of a request. An unknown member and a date that the calendar does not have are errors.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try container.decodeIfPresent(String.self, forKey: .date) {
      guard let date = CivilDate(iso: text) else {
        throw Request.Refusal(code: .malformed, message: "'date' must be a date of the calendar, as YYYY-MM-DD")
      }
      self.date = date
    }
    let teams = try container.decodeIfPresent([String].self, forKey: .teams) ?? []
    try EventFilter.check(teams, in: "teams")
    self.teams = Vocabulary.known.resolved(teams, as: .team)
    isLiveOnly = try container.decodeIfPresent(Bool.self, forKey: .isLiveOnly) ?? false
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(date.map { "\($0)" }, forKey: .date)
    if !teams.isEmpty { try container.encode(teams, forKey: .teams) }
    if isLiveOnly { try container.encode(true, forKey: .isLiveOnly) }
  }
}

extension LookupAnswer {
  func addMembers(to line: inout ReplyLine) {
    line.add(members: members)
    line.add("confirmed", confirmed)
    if let fault { line.add("stale_because", "\(fault)") }
    if !warnings.isEmpty { line.add("warnings", warnings) }
  }
}
