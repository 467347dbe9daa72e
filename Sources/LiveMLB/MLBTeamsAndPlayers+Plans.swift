internal import LiveModel

/// The requests of one answer, one after the other.
extension MLBTeamsAndPlayers: TeamsAndPlayers {
  /// How long answers stay fresh.
  private enum Lifetime {
    static let teams = Duration.seconds(24 * 3600)
    static let standings = Duration.seconds(300)
    static let roster = Duration.seconds(3600)
    static let players = Duration.seconds(6 * 3600)
    static let statistics = Duration.seconds(300)
    static let totals = Duration.seconds(6 * 3600)
  }

  func teams(in season: Int) -> ListingPlan<RowsRead<TeamListing>> {
    .ask(teamsRequest(in: season), freshFor: Lifetime.teams) { try teams(in: $0) }
  }

  func standings(in season: Int) -> ListingPlan<[Int: TeamStanding]>? {
    .ask(standingsRequest(in: season), freshFor: Lifetime.standings) { try standings(in: $0) }
  }

  func roster(of team: TeamListing) -> ListingPlan<RowsRead<PlayerListing>> {
    .ask(rosterRequest(of: team.id), freshFor: Lifetime.roster) { try roster(in: $0) }
  }

  func players(in season: Int) -> ListingPlan<RowsRead<PlayerListing>>? {
    .ask(playersRequest(in: season), freshFor: Lifetime.players) { try players(in: $0) }
  }

  func players(named name: String) -> ListingPlan<RowsRead<PlayerListing>> {
    .ask(searchRequest(for: name), freshFor: Lifetime.roster) { try players(in: $0) }
  }

  func person(of player: PlayerListing) -> ListingPlan<Person?> { .answer(Person(id: player.id, name: player.name)) }

  /// A player who has not played in the season is asked for once more with his newest one.
  func profile(of id: Int, upTo season: Int) -> ListingPlan<PlayerProfile?> {
    profile(of: id, in: season).then { profile in
      guard let profile else { return .answer(nil) }
      guard profile.season == nil, !profile.tables.isEmpty || profile.debut != nil else { return compared(profile) }
      return ListingPlan.ask(seasonsRequest(of: id), freshFor: Lifetime.teams) {
        try latestSeason(in: $0, upTo: season)
      }.then { latest in
        guard let latest else { return compared(profile) }
        return self.profile(of: id, in: latest).then { compared($0 ?? profile) }
      }
    }
  }

  private func profile(of id: Int, in season: Int) -> ListingPlan<PlayerProfile?> {
    .ask(
      ListingRequest(
        profileRequest(of: id, in: season), freshFor: Lifetime.statistics,
        next: { .answer(try profile(in: $0, upTo: season)) }, absent: { .answer(nil) }))
  }

  private func compared(_ profile: PlayerProfile) -> ListingPlan<PlayerProfile?> {
    totals(totalsRequests(for: profile)[...]).then { .answer(compared(profile, with: $0)) }
  }

  /// Returns the plan for the sums of the league. Without them only the figures that need them are missing.
  private func totals(_ requests: ArraySlice<HTTPRequest>) -> ListingPlan<[LeagueTotals]> {
    guard let request = requests.first else { return .answer([]) }
    return ListingPlan.ask(
      ListingRequest<LeagueTotals?>(
        request, freshFor: Lifetime.totals, next: { .answer(try totals(in: $0)) },
        failed: { .warning("the figures of the whole league are missing: \($0)", .answer(nil)) })
    ).then { total in
      totals(requests.dropFirst()).then { .answer([total].compactMap(\.self) + $0) }
    }
  }
}
