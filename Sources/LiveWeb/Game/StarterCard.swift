internal import LiveModel
internal import LiveNBA

/// The players who begin a game of basketball, for the template `game/starters`.
struct StarterCard: Sendable {
  var teams: [Team]

  struct Team: Sendable {
    var starterBar: String
    var starterTeam: String
    var starters: [String]
  }

  /// Nil in another league, and before the teams have named them.
  init?(_ game: ViewedGame) {
    guard game.isBasketball else { return nil }
    teams = [Side.away, .home].compactMap { side in
      let fact = game.facts.last { $0.newest.type == .lineup && $0.fact.rawValue.hasSuffix("/\(side.rawValue)") }
      guard let players = fact?.newest.data.players, !players.isEmpty, fact?.newest.data.retracted == false else {
        return nil
      }
      return Team(starterBar: game.bar(side), starterTeam: game.name(side), starters: players.map(\.name))
    }
    if teams.isEmpty { return nil }
  }
}
