import Testing

@testable import LiveCore
@testable import LiveModel
@testable import livegamed

@Suite struct NextGameNoteTests {
  private static let now = Timestamp(seconds: 1_795_410_420)

  /// Returns the games of an answer: status and hours until the start.
  private static func games(_ rows: [(String, Int?)]) throws -> [BoardGame] {
    let cards = rows.map { status, hours in
      let start = hours.map { #","start":"\#(now + .seconds($0 * 3600))""# } ?? ""
      return """
        {"league":"mlb","game":{"id":1,"status":"\(status)","away":{"abbreviation":"BOS"},"home":{"abbreviation":"NYY"}}\
        \(start)}
        """
    }
    return try #require(BoardGame.all(in: Array(#"{"games":[\#(cards.joined(separator: ","))]}"#.utf8)))
  }

  @Test(
    arguments: [
      ([], [], "No game today or tomorrow"), (["NYY"], [], "No game of NYY today or tomorrow"),
      (["NYY"], [("final", -5)], "No game of NYY today or tomorrow any more"),
      (["NYY"], [("final", -5), ("scheduled", nil)], "No game of NYY today or tomorrow any more"),
      (["NYY"], [("scheduled", 30), ("scheduled", 6)], "No game of NYY now; next: BOS@NYY Mon 11:07 UTC"),
      (["NYY", "TB"], [("scheduled", 19)], "No game of NYY, TB now; next: BOS@NYY Tue 00:07 UTC"),
      ([], [("scheduled", 6), ("live", -1)], nil), ([], [("delayed", -1)], nil),
    ] as [([String], [(String, Int?)], String?)])
  func namesTheNextGame(teams: [String], games: [(String, Int?)], text: String?) throws {
    #expect(NextGameNote(teams: teams, zone: .utc).text(of: try Self.games(games), now: Self.now) == text)
  }

  @Test func aSourceThatDoesNotAnswerIsNoEmptySchedule() {
    let (ok, starting) = (SourceState(state: .ok), SourceState(state: .starting))
    let failing = SourceState(state: .failing, error: "host name not found")
    #expect(NextGameNote.text(of: ["mlb": ok]) == nil)
    #expect(NextGameNote.text(of: ["mlb": starting]) == "The schedule of mlb has not arrived yet")
    let text = "The schedule of mlb cannot be read: host name not found"
    #expect(NextGameNote.text(of: ["mlb": failing, "nba": starting]) == text)
  }
}
