import LiveModel
import Testing

@testable import LiveNBA

@Suite struct NBAScheduleTests {
  private static let date = CivilDate(year: 2026, month: 1, day: 14)

  private static func row(_ id: String, _ members: String, away: String = "", home: String = "") -> String {
    """
    {"gameId":"\(id)",\(members),
     "homeTeam":{"teamId":1610612738,"teamTricode":"BOS"\(home)},"awayTeam":{"teamId":1610612752\(away)}}
    """
  }

  private static func scoreboard(_ rows: String...) -> [UInt8] {
    Array(#"{"meta":{},"scoreboard":{"gameDate":"2026-01-14","games":[\#(rows.joined(separator: ","))]}}"#.utf8)
  }

  @Test func readsTheRowsOfAScoreboard() throws {
    let body = Self.scoreboard(
      Self.row("0022500776", #""gameStatus":1,"gameTimeUTC":"2026-01-15T00:30:00Z""#),
      Self.row("0042500101", #""gameStatus":2,"gameTimeUTC":"1900-01-01T19:30:00Z""#), #"{"gameStatus":1}"#)
    let answer = try NBASchedule.games(in: body)
    #expect(answer.games.map(\.game.gamePk) == [22_500_776, 42_500_101] && answer.unreadable == 1)
    let first = try #require(answer.games.first)
    #expect(first.start?.description == "2026-01-15T00:30:00.000Z" && first.date == "2026-01-14")
    #expect(first.away == "NYK" && first.home == "BOS" && first.type == "season" && first.game.league == .nba)
    // The schedule has a time of day under the same name.
    #expect(answer.games[1].start == nil && answer.games[1].type == "playoffs")
  }

  @Test(
    arguments: [
      (#""gameStatus":1"#, .scheduled, "Scheduled"),
      (#""gameStatus":1,"gameStatusText":"PPD""#, .postponed, "Postponed"),
      (#""gameStatus":1,"gameStatusText":"Cancelled""#, .cancelled, "Cancelled"),
      (#""gameStatus":2,"period":3,"gameClock":"PT02M41.00S""#, .live, "Q3 2:41"),
      (#""gameStatus":2,"period":2,"gameClock":"PT00M00.00S""#, .live, "Half"),
      (#""gameStatus":2,"period":1,"gameClock":"PT00M00.00S""#, .live, "End Q1"), (#""gameStatus":2"#, .live, "Live"),
      (#""gameStatus":3,"period":4"#, .final, "Final"), (#""gameStatus":3,"period":6"#, .final, "Final/OT2"),
    ] as [(String, GameStatus.Phase, String)])
  func knowsTheStateOfAGame(members: String, phase: GameStatus.Phase, state: String) throws {
    let body = Self.scoreboard(Self.row("0022500776", members, away: #","score":101"#, home: #","score":99"#))
    let date = try #require(Self.date)
    let game = try #require(try NBASchedule.scoreboard(in: body, on: date).games.first)
    #expect(game.summary.game.status == phase && game.state == state)
    let hasScore = phase == .live || phase == .final
    #expect(game.summary.score == (hasScore ? Score(away: 101, home: 99) : nil))
  }

  @Test func takesTheGamesOfOneDateFromTheSeasonsSchedule() throws {
    let (first, second) = (Self.row("0022500776", #""gameStatus":1"#), Self.row("0022500777", #""gameStatus":1"#))
    let body = Array(
      """
      {"leagueSchedule":{"gameDates":[{"gameDate":"01/13/2026 00:00:00","games":[\(first)]},
       {"gameDate":"01/14/2026 00:00:00","games":[\(second)]}]}}
      """.utf8)
    let answer = try NBASchedule.scoreboard(in: body, on: try #require(Self.date))
    #expect(answer.games.map(\.summary.game.id) == [22_500_777] && answer.date == "2026-01-14")
  }

  @Test(arguments: [
    #"{}"#, #"{"scoreboard":7}"#, #"{"scoreboard":{"gameDate":"2026-01-14","games":[{"gameStatus":1}]}}"#, #"{"sco"#,
    "",
    "<html>",
  ])
  func refusesAnAnswerWithoutRows(body: String) {
    #expect(throws: (any Error).self) { try NBASchedule.games(in: Array(body.utf8)) }
  }

  @Test func aDayWithoutGamesIsNoFault() throws {
    #expect(try NBASchedule.games(in: Self.scoreboard()).games.isEmpty)
  }

  @Test(arguments: [("0022500776", 22_500_776), ("0042500101", 42_500_101)])
  func aGameHasTenDigits(text: String, number: Int) {
    #expect(GameNumber.parse(text) == number && GameNumber.text(number) == text)
  }

  @Test(arguments: ["", "22500776", "00225007766", "002250077x", "0000000000"])
  func anotherTextIsNoGame(text: String) { #expect(GameNumber.parse(text) == nil) }
}
