internal import LiveModel

/// Teams with their standings, one team with its roster.
extension LookupDirectory {
  /// How long answers stay fresh.
  enum Lifetime {
    static var teams: Duration { .seconds(24 * 3600) }
    static var standings: Duration { .seconds(300) }
    static var roster: Duration { .seconds(3600) }
    static var games: Duration { .seconds(300) }
    static var players: Duration { .seconds(6 * 3600) }
    static var statistics: Duration { .seconds(300) }
    static var totals: Duration { .seconds(6 * 3600) }
  }

  /// A list of a season. Before the first game of a season it is that of the season before.
  struct OfSeason<Rows: Sendable>: Sendable {
    var season: Int
    var rows: Rows
    /// Whether the league has no such list, so that these are only some rows of it.
    var isPart = false
  }

  /// Returns the year of the season's present day.
  var year: Int { CivilDate.ofSeason(at: now()).year }

  /// The leagues that list teams and players.
  private var listing: [(league: any League, lists: any TeamsAndPlayers)] {
    leagues.compactMap { league in league.teamsAndPlayers.map { (league, $0) } }
  }

  /// Returns the leagues that list teams and players. Throws a fault if there is none.
  func listingLeagues() throws -> [(league: any League, lists: any TeamsAndPlayers)] {
    guard !listing.isEmpty else {
      let names = leagues.map(\.id.rawValue).joined(separator: ", ")
      throw Fault(.lookupFailed, "\(names.isEmpty ? "no league" : names) lists no teams and players")
    }
    return listing
  }

  func teams() async throws -> ConfirmedAnswer<TeamsAnswer> {
    var (confirmation, teams, seasons) = (LookupConfirmation(), [TeamListing](), [Int]())
    for (league, lists) in try listingLeagues() {
      let list = try await standings(of: league, lists, &confirmation)
      teams += list.rows
      seasons.append(list.season)
    }
    return confirmation.answer(TeamsAnswer(season: seasons.max(), teams: TeamListing.inOrder(teams)), at: now())
  }

  func team(_ question: TeamQuestion) async throws -> ConfirmedAnswer<TeamAnswer> {
    var confirmation = LookupConfirmation()
    for (league, lists) in try listingLeagues() {
      let list = try await standings(of: league, lists, &confirmation)
      let names = Vocabulary.known.allAbbreviations(of: [question.team])
      guard let team = list.rows.first(where: { names.contains($0.abbreviation ?? $0.name) }) else { continue }
      let read = try await optional("the roster is", &confirmation) {
        try await source.answer(to: lists.rosterRequest(of: team.id), of: league.id, freshFor: Lifetime.roster) {
          try lists.roster(in: $0)
        }
      }
      let roster = read.map { confirmation.rows(of: $0, "roster") }
      let next = try await nextGame(of: team, in: league, lists, &confirmation)
      return confirmation.answer(
        TeamAnswer(
          season: list.season, team: team, nextGame: next,
          roster: roster.map(question.order == .name ? PlayerListing.byLastName : PlayerListing.byPosition)),
        at: now())
    }
    throw Fault(
      .lookupUnknownName, "no league lists \(quoted(question.team)) among its teams of \(year)",
      hint: "'livegamed team list' prints them")
  }

  /// Returns the games of a team between two dates, both included, in order of start.
  func games(
    ofTeam id: Int, from first: CivilDate, to last: CivilDate
  ) async throws -> ConfirmedAnswer<[ScoreboardGame]> {
    var (confirmation, games) = (LookupConfirmation(), [ScoreboardGame]())
    for (league, lists) in try listingLeagues() {
      games += confirmation.take(
        try await source.answer(
          to: lists.scheduleRequest(of: id, from: first, to: last), of: league.id, freshFor: Lifetime.games
        ) { try lists.scoreboard(in: $0) })
    }
    return confirmation.answer(ScoreboardGame.inOrder(games), at: now())
  }

