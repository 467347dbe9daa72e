import Foundation
import Testing

@testable import LiveMLB
@testable import LiveModel

@Suite struct MLBScoreboardTests {
  private static let date = CivilDate(daysSinceEpoch: 20_645)

  /// Returns the only game of a schedule with this status and these members of the row.
  private static func game(_ status: String, _ members: String = "") throws -> ScoreboardGame {
    let body = """
      {"dates":[{"date":"2026-07-11","games":[{"gamePk":7,"gameDate":"2026-07-11T23:05:00Z","officialDate":"2026-07-11",\
      "gameNumber":1,"doubleHeader":"N","scheduledInnings":9,"status":{\(status)},"teams":{\
      "away":{"team":{"id":141,"name":"Toronto Blue Jays","abbreviation":"TOR"},"score":4,\
      "leagueRecord":{"wins":50,"losses":41,"pct":".549"}},\
      "home":{"team":{"id":111,"name":"Boston Red Sox","abbreviation":"BOS"},"score":3}}\
      \(members.isEmpty ? "" : ",")\(members)}]}]}
      """
    let answer = try MLBScoreboard.scoreboard(in: Array(body.utf8), on: date)
    #expect(answer.date == "2026-07-11" && answer.unreadable == 0)
    return try #require(answer.games.first)
  }

  private static func code(_ coded: String, _ status: String? = nil, reason: String? = nil) -> String {
    #""codedGameState":"\#(coded)","statusCode":"\#(status ?? coded)""# + (reason.map { #","reason":"\#($0)""# } ?? "")
  }

  private static func line(_ inning: Int, _ state: String, scheduled: Int = 9) -> String {
    #""linescore":{"currentInning":\#(inning),"inningState":"\#(state)","isTopInning":\#(["Top", "Middle"].contains(state)),"#
      + #""scheduledInnings":\#(scheduled),"outs":1,"balls":2,"strikes":1,"#
      + #""offense":{"batter":{"id":1,"fullName":"Ada Long"},"second":{"id":2,"fullName":"Bo Reyes"}},"#
      + #""defense":{"pitcher":{"id":3,"fullName":"Cy Mata"}}}"#
  }

  @Test(arguments: [
    (code("S"), "", "Scheduled", GameStatus.Phase.scheduled), (code("P"), "", "Pre-game", .scheduled),
    (code("P", "PW"), "", "Warmup", .warmup), (code("P", "PR", reason: "Rain"), "", "Delayed start", .delayed),
    (code("I"), line(5, "Top"), "Top 5th", .live), (code("I"), line(5, "Middle"), "Middle 5th", .live),
    (code("M", "MF"), line(11, "Bottom"), "Bottom 11th", .live), (code("I"), line(2, "End"), "End 2nd", .live),
    (code("I"), "", "Live", .live), (code("I", "IR", reason: "Rain"), line(5, "Top"), "Delayed", .delayed),
    (code("T", "TR", reason: "Rain"), line(6, "Bottom"), "Suspended", .suspended),
    (code("D", "DR", reason: "Rain"), "", "Postponed", .postponed),
    (code("C", "CR", reason: "Rain"), "", "Cancelled", .cancelled),
    (code("F"), line(9, "Bottom"), "Final", .final), (code("O"), line(9, "Top"), "Final", .final),
    (code("F"), line(10, "Bottom"), "F/10", .final), (code("F", "FR", reason: "Rain"), line(6, "Top"), "F/6", .final),
    (code("F"), line(7, "Bottom", scheduled: 7), "Final", .final),
    (code("F"), line(8, "Top", scheduled: 7), "F/8", .final),
    (code("F"), line(9, "Top", scheduled: 7), "F/9", .final), (code("F"), line(7, "Top"), "F/7", .final),
    (code("F"), "", "Final", .final), (code("R", "RX", reason: "Appear"), "", "Forfeit", .final),
  ])
  func theStateIsInAFewWords(status: String, members: String, state: String, phase: GameStatus.Phase) throws {
    let game = try Self.game(status, members)
    #expect(game.state == state && game.summary.game.status == phase)
    #expect(game.summary.reason == (status.contains("reason") ? game.summary.reason ?? "missing" : nil))
  }

  @Test func aGameInProgressHasItsScoreAndItsSituation() throws {
    let game = try Self.game(Self.code("I"), Self.line(5, "Top"))
    #expect(game.summary.score == Score(away: 4, home: 3))
    #expect(game.records.away == TeamRecord(wins: 50, losses: 41) && game.records.home == nil)
    let situation = game.summary.baseball
    #expect(situation.inning == HalfInning(number: 5, half: .top) && situation.inningState == "Top")
    #expect(situation.outs == 1 && situation.balls == 2 && situation.strikes == 1)
    #expect(situation.bases == Bases(first: nil, second: Person(id: 2, name: "Bo Reyes"), third: nil))
    #expect(situation.batter?.name == "Ada Long" && situation.pitcher?.name == "Cy Mata")
  }

  @Test func beforeAGameThereIsNoScoreAndAfterItNoSituation() throws {
    #expect(try Self.game(Self.code("P")).summary.score == nil)
    let over = try Self.game(Self.code("F"), Self.line(9, "Bottom")).summary
    #expect(over.score != nil && over.baseball.outs == nil && over.baseball.bases == nil)
  }

