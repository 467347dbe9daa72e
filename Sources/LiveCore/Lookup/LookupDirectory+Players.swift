internal import LiveModel

/// Lists of players.
extension LookupDirectory {
  /// The most players of one answer. A client reads lines of at most 1 MiB.
  private static var mostPlayers: Int { 1000 }

  func players(_ question: PlayersQuestion) async throws -> ConfirmedAnswer<PlayersAnswer> {
    var confirmation = LookupConfirmation()
    let list = try await players(for: question, &confirmation)
    let chosen = try list.rows.selected(by: question)
    let found = question.name.map { PlayerSearch(chosen).matches($0) } ?? PlayerListing.byLastName(chosen)
    var members = PlayersAnswer(season: list.season, players: Array(found.prefix(Self.mostPlayers)))
    if found.count > Self.mostPlayers { members.more = found.count - Self.mostPlayers }
    if found.isEmpty, let name = question.name { members.nearest = PlayerSearch(chosen).nearest(to: name) }
    return confirmation.answer(members, at: now())
  }

  /// Returns the players of the present season with their teams, or those of the season before if the present one has
  /// none yet. Of a league without such a list it returns those of the question's team, or those whom the league finds
  /// by the question's name.
  func players(
    for question: PlayersQuestion, _ confirmation: inout LookupConfirmation
  ) async throws -> OfSeason<[PlayerListing]> {
    var (rows, newest, isPart) = ([PlayerListing](), year - 1, false)
    for (league, lists) in try listingLeagues() {
      var found: OfSeason<[PlayerListing]>
      do {
        found = try await seasonPlayers(of: league, lists, &confirmation)
      } catch let fault as Fault where fault.code == .lookupNotFound {
        guard let some = try await players(for: question, in: league, lists, &confirmation) else { throw fault }
        confirmation.warn("the list of all players is missing: \(fault)")
        found = OfSeason(season: year, rows: some)
        isPart = true
      }
      newest = max(newest, found.season)
      guard !found.rows.isEmpty else { continue }
      rows += try await withTeams(found.rows, of: league, lists, found.season, &confirmation)
    }
    return OfSeason(season: newest, rows: rows, isPart: isPart)
  }

  /// Returns the players of the present season, or of the one before; only those whom the league finds by the name if it
  /// has no such list. Throws if no source has ever answered.
  func seasonPlayers(named name: String) async throws -> [Person] {
    var confirmation = LookupConfirmation()
    return try await players(for: PlayersQuestion(name: name), &confirmation).rows.map {
      Person(id: $0.id, name: $0.name)
    }
  }

  private func seasonPlayers(
    of league: some League, _ lists: any TeamsAndPlayers, _ confirmation: inout LookupConfirmation
  ) async throws -> OfSeason<[PlayerListing]> {
    for season in [year, year - 1] {
      let read = confirmation.take(
        try await source.answer(to: lists.playersRequest(in: season), of: league.id, freshFor: Lifetime.players) {
          try lists.players(in: $0)
        })
      let players = confirmation.rows(of: read, "players")
      if !players.isEmpty { return OfSeason(season: season, rows: players) }
    }
    return OfSeason(season: year - 1, rows: [])
  }

  /// Returns the roster of the question's team, or the players whom the league finds by the name; nil if the question
  /// has neither.
  private func players(
    for question: PlayersQuestion, in league: some League, _ lists: any TeamsAndPlayers,
    _ confirmation: inout LookupConfirmation
  ) async throws -> [PlayerListing]? {
    if let team = question.team {
      let names = Vocabulary.known.allAbbreviations(of: [team])
      let clubs = try await clubs(of: league, lists, year, &confirmation)
      guard let club = clubs.values.first(where: { $0.abbreviation.map(names.contains) ?? false }), let id = club.id
      else { return nil }
      let read = confirmation.take(
        try await source.answer(to: lists.rosterRequest(of: id), of: league.id, freshFor: Lifetime.roster) {
          try lists.roster(in: $0)
        })
      return confirmation.rows(of: read, "roster").map { player in
        var player = player
        player.team = club
        return player
      }
    }
    guard let name = question.name else { return nil }
    let read = confirmation.take(
      try await source.answer(to: lists.searchRequest(for: name), of: league.id, freshFor: Lifetime.roster) {
        try lists.players(in: $0)
      })
    return confirmation.rows(of: read, "players")
  }

  /// Returns the players with names and abbreviations of their teams.
  func withTeams(
    _ players: [PlayerListing], of league: some League, _ lists: any TeamsAndPlayers, _ season: Int,
    _ confirmation: inout LookupConfirmation
  ) async throws -> [PlayerListing] {
    let clubs = try await clubs(of: league, lists, season, &confirmation)
    return players.map { player in
      var player = player
      player.team = player.team.map { team in team.id.flatMap { clubs[$0] } ?? team }
      return player
    }
  }
}

extension [PlayerListing] {
  /// Returns the players of the team and the position of a question. Throws a fault for a position that does not exist.
  fileprivate func selected(by question: PlayersQuestion) throws(Fault) -> [PlayerListing] {
    let teams = question.team.map { Vocabulary.known.allAbbreviations(of: [$0]) }
    var positions: Set<String>?
    do {
      positions = try question.position.map { try Vocabulary.known.positions(coveredBy: $0) }
    } catch let unknown as Vocabulary.UnknownName {
      throw Fault(.lookupUnknownName, unknown.message, hint: unknown.hint)
    } catch {
      throw Fault(.lookupUnknownName, "\(error)")
    }
    return filter { player in
      let isOfTeam = teams.map { names in player.team?.abbreviation.map(names.contains) ?? false } ?? true
      return isOfTeam && (positions.map { $0.contains(player.position?.abbreviation ?? "") } ?? true)
    }
  }
}
