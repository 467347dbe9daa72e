internal import LiveModel

/// Teams with their standings, one team with its roster.
extension LookupDirectory {
  /// How long the games of a team stay fresh.
  private static var gamesLifetime: Duration { .seconds(300) }

  /// A list of a season. Before the first game of a season it is that of the season before.
  struct OfSeason<Rows: Sendable>: Sendable {
    var season: Int
    var rows: Rows
    /// Whether the league has no such list, so that these are only some rows of it.
    var isPart = false
  }

  /// Returns the present season of a league.
  func season(of lists: any TeamsAndPlayers) -> Int { lists.season(on: CivilDate.ofSeason(at: now())) }

  /// Returns the leagues that list teams and players, or the one of them that is wanted. Throws a fault if there is none.
  func listingLeagues(_ wanted: LeagueID? = nil) throws -> [(league: any League, lists: any TeamsAndPlayers)] {
    let listing = leagues.compactMap { league in league.teamsAndPlayers.map { (league: league, lists: $0) } }
      .filter { wanted == nil || $0.league.id == wanted }
    guard listing.isEmpty else { return listing }
    let names = wanted?.rawValue ?? leagues.map(\.id.rawValue).joined(separator: ", ")
    guard let wanted, !leagues.contains(where: { $0.id == wanted }) else {
      throw Fault(.lookupFailed, "\(names.isEmpty ? "no league" : names) lists no teams and players")
    }
    throw Fault(.lookupFailed, "the source of \(wanted.rawValue) is off", hint: "turn on source.\(wanted.rawValue)")
  }

  func teams(_ wanted: LeagueID?) async throws -> ConfirmedAnswer<TeamsAnswer> {
    var (confirmation, teams, seasons) = (LookupConfirmation(), [TeamListing](), [Int]())
    for (league, lists) in try listingLeagues(wanted) {
      let list = try await standings(of: league, lists, &confirmation)
      teams += TeamListing.inOrder(list.rows)
      seasons.append(list.season)
    }
    return confirmation.answer(TeamsAnswer(season: seasons.max(), teams: teams), at: now())
  }

  func team(_ question: TeamQuestion) async throws -> ConfirmedAnswer<TeamAnswer> {
    var confirmation = LookupConfirmation()
    let names = ClubNames([question.team], Leagues.known.only(question.league))
    for (league, lists) in try listingLeagues(question.league) {
      let list = try await standings(of: league, lists, &confirmation)
      guard let team = list.rows.first(where: { names.contains($0.abbreviation ?? $0.name, in: league.id) }) else {
        continue
      }
      let read = try await optional("the roster is", lists.roster(of: team), of: league.id, &confirmation)
      let roster = read.map { confirmation.rows(of: $0, "roster") }
      let next = try await nextGame(of: team, in: league, lists, &confirmation)
      return confirmation.answer(
        TeamAnswer(
          season: list.season, team: team, nextGame: next,
          roster: roster.map(question.order == .name ? PlayerListing.byLastName : PlayerListing.byPosition)),
        at: now())
    }
    throw Fault(
      .lookupUnknownName, "no league lists \(quoted(question.team)) among its teams",
      hint: "'livegamed team list' prints them")
  }

  /// Returns the games of a team between two dates, both included, in order of start. Where only the league's schedule
  /// has the games of a team, they are without scores.
  func games(
    ofTeam id: Int, of wanted: LeagueID? = nil, from first: CivilDate, to last: CivilDate
  ) async throws -> ConfirmedAnswer<[ScoreboardGame]> {
    var (confirmation, games) = (LookupConfirmation(), [ScoreboardGame]())
    for (league, lists) in try listingLeagues(wanted) {
      if let request = lists.scheduleRequest(of: id, from: first, to: last) {
        let lifetime = lists.scheduleLifetime ?? Self.gamesLifetime
        let plan = ListingPlan.ask(request, freshFor: lifetime) { try lists.scoreboard(in: $0) }
        var rows = try await follow(plan, of: league.id, &confirmation)
        if lists.scheduleLifetime != nil { await update(&rows, of: league) }
        games += rows.filter { $0.isOf(team: id, from: first, to: last) }
      } else {
        let request = league.scheduleRequest(from: first, to: last)
        let plan = ListingPlan.ask(request, freshFor: Self.gamesLifetime) { try league.games(in: $0) }
        let rows = ScheduledGame.unique(try await follow(plan, of: league.id, &confirmation).games)
        games += rows.filter { [$0.clubs.away.id, $0.clubs.home.id].contains(id) }
          .map { ScoreboardGame($0.summary, state: $0.status.words) }
      }
    }
    return confirmation.answer(ScoreboardGame.inOrder(games), at: now())
  }

  /// Replaces games of today by those of the day's scoreboard, if that is to be had.
  private func update(_ games: inout [ScoreboardGame], of league: some League) async {
    let today = CivilDate.ofSeason(at: now())
    guard let board = try? await scoreboard(of: today, in: league, freshFor: Self.lifetime(of: today, on: today)).value
    else { return }
    let present = Dictionary(board.games.map { ($0.summary.game.id, $0) }) { first, _ in first }
    games = games.map { present[$0.summary.game.id] ?? $0 }
  }