  @Test func aMovedGameNamesItsOtherDate() throws {
    let old = try Self.game(
      Self.code("D", "DR", reason: "Rain"),
      #""rescheduleDate":"2026-07-12T17:05:00Z","rescheduleGameDate":"2026-07-12""#)
    #expect(old.continuation == .init(date: "2026-07-12", start: Timestamp(rfc3339: "2026-07-12T17:05:00Z")))
    let unknown = try Self.game(
      Self.code("D", "DR", reason: "Rain"),
      #""rescheduleDate":"2026-07-12T07:33:00Z","rescheduleGameDate":"2026-07-12""#)
    #expect(unknown.continuation == .init(date: "2026-07-12"))
    let halted = try Self.game(
      Self.code("U", "UR", reason: "Rain"), #""resumeDate":"2026-08-26T17:00:00Z","resumeGameDate":"2026-08-26""#)
    #expect(halted.continuation?.date == "2026-08-26" && halted.continuation?.start != nil)
    let resumed = try Self.game(Self.code("I"), #""resumedFromDate":"2026-07-10","resumedFrom":"2026-07-10T23:05:00Z""#)
    #expect(resumed.movedFrom == "2026-07-10" && resumed.continuation == nil)
    #expect(try Self.game(Self.code("D")).continuation == nil)
  }

  @Test(arguments: ["Y", "S"]) func theGamesOfADoubleheaderAreMarked(kind: String) throws {
    #expect(try !Self.game(Self.code("S")).isDoubleheader)
    let body = #"""
      {"dates":[{"date":"2026-07-11","games":[
      {"gamePk":2,"gameNumber":2,"doubleHeader":"\#(kind)","gameDate":"2026-07-12T07:33:00Z",
       "status":{"codedGameState":"S","startTimeTBD":true}},
      {"gamePk":3,"gameDate":"2026-07-12T02:10:00Z","status":{"codedGameState":"S"}},
      {"gamePk":1,"gameNumber":1,"doubleHeader":"\#(kind)","gameDate":"2026-07-11T17:05:00Z",
       "status":{"codedGameState":"S"}}]},
      {"date":"2026-07-12","games":[{"gamePk":4,"status":{"codedGameState":"S"}}]}]}
      """#
    let games = try MLBScoreboard.scoreboard(in: Array(body.utf8), on: Self.date).games
    #expect(games.map(\.summary.game.id) == [1, 3, 2] && games.map(\.isDoubleheader) == [true, false, true])
    #expect(games.last?.summary.start == nil)
  }

  @Test(arguments: [
    ("2026-07-12T09:59:59Z", "2026-07-11"), ("2026-07-12T10:00:00Z", "2026-07-12"),
    ("2026-01-01T03:00:00Z", "2025-12-31"),
  ])
  func theDayOfTheSeasonEndsAfterTheLastGames(now: String, date: String) throws {
    #expect(try "\(CivilDate.ofSeason(at: #require(Timestamp(rfc3339: now))))" == date)
  }

  /// The rules of the scoreboard, computed from the raw rows.
  @Test(.enabled(if: !SharedData.schedules.isEmpty), arguments: SharedData.schedules)
  func everyRealRowFollowsTheRules(url: URL) throws {
    let body = try Array(SharedData.json(url))
    let page = try #require(JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    for day in try #require(page["dates"] as? [[String: Any]]) {
      let rows = try #require(day["games"] as? [[String: Any]])
      let date = try #require(CivilDate(iso: day["date"] as? String ?? ""))
      let games = try MLBScoreboard.scoreboard(in: body, on: date).games
      #expect(games.count == rows.count)
      let starts = games.map { $0.summary.start?.milliseconds ?? .max }
      #expect(starts == starts.sorted())
      for game in games {
        let row = try #require(rows.first { $0["gamePk"] as? Int == game.summary.game.id })
        Self.check(game, against: row)
      }
    }
  }

  private static func check(_ game: ScoreboardGame, against row: [String: Any]) {
    let status = row["status"] as? [String: Any] ?? [:]
    let sides = row["teams"] as? [String: [String: Any]] ?? [:]
    let line = row["linescore"] as? [String: Any]
    let name = "\(game.summary.game.id) \(game.state)"
    let code = status["codedGameState"] as? String
    #expect((sides["away"]?["score"] as? Int) == game.summary.score?.away || ["S", "P"].contains(code), "\(name)")
    for (side, record) in [("away", game.records.away), ("home", game.records.home)] {
      let own = sides[side]?["leagueRecord"] as? [String: Any]
      #expect(own?["wins"] as? Int == record?.wins && own?["losses"] as? Int == record?.losses, "\(name)")
    }
    #expect(game.isDoubleheader == (row["doubleHeader"] as? String != "N"), "\(name)")
    switch code {
    case "F", "O":
      let (played, planned) = (line?["currentInning"] as? Int ?? 9, line?["scheduledInnings"] as? Int ?? 9)
      #expect(game.state == (played == planned ? "Final" : "F/\(played)"), "\(name)")
    case "I":
      guard let inning = line?["currentInning"] as? Int else {
        #expect(game.state == "Live")
        return
      }
      let half = line?["inningState"] as? String ?? ((line?["isTopInning"] as? Bool) == true ? "Top" : "Bottom")
      #expect(game.state == "\(half) \(Ordinal.text(of: inning))", "\(name)")
    case "D":
      #expect(game.state == "Postponed" && game.summary.reason != nil, "\(name)")
      #expect(game.continuation?.date == row["rescheduleGameDate"] as? String, "\(name)")
    case "C": #expect(game.state == "Cancelled" && game.continuation == nil, "\(name)")
    default: #expect(["Scheduled", "Pre-game", "Warmup"].contains(game.state), "\(name)")
    }
  }
}
