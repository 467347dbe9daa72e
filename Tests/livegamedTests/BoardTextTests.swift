import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import livegamed

@Suite struct BoardTextTests {
  static let newYork = LocalZone("summer") { _ in LocalZone.Offset(seconds: -4 * 3600, abbreviation: "EDT") }

  /// Returns a game of `scoreboard` with these members beside its sides.
  private static func game(
    _ members: String, status: String, number: Int = 1, league: String = "mlb"
  ) throws -> BoardGame {
    let text = """
      {"games":[{"league":"\(league)","game":{"id":1,"number":\(number),"status":"\(status)","away":{"abbreviation":"TOR"},\
      "home":{"abbreviation":"AZ"}},"watched":true\(members.isEmpty ? "" : ",")\(members)}]}
      """
    return try #require(BoardGame.all(in: Array(text.utf8))?.first)
  }

  private static let live = """
    "inning":{"number":5,"half":"top"},"inning_state":"Top","outs":1,"balls":2,"strikes":1,\
    "score":{"away":3,"home":12},"bases":{"first":null,"second":{"id":1,"name":"Runner"},"third":null},\
    "batter":{"id":2,"name":"Vladimir Guerrero Jr."},"pitcher":{"id":3,"name":"Zac Gallen"},\
    "last":"Daulton Varsho doubles (14) on a sharp line drive to right fielder Jake McCarthy."
    """

  private static func text(_ game: BoardGame, width: Int = 160) -> [String] {
    BoardText(width: width, hasColour: false, zone: Self.newYork).lines(of: [game])
  }

  @Test(arguments: [
    (
      160,
      "TOR  3  AZ  12  ▲5  1 out  2-1  ◇◆◇  V. Guerrero Jr., Z. Gallen  Daulton Varsho doubles (14) on a sharp line drive "
        + "to right fielder Jake McCarthy."
    ),
    (100, "TOR  3  AZ  12  ▲5  1 out  2-1  ◇◆◇  V. Guerrero Jr., Z. Gallen  Daulton Varsho doubles (14) on a s…"),
    (80, "TOR  3  AZ  12  ▲5  1 out  2-1  ◇◆◇  Daulton Varsho doubles (14) on a sharp lin…"),
    (30, "TOR  3  AZ  12  ▲5  1 out  2-…"), (1, "…"), (0, ""),
  ])
  func aGameInPlayFitsTheWidth(width: Int, line: String) throws {
    #expect(Self.text(try Self.game(Self.live, status: "live"), width: width) == [line])
  }

