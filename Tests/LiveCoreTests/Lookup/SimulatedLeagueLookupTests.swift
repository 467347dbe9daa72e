import LiveSimulator
import Testing

@testable import LiveMLB
@testable import LiveModel

/// The simulated league, read as the answers of StatsAPI are.
@Suite struct SimulatedLeagueLookupTests {
  private let league = SimulatedLeague(Slate(seed: 7, games: 2, firstPitch: 1_784_050_000, spread: 300))
  private let lists = MLBTeamsAndPlayers(baseURL: "http://127.0.0.1:9", sport: 1)
  private static let hydrate =
    "stats(group=[hitting,pitching,fielding],type=[season,career,sabermetrics],season=2026),currentTeam"

  private func profile(of id: Int) throws -> PlayerProfile {
    let answer = try #require(league.person(id, hydrate: Self.hydrate))
    let profile = try lists.profile(in: answer, upTo: 2026)
    return try #require(profile)
  }

  private func totals(of group: String) throws -> LeagueTotals {
    let answer = try #require(league.teamStatistics(group: group))
    let totals = try lists.totals(in: answer)
    return try #require(totals)
  }

  @Test func everyTeamHasAStandingAndARoster() throws {
    let teams = try lists.teams(in: league.teams())
    let standings = try lists.standings(in: league.standings(of: [103, 104]))
    #expect(teams.rows.count == 30 && teams.unreadable == 0 && standings.count == 30)
    for team in teams.rows {
      let standing = try #require(standings[team.id])
      #expect(standing.hasPlayed && (1...5).contains(standing.rank ?? 0) && standing.streak != nil)
      #expect(standing.rank != 1 || standing.gamesBehind == "-")
      #expect(team.division != nil && team.venue != nil && team.abbreviation != nil)
    }
    let answer = try #require(league.roster(of: 111))
    let roster = try lists.roster(in: answer)
    #expect(
      roster.rows.count == 24 && roster.unreadable == 0 && roster.rows.count { $0.position?.abbreviation == "P" } == 10)
    #expect(roster.rows.allSatisfy { $0.number != nil } && league.roster(of: 1) == nil)
  }

  @Test func playersAreListedWithTheIdsOfTheirTeams() throws {
    let players = try lists.players(in: league.players())
    #expect(players.rows.count == 720 && players.unreadable == 0)
    #expect(players.rows.allSatisfy { ($0.team?.id).map { 108...158 ~= $0 } ?? false && $0.position != nil })
    let junior = try #require(players.rows.first { $0.name.hasSuffix("Okafor Jr.") })
    #expect(junior.lastName == "Okafor Jr." && junior.name == "\(junior.firstName ?? "") Okafor Jr.")
  }

  @Test func aHitterHasStatisticsAndFigures() throws {
    let profile = try profile(of: 111_000)
    #expect(profile.listing.team?.name == "Boston Red Sox" && profile.season == 2026 && profile.age != nil)
    #expect(profile.birthPlace != nil && profile.height != nil && profile.debut != nil)
    #expect(profile.tables.first?.name == "hitting" && profile.figures.map(\.name) == ["wRC+", "WAR"])
    let table = try #require(profile.tables.first)
    #expect(table.rows.count == 2 && table.rows[0].season == 2026 && table.rows[1].season == nil)
    #expect(table.rows.allSatisfy { $0.values.allSatisfy { !$0.isEmpty } })
    let totals = [try totals(of: "hitting"), try totals(of: "pitching")]
    #expect(lists.compared(profile, with: totals).figures.map(\.name) == ["wRC+", "OPS+", "BABIP+", "WAR"])
  }

  @Test func aPitcherHasStatisticsAndFigures() throws {
    let profile = try profile(of: 111_014)
    #expect(profile.listing.position?.abbreviation == "P" && profile.tables.map(\.name) == ["pitching", "fielding"])
    #expect(profile.tables.flatMap(\.rows).allSatisfy { $0.values.allSatisfy { !$0.isEmpty } })
    let compared = lists.compared(profile, with: [try totals(of: "pitching")])
    #expect(compared.figures.map(\.name) == ["FIP-", "ERA-", "WAR"] && compared.figures[1].isComputed)
    #expect(compared.figures.prefix(2).allSatisfy { 30...250 ~= $0.value })
  }

  @Test func theAverageOfTheLeagueIsAHundred() throws {
    let totals = try totals(of: "hitting")
    var all = try profile(of: 111_000)
    (all.figures, all.counts) = ([], ["hitting": totals.counts])
    #expect(lists.compared(all, with: [totals]).figures.map { ($0.value * 10).rounded() / 10 } == [100, 100])
  }

  @Test func seasonsAndStandingsOfPlayersAreAnswered() throws {
    let seasons = try #require(league.person(111_000, hydrate: "stats(group=[hitting],type=[yearByYear])"))
    #expect(try lists.latestSeason(in: seasons, upTo: 2026) == 2026)
    let people = try MLBPeople.standings(in: league.people([111_000, 5], hydrate: "currentTeam"))
    #expect(people.count == 1 && people[0].isActive == true && people[0].team == "Boston Red Sox")
    #expect(league.person(5) == nil)
  }
}
