internal import LiveModel

extension Lookup: Codable {
  /// The value of `op`.
  enum Name: String, Codable, CaseIterable {
    case schedule, teams, team, players, player, predictions
    case gameDetails = "game_details"
    case winExpectancy = "win_expectancy"
  }

  private enum CodingKeys: String, CodingKey { case op }
  /// The members of a request whose only condition is the league.
  private enum LeagueKeys: String, CodingKey, CaseIterable { case op, id, `protocol`, league }

  var name: Name {
    switch self {
    case .schedule: .schedule
    case .gameDetails: .gameDetails
    case .winExpectancy: .winExpectancy
    case .teams: .teams
    case .team: .team
    case .players: .players
    case .player: .player
    case .predictions: .predictions
    }
  }

  init(from decoder: any Decoder) throws {
    switch try decoder.container(keyedBy: CodingKeys.self).decode(Name.self, forKey: .op) {
    case .schedule: self = .schedule(try ScheduleQuestion(from: decoder))
    case .gameDetails: self = .gameDetails(try GameQuestion(from: decoder))
    case .winExpectancy: self = .winExpectancy(try WinExpectancyQuestion(from: decoder))
    case .teams:
      try decoder.refuseUnknownMembers(besides: LeagueKeys.allCases)
      let container = try decoder.container(keyedBy: LeagueKeys.self)
      self = .teams(try RequestedName.league(try container.decodeIfPresent(String.self, forKey: .league)))
    case .team: self = .team(try TeamQuestion(from: decoder))
    case .players: self = .players(try PlayersQuestion(from: decoder))
    case .player: self = .player(try PlayerQuestion(from: decoder))
    case .predictions: self = .predictions(try PredictionsQuestion(from: decoder))
    }
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .op)
    switch self {
    case .schedule(let question): try question.encode(to: encoder)
    case .gameDetails(let question): try question.encode(to: encoder)
    case .winExpectancy(let question): try question.encode(to: encoder)
    case .teams(let league):
      var container = encoder.container(keyedBy: LeagueKeys.self)
      try container.encodeIfPresent(league, forKey: .league)
    case .team(let question): try question.encode(to: encoder)
    case .players(let question): try question.encode(to: encoder)
    case .player(let question): try question.encode(to: encoder)
    case .predictions(let question): try question.encode(to: encoder)
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
    date = try container.date(.date)
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

extension PredictionsQuestion: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case op, id, `protocol`, season }

  /// Decodes the members of a request. An unknown member and a season that is no year are errors.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    season = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .season)
    guard season.map({ (1900...9999).contains($0) }) ?? true else {
      throw Request.Refusal(code: .malformed, message: "'season' must be a year")
    }
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(season, forKey: .season)
  }
}

extension GameQuestion: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case op, id, `protocol`, game, team, date, number
  }

  /// Decodes the members of a request: `game`, or `team` with an optional `date` and `number`. Anything else is an error.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let game = try container.decodeIfPresent(Int.self, forKey: .game)
    let team = try container.decodeIfPresent(String.self, forKey: .team)
    let date = try container.date(.date)
    let number = try container.decodeIfPresent(Int.self, forKey: .number)
    switch (game, team) {
    case (let game?, nil):
      guard Subscription.sequences.contains(game), date == nil, number == nil else {
        throw Request.Refusal(code: .malformed, message: "'game' is the number of a game, without 'date' and 'number'")
      }
      self = .game(game)
    case (nil, let team?):
      try EventFilter.check([team], in: "team")
      self = .team(Vocabulary.known.find(team, as: .team) ?? team, date: date, number: number)
    default: throw Request.Refusal(code: .malformed, message: "name one of 'game' and 'team'")
    }
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .game(let game): try container.encode(game, forKey: .game)
    case .team(let team, let date, let number):
      try container.encode(team, forKey: .team)
      try container.encodeIfPresent(date.map { "\($0)" }, forKey: .date)
      try container.encodeIfPresent(number, forKey: .number)
    }
  }
}

extension WinExpectancyQuestion: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case op, id, `protocol`, game
  }

  /// Decodes the members of a request: `game`. Anything else is an error.
  init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    game = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .game)
    guard Subscription.sequences.contains(game) else {
      throw Request.Refusal(code: .malformed, message: "'game' is the number of a game")
    }
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(game, forKey: .game)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a date; nil for an absent one. Throws for a date that the calendar does not have.
  fileprivate func date(_ key: Key) throws -> CivilDate? {
    guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
    guard let date = CivilDate(iso: text) else {
      throw Request.Refusal(
        code: .malformed, message: "'\(key.stringValue)' must be a date of the calendar, as YYYY-MM-DD")
    }
    return date
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
