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
}
