/// What `follow` says: whose games are watched, and which of their events concern anybody.
struct Following: Sendable {
  private let clubs: Set<String>
  private let hasPlayers: Bool
  private let conditions: [Condition]

  /// Teams by abbreviation. Without any team or player everything is followed.
  init(teams: [String], players: [PlayerName]) {
    clubs = Set(teams.map(ClubName.canonical))
    hasPlayers = !players.isEmpty
    conditions = [.teams(teams), .players(players)].compactMap(\.self)
  }

  /// Whether a game between these two, by abbreviation, is asked for. Nobody knows beforehand who will play, so that a
  /// followed player takes all of them.
  func watches(away: String, home: String) -> Bool {
    conditions.isEmpty || hasPlayers || [away, home].contains { clubs.contains(ClubName.canonical($0)) }
  }

  /// Either side, or anybody who takes part, is enough.
  func verdict(on event: Event) -> Explanation.Follow {
    let findings = conditions.map { $0.finding(in: event) }
    return Explanation.Follow(isFollowed: findings.isEmpty || findings.contains(where: \.fits), findings: findings)
  }
}
