internal import LiveModel

/// A query about the games or the daemon, answered with one line.
enum Query: Equatable, Sendable {
  /// The games in the window of the schedule in which one of the teams plays; all games when `teams` is empty.
  case games(teams: [String])
  /// The summary of one game, selected by its `gamePk`.
  case game(Int)
  /// The summary of every game that is or was polled.
  case scoreboard(teams: [String])
  /// The state of the daemon.
  case status
}

extension Query: Codable {
  enum CodingKeys: String, CodingKey { case op, id, `protocol`, teams, game }

  /// The value of `op`.
  enum Name: String, Codable, CaseIterable {
    case games, game, scoreboard, status

    fileprivate var members: [CodingKeys] {
      switch self {
      case .games, .scoreboard: [.teams]
      case .game: [.game]
      case .status: []
      }
    }
  }

  /// Decodes a request. A member that its op does not have is an error, because a misspelt `teams` would select all.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(Name.self, forKey: .op)
    try decoder.refuseUnknownMembers(besides: [.op, .id, .protocol] + name.members)
    switch name {
    case .games: self = .games(teams: try Self.teams(in: container))
    case .scoreboard: self = .scoreboard(teams: try Self.teams(in: container))
    case .status: self = .status
    case .game:
      guard case let number? = try? container.decode(Int.self, forKey: .game), number > 0 else {
        throw Request.Refusal(code: .malformed, message: "'game' must be the number of a game, its gamePk")
      }
      self = .game(number)
    }
  }

  private static func teams(in container: KeyedDecodingContainer<CodingKeys>) throws -> [String] {
    let teams = try container.decodeIfPresent([String].self, forKey: .teams) ?? []
    try EventFilter.check(teams, in: "teams")
    return teams
  }

  /// Encodes the form that `init(from:)` decodes.
  func encode(to encoder: any Encoder) throws {
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
    }
  }
}

/// The answer to a `Query`: a control line with the `op` of the query.
enum QueryAnswer: Equatable, Sendable {
  /// The answer to `games`: one row for each game.
  case games([GamesView.Card])
  /// The answer to `game`: its summary.
  case game(GamesView.Card)
  /// The answer to `scoreboard`: the summary of each game.
  case scoreboard([GamesView.Card])
  /// The answer to `status`.
  case status(DaemonStatus)

  var name: Query.Name {
    switch self {
    case .games: .games
    case .game: .game
    case .scoreboard: .scoreboard
    case .status: .status
    }
  }

  func addMembers(to line: inout ReplyLine) {
    switch self {
    case .games(let cards): line.add("games", objects: cards.map(\.row))
    case .game(let card): line.add(members: card.summary)
    case .scoreboard(let cards): line.add("games", objects: cards.map(\.summary))
    case .status(let status): status.addMembers(to: &line)
    }
  }
}
