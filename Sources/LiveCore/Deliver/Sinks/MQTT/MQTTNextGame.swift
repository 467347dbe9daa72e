internal import LiveModel

/// The game of a team that is under way, or begins next, by the schedule. It shows nothing of how the game goes.
struct MQTTNextGame: Equatable, Sendable, Encodable {
  var game: Int?
  var start: Timestamp?
  var opponent: String?
  var home: Bool?

  /// After this time, a game is over even if nobody has said so.
  private static let longest = Duration.seconds(12 * 3600)

  init() {}

  /// Chooses among the games of the schedule. The game that `last` is about stays until its end was delivered, and one that
  /// is postponed until that was, so that a delayed sink reveals nothing by showing the next one. What begins before the
  /// game of `last` is over.
  init(of team: FollowedTeam, in games: [GameSummary], last: MQTTState?, at now: Timestamp, _ leagues: Leagues) {
    let own = games.compactMap { game in team.side(in: game, leagues).map { (game: game, side: $0) } }
    let isLast = { (game: GameSummary) in game.game.id == last?.game && last?.date == game.game.date ?? last?.date }
    let lastStart = own.first { isLast($0.game) }?.game.start
    let open = own.filter { entry in
      guard let start = entry.game.start, now - start < Self.longest else { return false }
      if isLast(entry.game) { return last.flatMap(\.phase)?.isOver != true }
      return lastStart.map { start > $0 } ?? true
    }
    guard let next = open.min(by: { ($0.game.start?.milliseconds ?? 0) < ($1.game.start?.milliseconds ?? 0) }) else {
      return
    }
    let club = next.side == .away ? next.game.game.home : next.game.game.away
    (game, start, opponent, home) = (next.game.game.id, next.game.start, club.name, next.side == .home)
  }

  private enum CodingKeys: String, CodingKey { case game, start, opponent, home }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(game, forKey: .game)
    try container.encode(start, forKey: .start)
    try container.encode(opponent, forKey: .opponent)
    try container.encode(home, forKey: .home)
  }
}

extension MQTTState {
  fileprivate var phase: GameStatus.Phase? { GameStatus.Phase(rawValue: status) }
}

extension FollowedTeam {
  fileprivate func side(in game: GameSummary, _ leagues: Leagues) -> Side? {
    guard game.league == league else { return nil }
    let names = [(Side.away, game.game.away.abbreviation), (.home, game.game.home.abbreviation)]
    return names.first { $0.1.map { leagues.currentAbbreviation($0, in: league) } == abbreviation }?.0
  }
}
