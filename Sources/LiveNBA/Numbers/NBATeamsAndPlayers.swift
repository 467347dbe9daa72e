package import LiveModel

/// Teams and players of the NBA: the clubs of this release, rosters of games from cdn.nba.com, and players from
/// balldontlie for a user who has a key.
///
/// The feed's `personId` is not balldontlie's id: a player of one is found in the other by name and club.
package struct NBATeamsAndPlayers: TeamsAndPlayers {
  /// Base URL of cdn.nba.com without a trailing slash.
  private let feedURL: String
  /// Headers of each request to cdn.nba.com.
  private let feedHeaders: [(name: String, value: String)]
  let balldontlie: Balldontlie

  package init(
    feedURL: String = "https://cdn.nba.com", feedHeaders: [(name: String, value: String)] = [],
    balldontlie: Balldontlie = Balldontlie()
  ) {
    (self.feedURL, self.feedHeaders, self.balldontlie) = (feedURL, feedHeaders, balldontlie)
  }

  package var service: ListingService? { balldontlie.service }

  /// A season begins in October; from July to September it is the one that is over.
  package func season(on date: CivilDate) -> Int { date.month >= 10 ? date.year : date.year - 1 }

  package func teams(in season: Int) -> ListingPlan<RowsRead<TeamListing>> {
    .answer(RowsRead(NBAClubs.all.map(\.listing)))
  }

  package func standings(in season: Int) -> ListingPlan<[Int: TeamStanding]>? { nil }

  /// Returns the schedule of the season, which has all games of all teams.
  package func scheduleRequest(of team: Int, from first: CivilDate, to last: CivilDate) -> HTTPRequest? {
    seasonRequest
  }

  /// The schedule of the season has some megabytes.
  package let scheduleLifetime: Duration? = .seconds(6 * 3600)

  package func scoreboard(in answer: [UInt8]) throws -> [ScoreboardGame] { try NBASchedule.scoreboard(in: answer) }

  /// Nil: with five requests a minute, a list of all players takes too long.
  package func players(in season: Int) -> ListingPlan<RowsRead<PlayerListing>>? { nil }

  package func profile(of id: Int, upTo season: Int) -> ListingPlan<PlayerProfile?> {
    .ask(
      ListingRequest(
        balldontlie.player(id), freshFor: Balldontlie.Lifetime.player,
        next: { body in
          let profile = try BalldontlieOne<BalldontliePlayer>(body).row.profile
          return averages(of: id, in: [season, season - 1]).then { rows in .answer(profile.with(rows)) }
        }, absent: { .answer(nil) }))
  }

  /// Returns the plan for the averages of some seasons; those that the service does not tell are a warning.
  private func averages(of id: Int, in seasons: [Int]) -> ListingPlan<[StatTable.Row]> {
    guard let season = seasons.first else { return .answer([]) }
    let freshFor = Balldontlie.Lifetime.averages
    @Sendable func goOn(_ row: StatTable.Row?) -> ListingPlan<[StatTable.Row]> {
      averages(of: id, in: Array(seasons.dropFirst())).then { .answer([row].compactMap(\.self) + $0) }
    }
    func read(_ request: HTTPRequest, failed: @escaping @Sendable (Fault) -> ListingPlan<[StatTable.Row]>)
      -> ListingPlan<[StatTable.Row]>
    {
      .ask(
        ListingRequest(
          request, freshFor: freshFor,
          next: { goOn(try BalldontlieAverages.row(of: id, in: season, $0)) }, failed: failed))
    }
    @Sendable func missing(_ fault: Fault) -> ListingPlan<[StatTable.Row]> {
      .warning("the season averages are missing: \(fault)", .answer([]))
    }
    let flat = read(balldontlie.flatAverages(of: id, in: season), failed: missing)
    return read(balldontlie.typedAverages(of: id, in: season)) { fault in
      // A plan may have one form only.
      [.lookupRefused, .lookupNotFound].contains(fault.code) ? flat : missing(fault)
    }
  }

  /// Source: `todaysScoreboard_00.json`, the games of the league's day.
  var scoreboardRequest: HTTPRequest { feedRequest("liveData/scoreboard/todaysScoreboard_00") }

  /// Source: `scheduleLeagueV2.json`, all games of a season.
  var seasonRequest: HTTPRequest { feedRequest("staticData/scheduleLeagueV2") }

  func boxscoreRequest(of game: String) -> HTTPRequest { feedRequest("liveData/boxscore/boxscore_\(game)") }

  private func feedRequest(_ path: String) -> HTTPRequest {
    HTTPRequest(url: "\(feedURL)/static/json/\(path).json", headers: feedHeaders)
  }
}

extension PlayerProfile {
  /// Returns the profile with the table of season averages.
  fileprivate func with(_ rows: [StatTable.Row]) -> PlayerProfile {
    guard !rows.isEmpty else { return self }
    var profile = self
    profile.season = rows.compactMap(\.season).max()
    profile.tables = [StatTable(BalldontlieAverages.name, columns: BalldontlieAverages.columns, rows: rows)]
    return profile
  }
}
