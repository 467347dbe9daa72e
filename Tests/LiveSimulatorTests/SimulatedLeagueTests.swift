import Testing

@testable import LiveSimulator

@Suite struct SimulatedLeagueTests {
  /// A slate of 2026-07-14.
  private static let slate = Slate(seed: 7, games: 3, firstPitch: 1_784_050_000, spread: 300)
  private let league = SimulatedLeague(slate)

  @Test func theSameSlateGivesTheSameAnswers() {
    let other = SimulatedLeague(Self.slate)
    #expect(league.players() == other.players() && league.standings(of: [103]) == other.standings(of: [103]))
    #expect(league.teamStatistics(group: "hitting") == other.teamStatistics(group: "hitting"))
  }

  @Test func playersOfGamesAreThoseOfTheLeague() {
    let known = Dictionary(uniqueKeysWithValues: league.members.map { ($0.player.id, $0) })
    #expect(known.count == Club.all.count * 24)
    for roster in Self.slate.games.flatMap({ [$0.script.away, $0.script.home] }) {
      for player in roster.players {
        #expect(known[player.id]?.player.name == player.name && known[player.id]?.club.id == roster.club.id)
      }
      for starter in roster.starters { #expect(known[starter.player.id]?.position == starter.position) }
    }
  }

  @Test func everyClubHasADivisionOfFive() {
    for division in Division.allCases { #expect(Club.all.filter(division.has).count == 5) }
  }

  @Test(arguments: [2026, 2025, 2019]) func everyWinIsALossOfAnother(season: Int) throws {
    let records = try #require(league.table(of: season)).records.values
    #expect(records.count == 30 && records.reduce(0) { $0 + $1.lead } == 0)
    #expect(Set(records.map { $0.wins + $0.losses }) == [season == 2026 ? 96 : 162])
  }

  @Test func aLaterSeasonIsEmpty() {
    #expect(
      league.table(of: 2027) == nil && league.players(in: 2027) == Array(#"{"copyright":"simulated","people":[]}"#.utf8)
    )
  }

  @Test func theResultsOfAClubAreThoseOfItsPitchers() throws {
    let table = try #require(league.table(of: 2026))
    for (club, record) in table.records {
      let pitchers = league.members.filter { $0.club.id == club && $0.isPitcher }
      let line = try #require(league.line(.pitching, of: pitchers, in: 2026))
      #expect(line["wins"] == record.wins && line["losses"] == record.losses)
      #expect(line["gamesStarted"] == record.wins + record.losses)
    }
  }

  @Test func countsAreThoseOfAGameThatIsPossible() {
    for member in league.members {
      let record = SeasonTable.Record(wins: 60, losses: 36)
      if let line = member.line(.hitting, of: 2026, record) {
        #expect(line["hits"] <= line["atBats"] && line["atBats"] <= line["plateAppearances"])
        #expect(line["doubles"] + line["triples"] + line["homeRuns"] <= line["hits"])
        #expect(line["hits"] + line["strikeOuts"] <= line["atBats"] && line["gamesPlayed"] <= 96)
      }
      if let line = member.line(.pitching, of: 2026, record) {
        #expect(line["earnedRuns"] <= line["runs"] && line["homeRuns"] <= line["hits"])
        #expect(line["wins"] + line["losses"] <= line["gamesPitched"])
      }
    }
  }

  @Test func theGroupsOfASeasonAgree() throws {
    let record = SeasonTable.Record(wins: 60, losses: 36)
    for member in league.members {
      guard let fielding = member.line(.fielding, of: 2026, record) else { continue }
      let other = try #require(member.line(member.isPitcher ? .pitching : .hitting, of: 2026, record))
      #expect(fielding["gamesPlayed"] == other["gamesPlayed"])
      if member.isPitcher { #expect(fielding["outs"] == other["outs"]) }
    }
  }

  @Test func nobodyPlaysBeforeHisDebut() throws {
    let veteran = try #require(league.members.first { $0.debut < 2026 })
    let record = SeasonTable.Record(wins: 81, losses: 81)
    #expect(veteran.line(.fielding, of: veteran.debut - 1, record) == nil)
    #expect(league.line(.pitching, of: league.members.filter { !$0.isPitcher }, in: 2026) == nil)
  }

  @Test func ratesAreWrittenAsInStatsAPI() {
    #expect(
      [Rate(307, of: 1000).average, Rate(1, of: 1).average, Rate(1, of: 0).average] == [".307", "1.000", ".---"])
    #expect([Rate(27 * 15, of: 141).hundredths, Rate(1, of: 0).hundredths] == ["2.87", "-.--"])
    #expect(
      [Rate.text(-0.04, digits: 1), Rate.text(-1.25, digits: 2), Rate.text(9.999, digits: 2)] == [
        "0.0", "-1.25", "10.00",
      ])
  }

  @Test func hydrateIsParsed() {
    let asked = Hydration("stats(group=[hitting,fielding],type=[season,career],season=2025),currentTeam")
    #expect(asked.hasTeam && asked.statistics?.groups == [.hitting, .fielding])
    #expect(asked.statistics?.types == ["season", "career"] && asked.statistics?.season == 2025)
    let one = Hydration("currentTeam,stats(group=pitching,type=yearByYear)")
    #expect(one.hasTeam && one.statistics?.groups == [.pitching] && one.statistics?.types == ["yearByYear"])
    #expect(Hydration("person").statistics == nil && !Hydration("").hasTeam && !Hydration("stats(").hasTeam)
  }
}
