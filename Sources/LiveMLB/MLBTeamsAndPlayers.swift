internal import LiveModel

/// Teams and players of StatsAPI.
struct MLBTeamsAndPlayers: Sendable {
  /// Base URL without a trailing slash.
  var baseURL: String
  /// The sport whose clubs and players are listed; 1 is MLB.
  var sport: Int

  /// Source: `GET /api/v1/teams`.
  func teamsRequest(in season: Int) -> HTTPRequest {
    request("teams?sportId=\(sport)&season=\(season)", MLBTeamRow.fields)
  }

  func teams(in answer: [UInt8]) throws -> RowsRead<TeamListing> {
    try MLBTeamRow.teams(in: answer, ofSport: sport)
  }

  /// Source: `GET /api/v1/standings` of the American League, 103, and the National League, 104.
  func standingsRequest(in season: Int) -> HTTPRequest {
    request("standings?leagueId=103,104&season=\(season)", MLBStandingsRow.fields)
  }

  func standings(in answer: [UInt8]) throws -> [Int: TeamStanding] { try MLBStandingsRow.standings(in: answer) }

  /// Source: `GET /api/v1/teams/<id>/roster`.
  func rosterRequest(of team: Int) -> HTTPRequest {
    request("teams/\(team)/roster?rosterType=active&hydrate=person", MLBRosterRow.fields)
  }

  func roster(in answer: [UInt8]) throws -> RowsRead<PlayerListing> { try MLBRosterRow.roster(in: answer) }

  /// Source: `GET /api/v1/schedule` of one team.
  func scheduleRequest(of team: Int, from first: CivilDate, to last: CivilDate) -> HTTPRequest? {
    request(
      "schedule?sportId=\(sport)&teamId=\(team)&startDate=\(first)&endDate=\(last)&hydrate=team,linescore",
      MLBScoreboard.fields)
  }

  func scoreboard(in answer: [UInt8]) throws -> [ScoreboardGame] { try MLBScoreboard.games(in: answer) }

  /// Source: `GET /api/v1/sports/<id>/players`. Some 1,500 players, of whose teams it gives only the ids.
  func playersRequest(in season: Int) -> HTTPRequest {
    request("sports/\(sport)/players?season=\(season)", MLBPerson.fields)
  }

  /// Source: `GET /api/v1/people/search`.
  func searchRequest(for name: String) -> HTTPRequest {
    request("people/search?names=\(name.percentEncoded)&sportIds=\(sport)&active=true", MLBPerson.fields)
  }

  func players(in answer: [UInt8]) throws -> RowsRead<PlayerListing> { try MLBPerson.players(in: answer) }

  /// Source: `GET /api/v1/people/<id>` with statistics of all kinds.
  func profileRequest(of player: Int, in season: Int) -> HTTPRequest {
    request(
      "people/\(player)?hydrate=stats(group=[hitting,pitching,fielding],type=[season,career,sabermetrics],"
        + "season=\(season)),currentTeam", MLBProfileRow.fields)
  }

  func profile(in answer: [UInt8], upTo season: Int) throws -> PlayerProfile? {
    try MLBProfileRow.profile(in: answer, upTo: season, ofSport: sport)
  }

  func seasonsRequest(of player: Int) -> HTTPRequest {
    request(
      "people/\(player)?hydrate=stats(group=[hitting,pitching,fielding],type=[yearByYear])",
      ["people", "id", "stats", "type", "group", "displayName", "splits", "season", "sport"])
  }

  func latestSeason(in answer: [UInt8], upTo season: Int) throws -> Int? {
    try MLBProfileRow.profile(in: answer, upTo: season, ofSport: sport)?.season
  }

  /// Source: `GET /api/v1/teams/stats`, which has one row for each team.
  func totalsRequests(for profile: PlayerProfile) -> [HTTPRequest] {
    guard let season = profile.season else { return [] }
    return MLBComparison.tables.filter { profile.counts[$0] != nil }.map { table in
      request("teams/stats?sportIds=\(sport)&stats=season&season=\(season)&group=\(table)", MLBComparison.fields)
    }
  }

  func totals(in answer: [UInt8]) throws -> LeagueTotals? { try MLBComparison.totals(in: answer) }

  func compared(_ profile: PlayerProfile, with totals: [LeagueTotals]) -> PlayerProfile {
    MLBComparison.compared(profile, with: totals)
  }

  private func request(_ path: String, _ fields: [String]) -> HTTPRequest {
    HTTPRequest(url: "\(baseURL)/api/v1/\(path)&fields=\(fields.joined(separator: ","))")
  }
}