  /// Returns the teams of the present season with its standings, or with those of the season before until a team has
  /// played.
  private func standings(
    of league: some League, _ lists: any TeamsAndPlayers, _ confirmation: inout LookupConfirmation
  ) async throws -> OfSeason<[TeamListing]> {
    var list = OfSeason(season: year, rows: [TeamListing]())
    for season in [year, year - 1] {
      let read = confirmation.take(
        try await source.answer(to: lists.teamsRequest(in: season), of: league.id, freshFor: Lifetime.teams) {
          try lists.teams(in: $0)
        })
      let teams = confirmation.rows(of: read, "teams")
      let table = try await optional("the standings are", &confirmation) {
        try await source.answer(
          to: lists.standingsRequest(in: season), of: league.id, freshFor: Lifetime.standings
        ) { try lists.standings(in: $0) }
      }
      let found = OfSeason(
        season: season,
        rows: teams.map { team in
          var team = team
          team.standing = table?[team.id]
          return team
        })
      if found.rows.contains(where: { $0.standing?.hasPlayed == true }) { return found }
      if list.rows.isEmpty { list = found }
    }
    return list
  }

  /// Returns the clubs of a season by id; none with a warning if the league does not answer.
  func clubs(
    of league: some League, _ lists: any TeamsAndPlayers, _ season: Int, _ confirmation: inout LookupConfirmation
  ) async throws -> [Int: GameSummary.Club] {
    let read = try await optional("the list of teams is", &confirmation) {
      try await source.answer(to: lists.teamsRequest(in: season), of: league.id, freshFor: Lifetime.teams) {
        try lists.teams(in: $0)
      }
    }
    return Dictionary(confirmation.rows(of: read, "teams").map { ($0.id, $0.club) }) { first, _ in first }
  }

  /// Returns the game of a team that is in progress, or else the next one; nil if none is listed within half a year.
  private func nextGame(
    of team: TeamListing, in league: some League, _ lists: any TeamsAndPlayers, _ confirmation: inout LookupConfirmation
  ) async throws -> GameSummary? {
    let today = CivilDate.ofSeason(at: now())
    for days in [14, 180] {
      let last = CivilDate(daysSinceEpoch: today.daysSinceEpoch + days)
      let answer = try await optional("the next game is", &confirmation) {
        try await source.answer(
          to: lists.scheduleRequest(of: team.id, from: today, to: last), of: league.id, freshFor: Lifetime.games
        ) { try league.games(in: $0) }
      }
      guard let answer else { return nil }
      let open = ScheduledGame.unique(answer.games).filter { game in
        let clubs = [game.clubs.away, game.clubs.home]
        return game.status.isPending && clubs.contains { $0.id == team.id || $0.abbreviation == team.abbreviation }
      }
      if let next = open.min(by: { $0.day < $1.day }) { return next.summary }
    }
    return nil
  }
}

extension GameStatus {
  /// Whether the game is in progress or will be played on its date.
  fileprivate var isPending: Bool { [.scheduled, .warmup, .live, .delayed].contains(phase) }
}

extension ScheduledGame {
  /// The date and the start, for comparisons. A start that is to be determined is the last of its date.
  fileprivate var day: (String, Int64) { (date ?? start.map { "\($0.date)" } ?? "9999", start?.milliseconds ?? .max) }
}

extension TeamListing {
  /// Returns the teams by league, by division from east to west, and by rank within it.
  fileprivate static func inOrder(_ teams: [TeamListing]) -> [TeamListing] {
    teams.sorted { left, right in
      (left.divisionKey, left.standing?.rank ?? .max, left.name)
        < (right.divisionKey, right.standing?.rank ?? .max, right.name)
    }
  }

  /// The name of the division; of several in a league, the eastern one comes first, and the western one last.
  private var divisionKey: String {
    let words = (division ?? "").split(separator: " ")
    let ranks = ["East": "0", "Central": "1", "West": "2"]
    return words.map { ranks[String($0)] ?? String($0) }.joined(separator: " ")
  }
}
