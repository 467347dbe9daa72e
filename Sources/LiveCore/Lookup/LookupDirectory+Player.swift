internal import LiveModel

/// One player with bio and statistics.
extension LookupDirectory {
  /// The most players that an answer names instead of one.
  private static var mostCandidates: Int { 50 }

  func player(_ question: PlayerQuestion) async throws -> ConfirmedAnswer<PlayerAnswer> {
    var confirmation = LookupConfirmation()
    switch question {
    case .id(let id):
      for (league, lists) in try listingLeagues() {
        guard let profile = try await profile(of: id, in: league, lists, &confirmation) else { continue }
        return confirmation.answer(PlayerAnswer(season: year, player: profile), at: now())
      }
      throw Fault(
        .lookupUnknownName, "no player has the id \(id)", hint: "'livegamed player search' finds ids by names")
    case .name(let name):
      let list = try await players(for: PlayersQuestion(name: name), &confirmation)
      let search = PlayerSearch(list.rows)
      let named = search.named(name)
      let found = named.isEmpty ? search.matches(name) : named
      guard let first = found.first else { throw Self.unknown(name, search, list) }
      guard found.count == 1 else {
        return confirmation.answer(
          PlayerAnswer(season: list.season, candidates: Array(found.prefix(Self.mostCandidates))), at: now())
      }
      for (league, lists) in try listingLeagues() where league.id == first.league {
        guard let profile = try await profile(of: first.id, in: league, lists, &confirmation) else { continue }
        return confirmation.answer(PlayerAnswer(season: year, player: profile), at: now())
      }
      throw Fault(.lookupFailed, "the league has no page of \(quoted(first.name))")
    }
  }

  private static func unknown(
    _ name: String, _ search: PlayerSearch, _ list: OfSeason<[PlayerListing]>
  ) -> Fault {
    let near = search.nearest(to: name).map { "'\($0)'" }
    if near.isEmpty, list.isPart {
      return Fault(
        .lookupUnknownName, "the league found nobody named \(quoted(name)), and it has no list of all players",
        hint: "give his id")
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
    guard var profile = try await profile(of: id, year, in: league, lists, &confirmation) else { return nil }
    if profile.season == nil, !profile.tables.isEmpty || profile.debut != nil {
      let latest = confirmation.take(
        try await source.answer(
          to: lists.seasonsRequest(of: id), of: league.id, freshFor: Lifetime.teams
        ) { [year] in try lists.latestSeason(in: $0, upTo: year) })
      if let latest, let old = try await self.profile(of: id, latest, in: league, lists, &confirmation) {
        profile = old
      }
    }
    profile = lists.compared(profile, with: try await totals(for: profile, in: league, lists, &confirmation))
    return try await withTeams(profile, of: league, lists, &confirmation)
  }

  private func profile(
    of id: Int, _ season: Int, in league: some League, _ lists: any TeamsAndPlayers,
    _ confirmation: inout LookupConfirmation
  ) async throws -> PlayerProfile? {
    do {
      return confirmation.take(
        try await source.answer(
          to: lists.profileRequest(of: id, in: season), of: league.id, freshFor: Lifetime.statistics
        ) { try lists.profile(in: $0, upTo: season) })
    } catch let fault as Fault where fault.code == .lookupNotFound {
      return nil
    }
  }

  /// Returns the sums of the league. Without them only the figures that need them are missing.
  private func totals(
    for profile: PlayerProfile, in league: some League, _ lists: any TeamsAndPlayers,
    _ confirmation: inout LookupConfirmation
  ) async throws -> [LeagueTotals] {
    var totals: [LeagueTotals] = []
    for request in lists.totalsRequests(for: profile) {
      let total = try await optional("the figures of the whole league are", &confirmation) {
        try await source.answer(to: request, of: league.id, freshFor: Lifetime.totals) { try lists.totals(in: $0) }
      }
      if case let total?? = total { totals.append(total) }
    }
    return totals
  }

  /// Returns the profile with the abbreviations of the teams. Without the list of teams it keeps their names.
  private func withTeams(
    _ profile: PlayerProfile, of league: some League, _ lists: any TeamsAndPlayers,
    _ confirmation: inout LookupConfirmation
  ) async throws -> PlayerProfile {
    var profile = profile
    let clubs = try await clubs(of: league, lists, profile.season ?? year, &confirmation)
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
