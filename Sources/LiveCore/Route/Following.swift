internal import LiveModel

/// The `follow` setting: which games are watched, and which of their events are routed.
struct Following: Sendable {
  private let clubs: ClubNames
  private let hasPlayers: Bool
  private let conditions: [Condition]

  /// Makes the setting from team abbreviations and players. Everything is followed when both lists are empty.
  init(teams: [String], players: [PlayerName], _ leagues: Leagues) {
    clubs = ClubNames(teams, leagues)
    hasPlayers = !players.isEmpty
    conditions = [.teams(teams, leagues), .players(players)].compactMap(\.self)
  }

  /// Returns whether to watch a game between two teams, by abbreviation. Every game is watched when a player is
  /// followed, because participants are not known in advance.
  func watches(away: String, home: String, in league: LeagueID) -> Bool {
    conditions.isEmpty || hasPlayers || [away, home].contains { clubs.contains($0, in: league) }
  }

  /// The keys of its conditions.
  var keys: Set<ConditionKey> { Set(conditions.map(\.key)) }

  /// Tests the event. Either team or any participant suffices.
  func verdict(on event: EventTraits) -> Explanation.Follow {
    let findings = conditions.map { $0.finding(in: event) }
    return Explanation.Follow(isFollowed: findings.isEmpty || findings.contains(where: \.fits), findings: findings)
  }
}
