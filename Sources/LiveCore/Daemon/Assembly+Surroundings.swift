internal import LiveModel
internal import LivePlatform

extension Assembly {
  /// Returns what sinks can show of the daemon beside events.
  func surroundings(_ shared: SharedState) -> SinkSurroundings {
    let (settings, sources, scoreboard, leagues) = (shared.settings, shared.sources, shared.scoreboard, leagues)
    return SinkSurroundings(
      teams: { settings.follow.merged.teams.compactMap { FollowedTeam(named: $0, leagues) }.unique },
      followsEverything: { settings.follow.isEverything },
      sources: {
        let idle = settings.polls.current.idle
        return sources.filter { !idle.contains($0.key) }.mapValues(\.isTrusted)
      }, games: { scoreboard.summaries })
  }
}

extension FollowedTeam {
  /// Finds a team by one of its names in the configuration; nil for one that no league has.
  fileprivate init?(named name: String, _ leagues: Leagues) {
    guard let (league, club) = leagues.club(named: name) else { return nil }
    self.init(league: league, abbreviation: club.abbreviation, name: club.name)
  }
}
