internal import LiveModel
internal import LiveNBA

extension Config {
  /// Returns the leagues that are not asked: the NBA, unless the configuration turns it on or follows one of its teams.
  /// MLB is always asked, because without followed teams all its games are followed.
  func idleLeagues(_ leagues: Leagues = .known) -> Set<LeagueID> {
    let isOn = nba.enabled ?? ClubNames(follow.teams, leagues).hasClub(of: .nba)
    return isOn ? [] : [.nba]
  }
}
