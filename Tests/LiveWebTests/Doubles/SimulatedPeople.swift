import LiveSimulator

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Teams and players of the simulated league, read as the answers of StatsAPI are.
struct SimulatedPeople {
  private let league = SimulatedLeague(Slate(seed: 7, games: 2, firstPitch: SimulatedSource.firstPitch, spread: 300))
  private let lists = MLBTeamsAndPlayers(baseURL: "http://127.0.0.1:9", sport: 1)
  private static let hydrate =
    "stats(group=[hitting,pitching,fielding],type=[season,career,sabermetrics],season=2026),currentTeam"

  /// All teams with their standings, those of a division together.
  func teams() throws -> [TeamListing] {
    let standings = try lists.standings(in: league.standings(of: [103, 104]))
    let teams = try lists.teams(in: league.teams()).rows.map { team in
      var team = team
      team.standing = standings[team.id]
      return team
    }
    return teams.sorted { ($0.division ?? "", $0.standing?.rank ?? 0) < ($1.division ?? "", $1.standing?.rank ?? 0) }
  }

  /// The roster of a team, by position.
  func roster(of team: Int) throws -> [PlayerListing] {
    PlayerListing.byPosition(try league.roster(of: team).map { try lists.roster(in: $0).rows } ?? [])
  }

  /// All players with their teams.
  func players() throws -> [PlayerListing] {
    let clubs = Dictionary(uniqueKeysWithValues: try teams().map { ($0.id, $0.club) })
    return try lists.players(in: league.players()).rows.map { player in
      var player = player
      player.team = player.team?.id.flatMap { clubs[$0] }
      return player
    }
  }

  /// A player with statistics, compared with the league.
  func profile(of id: Int) throws -> PlayerProfile? {
    guard let answer = league.person(id, hydrate: Self.hydrate),
      let profile = try lists.profile(in: answer, upTo: 2026)
    else { return nil }
    let totals = try ["hitting", "pitching"].compactMap { group in
      try league.teamStatistics(group: group).flatMap { try lists.totals(in: $0) }
    }
    return lists.compared(profile, with: totals)
  }
}
