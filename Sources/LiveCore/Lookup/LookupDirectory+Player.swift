internal import LiveModel

/// One player with bio and statistics.
extension LookupDirectory {
  /// The most players that an answer names instead of one.
  private static var mostCandidates: Int { 50 }

  func player(_ question: PlayerQuestion) async throws -> ConfirmedAnswer<PlayerAnswer> {
    switch question {
    case .id(let id, let service, let league): try await player(id, of: service, league)
    case .name(let name, let league): try await player(named: name, in: league)
    }
  }

  private func player(
    _ id: Int, of service: String?, _ wanted: LeagueID?
  ) async throws -> ConfirmedAnswer<PlayerAnswer> {
    var confirmation = LookupConfirmation()
    let leagues = try listingLeagues(wanted)
    for (league, lists) in leagues where lists.service?.name == service {
      guard let profile = try await profile(of: id, in: league, lists, &confirmation) else { continue }
      return confirmation.answer(PlayerAnswer(season: season(of: lists), player: profile), at: now())
    }
    // An id of the league is none of the service that lists its players.
    let byName = leagues.filter { $0.lists.service?.name != service }.map(\.league.id.rawValue)
    throw Fault(
      .lookupUnknownName, "no player has the id \(id)",
      hint: byName.isEmpty
        ? "'livegamed player search' finds ids by names"
        : "give the name of a player of \(byName.joined(separator: ", "))")
  }

  private func player(named name: String, in league: LeagueID?) async throws -> ConfirmedAnswer<PlayerAnswer> {
    var confirmation = LookupConfirmation()
    let list = try await players(for: PlayersQuestion(name: name, league: league), &confirmation)
    let search = PlayerSearch(list.rows)
    let named = search.named(name)
    let found = named.isEmpty ? search.matches(name) : named
    guard let first = found.first else { throw Self.unknown(name, search, list) }
    guard found.count == 1 else {
      return confirmation.answer(
        PlayerAnswer(season: list.season, candidates: Array(found.prefix(Self.mostCandidates))), at: now())
    }
    for (league, lists) in try listingLeagues(first.league) {
      guard let profile = try await profile(of: first.id, in: league, lists, &confirmation) else { continue }
      return confirmation.answer(PlayerAnswer(season: season(of: lists), player: profile), at: now())
    }
    throw Fault(.lookupFailed, "the league has no page of \(quoted(first.name))")
  }

  private static func unknown(
    _ name: String, _ search: PlayerSearch, _ list: OfSeason<[PlayerListing]>
  ) -> Fault {
    let near = search.nearest(to: name).map { "'\($0)'" }
    if near.isEmpty, list.isPart {
      return Fault(
        .lookupUnknownName, "the league found nobody named \(quoted(name)), and it has no list of all players",
        hint: "check the name, or give the id")
    }
    return Fault(
      .lookupUnknownName, "no player of \(list.season) is named \(quoted(name))",
      hint: near.isEmpty
        ? "players of earlier seasons are known by their ids only" : "did you mean \(near.joined(separator: " or "))?")
  }

  /// Returns a player with the newest season up to the present one; nil if the league has no such player.
  private func profile(
    of id: Int, in league: some League, _ lists: any TeamsAndPlayers, _ confirmation: inout LookupConfirmation
  ) async throws -> PlayerProfile? {
    let plan = lists.profile(of: id, upTo: season(of: lists))
    guard let profile = try await follow(plan, of: league.id, &confirmation) else { return nil }
    return try await withTeams(profile, of: league, lists, &confirmation)
  }

  /// Returns the profile with the abbreviations of the teams. Without the list of teams it keeps their names.
  private func withTeams(
    _ profile: PlayerProfile, of league: some League, _ lists: any TeamsAndPlayers,
    _ confirmation: inout LookupConfirmation
  ) async throws -> PlayerProfile {
    var profile = profile
    let clubs = try await clubs(of: league, lists, profile.season ?? season(of: lists), &confirmation)
    func named(_ club: GameSummary.Club?) -> GameSummary.Club? { club.map { $0.id.flatMap { clubs[$0] } ?? $0 } }
    profile.listing.team = named(profile.listing.team)
    for table in profile.tables.indices {
      for row in profile.tables[table].rows.indices {
        profile.tables[table].rows[row].team = named(profile.tables[table].rows[row].team)
      }
    }
    return profile
  }
}
