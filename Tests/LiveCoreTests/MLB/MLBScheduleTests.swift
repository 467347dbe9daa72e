import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct MLBScheduleTests {
  @Test func anIncompleteRowAffectsNoOther() throws {
    let body = """
      {"dates":[{"date":"2018-04-05"},{"games":[{},{"gamePk":1},{"gamePk":2,"status":{"codedGameState":"S"}},
      {"gamePk":3,"status":{"codedGameState":"I","statusCode":"IR"},"teams":{"home":{"team":{"abbreviation":"BOS"}}}}]}]}
      """
    let games = try MLBSchedule.games(in: Array(body.utf8)).games
    #expect(games.map(\.game.gamePk) == [2, 3] && games.map(\.status.phase) == [.scheduled, .delayed])
    #expect(games.last?.home == "BOS" && games.last?.away == nil)
  }

  @Test func aGameHasAValidId() throws {
    let rows = [Int.min, -1, 0, 5, Int.max].map { #"{"gamePk":\#($0),"status":{"codedGameState":"S"}}"# }
    let games = try MLBSchedule.games(in: Array(#"{"dates":[{"games":[\#(rows.joined(separator: ","))]}]}"#.utf8)).games
    #expect(games.map(\.game.gamePk) == [5])
  }

  /// One value of a wrong type in an otherwise valid answer.
  @Test(arguments: [
    (#""gameNumber":"1","status":{"codedGameState":"I"}"#, [1, 2, 3], "gameNumber"),
    (#""gameNumber":99999999999999999999,"status":{"codedGameState":"I"}"#, [1, 2, 3], "gameNumber"),
    (#""teams":{"away":[]},"status":{"codedGameState":"I"}"#, [1, 2, 3], "away"),
    (#""officialDate":7,"status":{"codedGameState":"I","reason":{},"startTimeTBD":"no"}"#, [1, 2, 3], "officialDate"),
    (#""status":{"codedGameState":7}"#, [1, 3], "codedGameState"),
    (#""status":[]"#, [1, 3], "status"),
  ])
  func aWrongValueAffectsAtMostItsOwnRow(members: String, games: [Int], place: String) throws {
    let good = { (number: Int) in #"{"gamePk":\#(number),"status":{"codedGameState":"S"}}"# }
    let body = #"{"dates":[{"games":[\#(good(1)),{"gamePk":2,\#(members)},\#(good(3))]}]}"#
    let answer = try MLBSchedule.games(in: Array(body.utf8))
    #expect(answer.games.map(\.game.gamePk) == games && answer.unreadable == 1)
    #expect(answer.reason?.contains(place) == true)
  }

  @Test func anUnreadableDayAffectsNoOther() throws {
    let body = #"{"dates":[7,{"games":{}},{"date":1,"games":[4,{"gamePk":5,"status":{"codedGameState":"S"}}]}]}"#
    let answer = try MLBSchedule.games(in: Array(body.utf8))
    #expect(answer.games.map(\.game.gamePk) == [5] && answer.unreadable == 3)
  }

  @Test(arguments: ["{}", "[]", #"{"dates":{}}"#, "nonsense"])
  func anAnswerWithoutRowsIsRefused(body: String) {
    #expect(throws: (any Error).self) { try MLBSchedule.games(in: Array(body.utf8)) }
  }

  @Test func aRowHasTheFormatForPrograms() throws {
    let body = """
      {"dates":[{"date":"2024-07-12","games":[{"gamePk":747175,"gameDate":"2024-07-13T01:40:00Z","gameType":"R",
      "officialDate":"2024-07-12","gameNumber":1,"status":{"codedGameState":"S"},"teams":{"away":{"team":{"id":141,
      "name":"Toronto Blue Jays","abbreviation":"TOR"}},"home":{"team":{"id":109}}}}]}]}
      """
    let row = try #require(MLBSchedule.games(in: Array(body.utf8)).games.first).summary
    #expect(
      String(decoding: GamesView.Card(row).row, as: UTF8.self)
        == #""game":{"away":{"abbreviation":"TOR","id":141,"name":"Toronto Blue Jays"},"date":"2024-07-12","#
        + #""home":{"id":109},"id":747175,"number":1,"status":"scheduled","type":"R"},"league":"mlb","#
        + #""start":"2024-07-13T01:40:00.000Z","watched":false"#)
  }

  @Test(.enabled(if: !SharedData.schedules.isEmpty), arguments: SharedData.schedules)
  func everyRealRowHasItsClubsAndDate(url: URL) throws {
    let answer = try MLBSchedule.games(in: Array(SharedData.json(url)))
    #expect(answer.unreadable == 0 && answer.reason == nil)
    for row in answer.games {
      #expect(row.clubs.away.id != nil && row.clubs.home.name != nil && row.date?.count == 10 && row.type != nil)
    }
  }
}
