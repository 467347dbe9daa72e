import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct ScheduledGameTests {
  private let body = """
    {"copyright":"…","dates":[
      {"date":"2026-08-25","games":[
        {"gamePk":1,"gameDate":"2026-08-25T17:10:00Z","rescheduleDate":"2026-08-26T17:10:00Z",
         "status":{"codedGameState":"D","statusCode":"DR","detailedState":"Postponed","reason":"Rain"},
         "teams":{"away":{"team":{"id":111,"abbreviation":"BOS"}},"home":{"team":{"id":139}}}},
        {"gamePk":2,"gameDate":"2026-08-25T03:33:00Z",
         "status":{"codedGameState":"S","detailedState":"Scheduled","startTimeTBD":true}}]},
      {"date":"2026-08-26","games":[
        {"gamePk":1,"gameDate":"2026-08-26T17:10:00Z",
         "status":{"codedGameState":"S","statusCode":"S","detailedState":"Scheduled"}}]}]}
    """

  @Test func aPostponedGameHasItsNewDate() throws {
    let games = ScheduledGame.unique(try MLBSchedule.games(in: Array(body.utf8)).games)
    #expect(games.map(\.game.gamePk).sorted() == [1, 2])
    let moved = try #require(games.first { $0.game.gamePk == 1 })
    #expect(moved.start?.description == "2026-08-26T17:10:00.000Z" && moved.status.phase == .scheduled)
    #expect(games.map(\.wasPutOff) == games.map { $0.game.gamePk == 1 })
  }

  @Test func aStartToBeAnnouncedCountsAsNone() throws {
    let open = try #require(MLBSchedule.games(in: Array(body.utf8)).games.first { $0.game.gamePk == 2 })
    #expect(open.start == nil && open.away == nil && open.status.phase == .scheduled)
  }

  @Test(arguments: ["", "[]", "{}", "<html>", #"{"dates":[{"games":[{"gamePk":"1"}]}]}"#])
  func anInvalidScheduleIsAnError(text: String) {
    #expect(throws: (any Error).self) { try MLBSchedule.games(in: Array(text.utf8)) }
  }
}
