import LiveModel
import Testing

@testable import LiveNBA

@Suite struct NBAFeedDecoderTests {
  private static let playByPlay = Array(
    #"""
    {"meta":{"version":1,"code":200,"time":"2026-01-14 22:26:54.123456"},"game":{"gameId":"0022500776","actions":[
    {"actionNumber":7,"clock":"PT11M41.00S","timeActual":"2026-01-15T00:41:12.5Z","period":1,"teamId":1610612752,
     "teamTricode":"NYK","actionType":"3pt","subType":"Jump Shot","descriptor":"step back","qualifiers":["fastbreak",
     "2ndchance"],"personId":900103,"playerNameI":"K. Okafor","shotResult":"Made","scoreHome":"0","scoreAway":"3",
     "assistPersonId":900105,"assistPlayerNameInitial":"D. Nov\u00e1k","orderNumber":70000,"description":"\"3PT\" 😀",
     "x":12.5,"side":null,"isFieldGoal":1},
    {"actionNumber":2,"clock":"PT12M00.00S","period":1,"actionType":"period","subType":"start","qualifiers":[],
     "personId":0,"scoreHome":"0","scoreAway":"0","orderNumber":20000,"description":"Period Start"}]}}
    """#.utf8)

  private static let boxScore = Array(
    #"""
    {"meta":{"time":"2026-01-14 19:05:30.000"},"game":{"gameId":"0022500776","gameStatus":1,"gameStatusText":"pregame",
    "gameTimeUTC":"2026-01-15T00:30:00Z","gameEt":"2026-01-14T19:30:00-05:00","homeTeam":{"teamId":1610612738,
    "teamTricode":"BOS","teamCity":"Boston","teamName":"Celtics","players":[{"personId":900301,"name":"Luca M\u00fcller",
    "starter":"1","position":"PG"},{"personId":900306,"name":"Bench","starter":"0"}]},"awayTeam":{"teamId":1610612752,
    "players":[]}}}
    """#.utf8)

  @Test func readsThePlayByPlay() throws {
    let snapshot = try ReplayedGame.decode(Self.playByPlay)
    #expect(snapshot.gameId == 22_500_776 && snapshot.time.description == "2026-01-15T03:26:54.123Z")
    let actions = try #require(snapshot.actions)
    #expect(actions.map(\.number) == [2, 7] && actions[0].subType == "start" && actions[0].qualifiers.isEmpty)
    let shot = actions[1]
    #expect(shot.type == "3pt" && shot.descriptor == "step back" && shot.qualifiers == ["fastbreak", "2ndchance"])
    #expect(shot.clock?.text == "11:41" && shot.time?.description == "2026-01-15T00:41:12.500Z")
    #expect(shot.isMade && shot.points == 3 && shot.score == Score(away: 3, home: 0))
    #expect(shot.playerID == 900_103 && shot.assistID == 900_105 && shot.assistName == "D. Novák")
    #expect(shot.description == "\"3PT\" 😀" && snapshot.ignored.count == 0)
  }

  @Test func readsTheBoxScore() throws {
    let box = try #require(try ReplayedGame.decode(Self.boxScore).boxScore)
    #expect(box.status == 1 && box.date == "2026-01-14" && box.start?.description == "2026-01-15T00:30:00.000Z")
    #expect(box.teams.home.team?.name == "Boston Celtics" && box.teams.away.team?.abbreviation == "NYK")
    #expect(box.teams.home.players.map(\.name) == ["Luca Müller", "Bench"])
    #expect(box.teams.home.starters.map(\.position) == ["PG"])
  }

  @Test(arguments: [playByPlay, boxScore])
  func anyChunksGiveTheSameSnapshot(body: [UInt8]) throws {
    let whole = try ReplayedGame.decode(body)
    for size in Array(1...64) + [100, 511, 512, 1000, body.count - 1] {
      #expect(try ReplayedGame.decode(body, chunk: size) == whole, "\(size) bytes")
    }
  }

  @Test(arguments: [playByPlay, boxScore])
  func everyTruncatedBodyIsRefused(body: [UInt8]) {
    for length in stride(from: 0, to: body.count, by: 7) {
      #expect(throws: DecodeFault.self, "\(length) bytes") { try ReplayedGame.decode(Array(body.prefix(length))) }
    }
  }

  @Test(arguments: [
    (#"{"game":{"gameId":"0022500776","actions":[]}}"#, "meta"),
    (#"{"meta":{},"game":{"gameId":"0022500776","actions":[]}}"#, "time"),
    (#"{"meta":{"time":"2026-01-14 22:26:54"},"game":{"actions":[]}}"#, "gameId"),
    (#"{"meta":{"time":"2026-01-14 22:26:54"}}"#, "game"),
    (#"{"meta":{"time":"2026-01-14 22:26:54"},"game":{"gameId":"0022500776","homeTeam":{"teamId":1}}}"#, "gameStatus"),
    (
      #"{"meta":{"time":"2026-01-14 22:26:54"},"game":{"gameId":"0022500776","actions":[{"actionType":"foul","period":1}]}}"#,
      "actionNumber"
    ),
  ])
  func aBodyWithoutARequiredMemberIsRefused(body: String, member: String) {
    let fault = #expect(throws: DecodeFault.self) { try ReplayedGame.decode(Array(body.utf8)) }
    #expect(fault?.kind == .missing && "\(fault?.path ?? "") \(fault?.message ?? "")".contains(member))
  }
}