  @Test(arguments: [
    (#""winExpectancy":0.9738,"leverage":0.14"#, "AZ 97%, LI 0.1"),
    (#""winExpectancy":0.5,"leverage":2"#, "AZ 50%, LI 2.0"),
    (#""winExpectancy":0.0001,"leverage":0"#, "TOR 99%, LI 0.0"), (#""winExpectancy":0.3"#, "TOR 70%"),
  ])
  func theOddsStandBeforeThePeople(members: String, text: String) throws {
    let line = try #require(Self.text(try Self.game("\(Self.live),\(members)", status: "live")).first)
    #expect(line.hasPrefix("TOR  3  AZ  12  ▲5  1 out  2-1  ◇◆◇  \(text)  V. Guerrero Jr., Z. Gallen  Daulton"))
  }

  @Test(arguments: [
    ("live", #""inning":{"number":5,"half":"bottom"},"inning_state":"Bottom","outs":2"#, "▼5  2 outs"),
    ("live", #""inning":{"number":5,"half":"top"},"inning_state":"Middle","outs":3,"balls":0,"strikes":0"#, "mid 5"),
    ("live", #""inning":{"number":5,"half":"bottom"},"inning_state":"End","outs":3"#, "end 5"),
    ("final", #""inning":{"number":9,"half":"top"},"inning_state":"Middle""#, "final"),
    ("final", #""inning":{"number":11,"half":"top"},"inning_state":"Middle""#, "final/11"),
    ("scheduled", #""start":"2026-07-14T23:10:00.000Z""#, "19:10 EDT"), ("scheduled", "", "to be determined"),
    ("delayed", #""reason":"Rain","inning":{"number":2,"half":"top"},"outs":1"#, "delayed: Rain"),
    ("postponed", "", "postponed"), ("warmup", "", "warmup"),
    ("live", #""inning":{"number":1,"half":"top"},"last":"a\u001b[2Jb\nc""#, #"▲1  a\u{1B}[2Jb c"#),
  ])
  func theStateOfAGameIsShort(status: String, members: String, text: String) throws {
    let line = try #require(Self.text(try Self.game(members, status: status)).first)
    #expect(line == "TOR     AZ      " + text)
  }

  @Test(arguments: [
    ("live", #""period":{"number":3,"clock":"5:12"}"#, "Q3 5:12"), ("live", #""period":{"number":3}"#, "Q3"),
    ("live", #""period":{"number":5,"clock":"4.1"}"#, "OT 4.1"),
    ("live", #""period":{"number":6,"clock":"1:00"}"#, "OT2 1:00"),
    ("live", #""period":{"number":2,"clock":"0:00"},"break":true"#, "Half"),
    ("live", #""period":{"number":1},"break":true"#, "End Q1"),
    ("live", #""period":{"number":4},"break":true"#, "End Q4"),
    ("live", #""period":{"number":5},"break":true"#, "End OT"),
    ("final", #""period":{"number":4},"break":true"#, "final"),
    ("final", #""period":{"number":5}"#, "final/OT"), ("final", #""period":{"number":6}"#, "final/OT2"),
    ("live", "", "live"),
    ("scheduled", #""start":"2026-01-14T00:30:00.000Z""#, "20:30 EDT"),
  ])
  func theStateOfAGameOfBasketballIsShort(status: String, members: String, text: String) throws {
    let text = text.isEmpty ? "TOR     AZ" : "TOR     AZ      \(text)"
    #expect(Self.text(try Self.game(members, status: status, league: "nba")).first == text)
  }

  @Test func columnsFitTheirWidestCellAndFinishedGamesAreDimmed() throws {
    let games = [
      try Self.game(Self.live, status: "live"),
      try Self.game(#""score":{"away":1,"home":0},"inning":{"number":9}"#, status: "final", number: 2),
    ]
    let lines = BoardText(width: 70, hasColour: true, zone: Self.newYork).lines(of: games)
    #expect(
      lines == [
        "TOR  3  AZ  12  ▲5              1 out  2-1  ◇◆◇  Daulton Varsho doubl…",
        "\u{1b}[2mTOR  1  AZ   0  final (game 2)\u{1b}[0m",
      ])
  }

  @Test func withoutGamesThereIsANote() {
    #expect(BoardText(width: 80, hasColour: false, zone: Self.newYork).lines(of: []) == ["no games yet"])
  }

  /// Returns a line of an event, as the daemon sends it after the changes of the text.
  private func news(_ sequence: Int, _ changes: [String: String] = [:]) throws -> WatchStream.Notice {
    let line = changes.reduce(ScriptedDaemon.Step.line(sequence)) { $0.replacing($1.key, with: $1.value) }
    return .line(try WatchLine(bytes: Array(line.utf8)))
  }

  @Test func aCompletePlayReplacesItsProvisionalLine() async throws {
    let board = BoardNews(importance: 2)
    await board.take(try news(1, [#""provisional":false"#: #""provisional":true"#]))
    await board.take(try news(2))
    await board.take(try news(3, ["pa/3/1@1": "pa/1/1@2", #""revision":1"#: #""change":"completed","revision":2"#]))
    #expect(await board.lines.map(\.sequence) == [2, 3])
    await board.take(try news(4, ["pa/4/1@1": "pa/1/1@3", #""revision":1"#: #""change":"corrected","revision":3"#]))
    #expect(await board.lines.map(\.sequence) == [2, 3, 4])
    await board.take(try news(5, [#""provisional":false"#: #""provisional":true"#]))
    await board.take(try news(6, ["pa/6/1@1": "pa/5/1@2", #""importance":2"#: #""importance":1"#]))
    #expect(await board.lines.map(\.sequence) == [2, 3, 4])
  }

  /// The event happened a second before it was logged.
  @Test(arguments: [
    (EventLine.Clock.log, "02:01:01"), (.play, "02:01:00"),
    (.playSince(Timestamp(seconds: 1_783_994_460 - 4020)), "1:07"),
  ])
  func aLineBeginsWithTheTimeOfItsClock(clock: EventLine.Clock, time: String) throws {
    let line = try WatchLine(bytes: Array(ScriptedDaemon.Step.line(1).utf8))
    #expect(EventLine(hasColour: false, zone: .utc, clock: clock).text(ofEvent: line).hasPrefix("\(time)  TOR@AZ"))
  }

  @Test func theLinesBelowTheBoardNeverExceedTheTerminal() throws {
    let games = Array(repeating: try Self.game(Self.live, status: "live"), count: 4)
    let news = try (1...20).map { try WatchLine(bytes: Array(ScriptedDaemon.Step.line($0).utf8)) }
    let page = BoardPage(games: games, news: news, outage: "the daemon hung up", zone: Self.newYork)
    for rows in 1...30 {
      let lines = page.lines(width: 40, rows: rows, hasColour: false)
      #expect(lines.count <= rows && lines.allSatisfy { $0.columns <= 40 })
    }
    #expect(page.lines(width: 40, rows: 3, hasColour: false)[2] == "… 2 more games")
    let tall = page.lines(width: 40, rows: 30, hasColour: false)
    #expect(tall[5] == "the daemon hung up" && tall.last == "22:20:00  TOR@AZ   Somebody's 20th sing…")
    #expect(tall.count == 4 + 2 + 1 + 8)
  }
}
