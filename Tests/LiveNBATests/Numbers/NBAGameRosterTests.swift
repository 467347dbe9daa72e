import Testing

@testable import LiveModel
@testable import LiveNBA

@Suite struct NBAGameRosterTests {
  private func roster(_ players: String, of club: String = "GSW") throws -> RowsRead<PlayerListing> {
    let text = NumbersFixture.boxscore(players: players)
    return try NBAGameRoster(Array(text.utf8)).roster(of: try #require(NBAClubs.club(club)))
  }

  @Test func aRosterHasNumbersStartersAndAbsences() throws {
    let rows = try roster(
      #"""
      {"status":"ACTIVE","personId":201939,"jerseyNum":"30","position":"PG","starter":"1","name":"Ana Abé",
       "firstName":"Ana","familyName":"Abé Jr."},
      {"status":"ACTIVE","personId":2,"jerseyNum":"00","starter":"0","name":"Bea Bo"},
      {"status":"INACTIVE","personId":3,"starter":"0","name":"Cleo Co","notPlayingReason":"INACTIVE_INJURY",
       "notPlayingDescription":"Right Ankle; Sprain "},
      {"status":"INACTIVE","personId":4,"name":"Dora Do","notPlayingReason":"INACTIVE_INJURY",
       "notPlayingDescription":"N/a; Illness"},
      {"status":"INACTIVE","personId":5,"name":"Eva Eo","notPlayingReason":"INACTIVE_GLEAGUE_TWOWAY"},
      {"status":"INACTIVE","personId":6,"name":"Fay Fo"}
      """#
    ).rows
    #expect(
      rows.map(\.number) == ["30", "00", nil, nil, nil, nil]
        && rows.map(\.isStarter) == [true] + Array(repeating: nil, count: 5))
    #expect(
      rows.map(\.absence) == [nil, nil, "Right Ankle; Sprain", "Illness", "G League two-way", "inactive"])
    #expect(rows[0].position?.name == "Point Guard" && rows[0].lastName == "Abé" && rows[0].team?.abbreviation == "GSW")
    // The id is that of the events.
    #expect(rows[0].id == 201_939 && rows[0].service == nil)
  }

  @Test func anUnreadableRowAffectsNoOther() throws {
    let read = try roster(#"{"personId":0,"name":"x"},{"personId":-4,"name":"y"},7,{"personId":9,"name":"Ana"}"#)
    #expect(read.rows.map(\.name) == ["Ana"] && read.unreadable == 3)
    #expect(throws: UnreadableRows.self) { try roster(#"{"personId":0,"name":"x"}"#) }
  }

  @Test func aGameOfOthersHasNoRosterOfAClub() {
    #expect(throws: UnreadableRows.self) { try roster("", of: "BOS") }
    #expect(throws: (any Error).self) { try NBAGameRoster(Array(#"{"meta":{}}"#.utf8)) }
  }

  @Test func theDateIsThatOfTheGameCode() throws {
    #expect(try NBAGameRoster(Array(NumbersFixture.boxscore(players: "").utf8)).date == "2026-10-21")
    #expect(NBAGameDay.date("20261341/LALGSW") == nil && NBAGameDay.date("2026-10-21") == nil)
  }

  @Test func gamesThatBeganLastAreFirst() throws {
    let text = NumbersFixture.schedule(
      NumbersFixture.game("0022600001", "20261021", 3), NumbersFixture.game("0022600003", "20261025", 1),
      NumbersFixture.game("0022600002", "20261023", 3), NumbersFixture.game("0022600009", "20261024", 3, home: "BOS"),
      #"{"gameId":"22600001","gameCode":"20261021/LALGSW","gameStatus":3}"#, "7")
    let day = try NBAGameDay.schedule(Array(text.utf8))
    let games = day.games(of: try #require(NBAClubs.club("GSW")))
    #expect(
      games.map(\.id) == ["0022600002", "0022600001", "0022600003"] && games.map(\.hasBegun) == [true, true, false])
  }
}
