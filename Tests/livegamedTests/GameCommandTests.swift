import Foundation
import Testing

@testable import LiveSimulator

/// `livegamed game` with a daemon, and without one.
@Suite(.timeLimit(.minutes(2))) struct GameCommandTests {
  private func ask(_ answer: String, _ arguments: [String]) throws -> Program.Ending {
    try ScriptedDaemon.answering(answer) { try Program.run(["game"] + arguments + ["--socket", $0, "--utc"]) }
  }

  private static let line = """
    {"op":"game_details","league":"mlb","game":{"id":4,"number":1,"status":"final","date":"2026-07-11",\
    "away":{"abbreviation":"TOR"},"home":{"abbreviation":"AZ"}},"state":"Final","score":{"away":3,"home":12},\
    "venue":{"name":"Chase Field"},"confirmed":"2026-07-12T01:10:00.000Z"}
    """

  @Test(arguments: [["4"], ["tor"], ["Blue Jays", "--date", "2026-07-11", "--game-number", "1"]])
  func aGameIsPrinted(arguments: [String]) throws {
    let answer = try ask(Self.line, arguments)
    #expect(answer.output.hasPrefix("TOR at AZ\nState   Final\n") && answer.output.contains("Chase Field"), "\(answer)")
    #expect(answer.status == 0 && answer.error.isEmpty)
    #expect(try ask(Self.line, arguments + ["--json"]).output == Self.line + "\n")
  }

  @Test func anOldAnswerSaysSo() throws {
    let answer = try ask(String(Self.line.dropLast()) + #","stale_because":"answered 500"}"#, ["4"])
    #expect(answer.output.contains("TOR at AZ") && answer.status == 0)
    #expect(answer.error == "the game as of Jul 12, 01:10 UTC, because of an error: answered 500\n", "\(answer.error)")
  }

  @Test(arguments: [
    ("unavailable", "no answer: answered 500", Int32(69)),
    ("unknown_game", "TOR has no game on 2026-07-11; the next is on 2026-07-13", Int32(66)),
  ])
  func aFailureHasAStatusAndNoOutput(code: String, message: String, status: Int32) throws {
    let answer = try ask(#"{"op":"error","code":"\#(code)","message":"\#(message)"}"#, ["tor"])
    #expect(answer.status == status && answer.output.isEmpty && answer.error.contains(message), "\(answer)")
  }

  @Test(arguments: [
    (["bosten"], "did you mean"), (["TOR", "--date", "2026-02-30"], "the calendar has no 2026-02-30"),
    (["4", "--date", "today"], "--date and --game-number need a team"), (["4", "--game-number", "2"], "need a team"),
    (["TOR", "--game-number", "3"], "--game-number is 1 or 2"), ([""], "give a gamePk or a team"), ([], "game"),
    (["New York"], "could be several teams"),
  ])
  func aMistakeIsRefused(arguments: [String], words: String) throws {
    let answer = try Program.run(["game"] + arguments)
    #expect(answer.status == 64 && answer.output.isEmpty && answer.error.contains(words), "\(answer)")
  }

  @Test func anUnreadableAnswerIsAFault() throws {
    let answer = try ask(#"{"op":"game_details","state":"Final"}"#, ["4"])
    #expect(answer.status == 69 && answer.output.isEmpty && answer.error.contains("cannot be read"), "\(answer)")
  }

  @Test func withoutADaemonTheSourceIsAsked() async throws {
    let folder = NSTemporaryDirectory() + "livegamed-game-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let config = "\(folder)/livegamed.yaml"
    var endings: [Program.Ending] = []
    var variables = ["LIVEGAMED": RunningDaemon.program, "XDG_CACHE_HOME": folder]
    try await SimulatedSource.serve(seed: 3, games: 2) { _, port in
      try "source: {mlb: {base_url: 'http://127.0.0.1:\(port)'}}".write(
        toFile: config, atomically: true, encoding: .utf8)
      variables["DATE"] = CalendarText.day(Date.now.timeIntervalSince1970 + 1200)
      let scores = try Program.shell(
        "\"$LIVEGAMED\" scoreboard --config '\(config)' --date \"$DATE\" --json", variables)
      let id = scores.output.firstMatch(of: #/"id":(9\d{5}),"number"/#)?.1 ?? "0"
      for game in [String(id), "1"] {
        endings.append(try Program.shell("\"$LIVEGAMED\" game \(game) --config '\(config)' --json", variables))
      }
    }
    #expect(endings[0].status == 0 && endings[0].output.hasPrefix(#"{"op":"game_details","#), "\(endings[0])")
    #expect(endings[0].output.contains(#""boxscore":"#) && endings[0].output.contains(#""confirmed":"#))
    #expect(endings[1].status == 66 && endings[1].output.isEmpty, "\(endings[1])")
    #expect(endings[1].error.contains("there is no game 1"), "\(endings[1])")
  }
}
