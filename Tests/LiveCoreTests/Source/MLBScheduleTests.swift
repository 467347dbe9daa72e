import Foundation
import Testing

@testable import LiveCore

@Suite struct MLBScheduleTests {
  @Test func aRowThatSaysTooLittleCostsNoOther() throws {
    let body = """
      {"dates":[{"date":"2018-04-05"},{"games":[{},{"gamePk":1},{"gamePk":2,"status":{"codedGameState":"S"}},
      {"gamePk":3,"status":{"codedGameState":"I","statusCode":"IR"},"teams":{"home":{"team":{"abbreviation":"BOS"}}}}]}]}
      """
    let games = try MLBSchedule.games(in: Array(body.utf8))
    #expect(games.map(\.game.gamePk) == [2, 3] && games.map(\.status.phase) == [.scheduled, .delayed])
    #expect(games.last?.home == "BOS" && games.last?.away == nil)
  }

  @Test func aRowIsWhatProgramsAreTold() throws {
    let body = """
      {"dates":[{"date":"2024-07-12","games":[{"gamePk":747175,"gameDate":"2024-07-13T01:40:00Z","gameType":"R",
      "officialDate":"2024-07-12","gameNumber":1,"status":{"codedGameState":"S"},"teams":{"away":{"team":{"id":141,
      "name":"Toronto Blue Jays","abbreviation":"TOR"}},"home":{"team":{"id":109}}}}]}]}
      """
    let row = try #require(MLBSchedule.games(in: Array(body.utf8)).first).summary
    #expect(
      String(decoding: GameBoard.Card(row).row, as: UTF8.self)
        == #""game":{"away":{"abbreviation":"TOR","id":141,"name":"Toronto Blue Jays"},"date":"2024-07-12","#
        + #""home":{"id":109},"id":747175,"number":1,"status":"scheduled","type":"R"},"league":"mlb","#
        + #""start":"2024-07-13T01:40:00.000Z","watched":false"#)
  }

  @Test(.enabled(if: !SharedData.schedules.isEmpty), arguments: SharedData.schedules)
  func everyRealRowNamesItsClubsAndItsDate(url: URL) throws {
    for row in try MLBSchedule.games(in: Array(SharedData.json(url))) {
      #expect(row.clubs.away.id != nil && row.clubs.home.name != nil && row.date?.count == 10 && row.type != nil)
    }
  }
}
