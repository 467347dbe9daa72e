internal import LiveModel

/// A query about the games or the daemon, answered with one line.
enum Query: Hashable, Sendable {
  /// The games in the window of the schedule in which one of the teams plays; all games when `teams` is empty.
  case games(teams: [String])
  /// The summary of one game, selected by its `gamePk`.
  case game(Int)
  /// The summary of every game that is or was polled.
  case scoreboard(teams: [String])
  /// The state of the daemon.
  case status
  /// A page of the log.
  case log(LogQuestion)
  /// The outcomes of one event at every sink.
  case explain(EventQuestion)
}

extension Query: Codable {
  enum CodingKeys: String, CodingKey { case op, id, `protocol`, teams, game }

  /// The value of `op`.
  enum Name: String, Codable, CaseIterable {
    case games, game, scoreboard, status, log, explain

    fileprivate var members: [CodingKeys] {
      switch self {
      case .games, .scoreboard: [.teams]
      case .game: [.game]
      case .status, .log, .explain: []
      }
    }
  }

  /// Decodes a request. A member that its op does not have is an error, because a misspelt `teams` would select all.
  init(from decoder: any Decoder) throws {
    let name = try decoder.container(keyedBy: CodingKeys.self).decode(Name.self, forKey: .op)
    switch name {
    case .log: self = .log(try LogQuestion(from: decoder))
    case .explain: self = .explain(try EventQuestion(from: decoder))
    case .games, .game, .scoreboard, .status: self = try Self.query(name, from: decoder)
    }
  }

  private static func query(_ name: Name, from decoder: any Decoder) throws -> Query {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try decoder.refuseUnknownMembers(besides: [.op, .id, .protocol] + name.members)
    switch name {
    case .games: return .games(teams: try teams(in: container))
    case .scoreboard: return .scoreboard(teams: try teams(in: container))
    case .status, .log, .explain: return .status
    case .game:
      guard case let number? = try? container.decode(Int.self, forKey: .game), number > 0 else {
        throw Request.Refusal(code: .malformed, message: "'game' must be the number of a game, its gamePk")
      }
      return .game(number)
    }
  }

  private static func teams(in container: KeyedDecodingContainer<CodingKeys>) throws -> [String] {
    let teams = try container.decodeIfPresent([String].self, forKey: .teams) ?? []
    try EventFilter.check(teams, in: "teams")
    return Vocabulary.known.resolved(teams, as: .team)
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .log(let question): return try question.encode(to: encoder)
    case .explain(let question): return try question.encode(to: encoder)
    case .games, .game, .scoreboard, .status: break
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .games(let teams):
      try container.encode(Name.games, forKey: .op)
      if !teams.isEmpty { try container.encode(teams, forKey: .teams) }
    case .scoreboard(let teams):
      try container.encode(Name.scoreboard, forKey: .op)
      if !teams.isEmpty { try container.encode(teams, forKey: .teams) }
    case .game(let number):
      try container.encode(Name.game, forKey: .op)
      try container.encode(number, forKey: .game)
    case .status: try container.encode(Name.status, forKey: .op)
    case .log, .explain: break
    }
  }
}

/// The answer to a `Query`: a control line with the `op` of the query.
enum QueryAnswer: Equatable, Sendable {
  /// The answer to `games`: one row for each game. The warnings are about the teams of the query.
  case games([GamesView.Card], warnings: [String] = [])
  /// The answer to `game`: its summary.
  case game(GamesView.Card)
  /// The answer to `scoreboard`: the summary of each game. The warnings are about the teams of the query.
  case scoreboard([GamesView.Card], warnings: [String] = [])
  /// The answer to `status`.
  case status(DaemonStatus)
  /// The answer to `log`. The warnings are about the names in the filter of the query.
  case log(LogPage, warnings: [String] = [])
  /// The answer to `explain`.
  case explain(EventExplanation)

  var name: Query.Name {
    switch self {
    case .games: .games
    case .game: .game
    case .scoreboard: .scoreboard
    case .status: .status
    case .log: .log
    case .explain: .explain
    }
  }

  func addMembers(to line: inout ReplyLine) {
    switch self {
    case .games(let cards, let warnings):
      line.add("games", objects: cards.map(\.row))
      if !warnings.isEmpty { line.add("warnings", warnings) }
    case .game(let card): line.add(members: card.summary)
    case .scoreboard(let cards, let warnings):
      line.add("games", objects: cards.map(\.summary))
      if !warnings.isEmpty { line.add("warnings", warnings) }
    case .status(let status): status.addMembers(to: &line)
    case .log(let page, let warnings):
      page.addMembers(to: &line)
      if !warnings.isEmpty { line.add("warnings", warnings) }
    case .explain(let explanation): explanation.addMembers(to: &line)
    }
  }
}
