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

/// The answer to `status`: the state of the daemon in one line.
struct StatusReport: Equatable, Sendable {
  var log: LogID
  /// The start time of the daemon.
  var since: Timestamp
  var extent: EventLog.Extent
  /// The number of connected clients, including the one that sent the query.
  var clients: Int
  /// The number of games by status, for each status that occurs.
  var games: [String: Int]
  /// The number of games that are polled.
  var watched: Int
  /// The memory in bytes of the largest polled game.
  var largestGame: Int
  /// Open problems of games, by the name of the game (`mlb/747175`).
  var gameTroubles: [String: String]
  /// The state of each source, by the short name of the league.
  var source: [String: SourceState]
  /// The current failure of the event log; nil while reads and writes succeed.
  var logTrouble: LogHealth.Trouble?
  var sinks: [SinkListing.Entry]
  /// The state of the destination of the daemon's own log.
  var ownLog: OwnLogStanding
  /// The reason why the last configuration was rejected; nil when it is in force.
  var configTrouble: String?

  /// Whether nothing needs the operator: no source fails or has waiting games, the event log works, no sink is
  /// disabled, and the configuration is in force.
  var healthy: Bool {
    logTrouble == nil && configTrouble == nil
      && source.values.allSatisfy { $0.state != .failing && $0.gamesWaiting == nil }
      && sinks.allSatisfy { $0.disabled == nil }
  }

  /// Collects the report from the log, the daemon's parts and the given values.
  init(log: EventLog, view: DaemonInfo, extent: EventLog.Extent, clients: Int, sinks: [SinkListing.Entry]) {
    let board = view.board()
    (self.log, since, self.extent, self.clients) = (log.id, view.since(), extent, clients)
    (largestGame, gameTroubles) = (board.largest, board.troubles)
    (games, watched, source) = (board.statuses, board.watched, view.sources())
    (logTrouble, self.sinks, configTrouble) = (log.health.trouble, sinks, view.refusal())
    ownLog = view.ownLog()
  }

  func addMembers(to line: inout ReplyLine) {
    line.add("version", Version.current)
    line.add("log", log.rawValue)
    line.add("since", since)
    line.add("oldest", extent.oldest)
    line.add("newest", extent.newest)
    line.add("clients", clients)
    line.add("games", games)
    line.add("watched", watched)
    if !gameTroubles.isEmpty { line.add("game_troubles", gameTroubles) }
    line.add("source", source)
    if let logTrouble {
      line.add("log_error", logTrouble.error)
      line.add("log_error_since", logTrouble.since)
    }
    if let configTrouble { line.add("config_error", configTrouble) }
    if !ownLog.isWell { line.add("own_log", OwnLogMember(ownLog)) }
    line.add("sinks", sinks)
    line.add("healthy", healthy)
  }
}

/// The member `own_log`, which a status has only while there is a problem with the destination of the daemon's own log.
private struct OwnLogMember: Encodable {
  var dropped: Int
  var blockedSince: Timestamp?

  init(_ standing: OwnLogStanding) { (dropped, blockedSince) = (standing.dropped, standing.blockedSince) }

  private enum CodingKeys: String, CodingKey {
    case dropped
    case blockedSince = "blocked_since"
  }
}
