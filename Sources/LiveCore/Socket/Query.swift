/// A client's query about the games or the daemon; the answer is one line.
enum Query: Equatable, Sendable {
  /// The games of the schedule's window in which one of the teams plays; all without teams.
  case games(teams: [String])
  /// All that is known of one game, by its `gamePk`.
  case game(Int)
  /// The same of every game that is or was polled.
  case scoreboard(teams: [String])
  /// How the daemon itself stands.
  case status
}

extension Query: Codable {
  enum CodingKeys: String, CodingKey { case op, id, `protocol`, teams, game }

  /// As it is spelt in `op`.
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

  /// Reads a request; a member that its op does not have is an error, for a misspelt list of teams would name all.
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

  /// Writes what `init(from:)` reads.
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

/// The answer to a `Query`: a control line whose `op` is the query's.
enum QueryAnswer: Equatable, Sendable {
  /// To `games`: their rows.
  case games([GamesView.Card])
  /// To `game`: its summary.
  case game(GamesView.Card)
  /// To `scoreboard`: their summaries.
  case scoreboard([GamesView.Card])
  case status(StatusReport)

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
    case .status(let report): report.addMembers(to: &line)
    }
  }
}