  /// Returns the teams of the present season with its standings, or with those of the season before until a team has
  /// played.
  private func standings(
    of league: some League, _ lists: any TeamsAndPlayers, _ confirmation: inout LookupConfirmation
  ) async throws -> OfSeason<[TeamListing]> {
    let present = season(of: lists)
    var list = OfSeason(season: present, rows: [TeamListing]())
    for season in [present, present - 1] {
      let read = try await follow(lists.teams(in: season), of: league.id, &confirmation)
      let teams = confirmation.rows(of: read, "teams")
      guard let plan = lists.standings(in: season) else { return OfSeason(season: season, rows: teams) }
      let table = try await optional("the standings are", plan, of: league.id, &confirmation)
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

  /// Returns the teams of a season; none with a warning if the league does not answer.
  func listedTeams(
    of league: some League, _ lists: any TeamsAndPlayers, _ season: Int, _ confirmation: inout LookupConfirmation
  ) async throws -> [TeamListing] {
    let read = try await optional("the list of teams is", lists.teams(in: season), of: league.id, &confirmation)
    return confirmation.rows(of: read, "teams")
  }

  /// Returns the clubs of a season by id; none with a warning if the league does not answer.
  func clubs(
    of league: some League, _ lists: any TeamsAndPlayers, _ season: Int, _ confirmation: inout LookupConfirmation
  ) async throws -> [Int: GameSummary.Club] {
    let teams = try await listedTeams(of: league, lists, season, &confirmation)
    return Dictionary(teams.map { ($0.id, $0.club) }) { first, _ in first }
  }

  /// Returns the game of a team that is in progress, or else the next one; nil if none is listed within half a year.
  private func nextGame(
    of team: TeamListing, in league: some League, _ lists: any TeamsAndPlayers, _ confirmation: inout LookupConfirmation
  ) async throws -> GameSummary? {
    let today = CivilDate.ofSeason(at: now())
    for days in [14, 180] {
      let last = CivilDate(daysSinceEpoch: today.daysSinceEpoch + days)
      let request =
        lists.scheduleRequest(of: team.id, from: today, to: last) ?? league.scheduleRequest(from: today, to: last)
      let plan = ListingPlan.ask(request, freshFor: lists.scheduleLifetime ?? Self.gamesLifetime) {
        try league.games(in: $0)
      }
      let answer = try await optional("the next game is", plan, of: league.id, &confirmation)
      guard let answer else { return nil }
      let open = ScheduledGame.unique(answer.games).filter { game in
        let clubs = [game.clubs.away, game.clubs.home]
        return game.isListed(from: today, to: last) && game.status.isPending
          && clubs.contains { $0.id == team.id || $0.abbreviation == team.abbreviation }
      }
      if let next = open.min(by: { $0.day < $1.day }) { return next.summary }
    }
    return nil
  }
}

extension GameStatus {
  /// The state in a few words: `Final`.
  fileprivate var words: String {
    [.warmup, .live, .delayed].contains(phase)
      ? "In progress" : phase.rawValue.prefix(1).uppercased() + phase.rawValue.dropFirst()
  }

  /// Whether the game is in progress or will be played on its date.
  fileprivate var isPending: Bool { [.scheduled, .warmup, .live, .delayed].contains(phase) }
}

extension ScoreboardGame {
  /// Returns whether a team plays, on one of these days, both included.
  fileprivate func isOf(team id: Int, from first: CivilDate, to last: CivilDate) -> Bool {
    let date = summary.game.date ?? ""
    return [summary.game.away.id, summary.game.home.id].contains(id) && "\(first)" <= date && date <= "\(last)"
  }
}

extension ScheduledGame {
  /// Returns whether the date is one of these days, both included, or is not known.
  fileprivate func isListed(from first: CivilDate, to last: CivilDate) -> Bool {
    date.map { "\(first)" <= $0 && $0 <= "\(last)" } ?? true
  }

  /// The date and the start, for comparisons. A start that is to be determined is the last of its date.
  fileprivate var day: (String, Int64) { (date ?? start.map { "\($0.date)" } ?? "9999", start?.milliseconds ?? .max) }
}

extension TeamListing {
  /// Returns the teams of a league by division, from east to west where the names say so, and by rank within it.
  fileprivate static func inOrder(_ teams: [TeamListing]) -> [TeamListing] {
    teams.sorted { left, right in
      (left.divisionKey, left.standing?.rank ?? .max, left.name)
        < (right.divisionKey, right.standing?.rank ?? .max, right.name)
    }
  }

  /// The name of the division, in which an eastern one comes before the central one, and a western one behind it.
  private var divisionKey: String {
    let words = (division ?? "").split(separator: " ")
    let ranks = ["East": "C0", "Central": "C1", "West": "C2"]
    return words.map { ranks[String($0)] ?? String($0) }.joined(separator: " ")
  }
}
