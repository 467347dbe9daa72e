internal import LiveModel

/// Lists of players.
extension LookupDirectory {
  /// The most players of one answer. A client reads lines of at most 1 MiB.
  private static var mostPlayers: Int { 1000 }

  func players(_ question: PlayersQuestion) async throws -> LookupAnswer {
    var confirmation = LookupConfirmation()
    let list = try await players(&confirmation)
    let chosen = try list.rows.selected(by: question)
    let found = question.name.map { PlayerSearch(chosen).matches($0) } ?? PlayerListing.byLastName(chosen)
    var members = PlayersAnswer(season: list.season, players: Array(found.prefix(Self.mostPlayers)))
    if found.count > Self.mostPlayers { members.more = found.count - Self.mostPlayers }
    if found.isEmpty, let name = question.name { members.nearest = PlayerSearch(chosen).nearest(to: name) }
    return try confirmation.answer(members, at: now())
  }

  /// Returns the players of the present season with their teams, or those of the season before if the present one has
  /// none yet.
  func players(_ confirmation: inout LookupConfirmation) async throws -> OfSeason<[PlayerListing]> {
    var (rows, newest) = ([PlayerListing](), year - 1)
    for (league, lists) in try listingLeagues() {
      for season in [year, year - 1] {
        let read = confirmation.take(
          try await source.answer(
            to: lists.playersRequest(in: season), of: league.id, freshFor: Lifetime.players
          ) { try lists.players(in: $0) })
        let players = confirmation.rows(of: read, "players")
        guard !players.isEmpty else { continue }
        newest = max(newest, season)
        rows += try await withTeams(players, of: league, lists, season, &confirmation)
        break
      }
    }
    return OfSeason(season: newest, rows: rows)
  }

  /// Returns the players of the present season, or of the one before. Throws if no source has ever answered.
  func seasonPlayers() async throws -> [Person] {
    var confirmation = LookupConfirmation()
    return try await players(&confirmation).rows.map { Person(id: $0.id, name: $0.name) }
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
