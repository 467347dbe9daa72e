import Foundation
import Testing

@testable import LiveSimulator

/// `livegamed scoreboard` with a daemon, and without one.
@Suite(.timeLimit(.minutes(2))) struct ScoreboardCommandTests {
  private func ask(_ answer: String, _ arguments: [String]) throws -> Program.Ending {
    try ScriptedDaemon.answering(answer) { try Program.run(["scoreboard"] + arguments + ["--socket", $0]) }
  }

  private static let line = """
    {"op":"schedule","date":"2026-07-11","games":[{"league":"mlb","game":{"id":4,"number":1,"status":"live",\
    "away":{"abbreviation":"TOR"},"home":{"abbreviation":"AZ"}},"state":"Top 5th","score":{"away":3,"home":12},\
    "inning":{"number":5,"half":"top"},"inning_state":"Top","outs":1}],"confirmed":"2026-07-12T01:10:00.000Z"}
    """

  @Test(arguments: [[], ["--date", "2026-07-11"], ["--team", "tor", "--live"]])
  func theGamesOfADateArePrinted(arguments: [String]) throws {
    let answer = try ask(Self.line, arguments)
    #expect(answer.output == "Saturday, Jul 11, 2026\nTOR  3  AZ  12  Top 5th  1 out\n", "\(answer)")
    #expect(answer.status == 0 && answer.error.isEmpty)
    #expect(try ask(Self.line, arguments + ["--json"]).output == Self.line + "\n")
  }

  @Test func anOldAnswerSaysSo() throws {
    let stale = Self.line.dropLast() + #","stale_because":"answered 500"}"#
    let answer = try ask(String(stale), [])
    #expect(answer.output.contains("TOR") && answer.status == 0)
    #expect(
      answer.error == "the games as of Jul 12, 01:10 UTC, because of an error: answered 500\n", "\(answer.error)")
  }

  @Test func aFailureHasAStatusAndNoOutput() throws {
    let answer = try ask(#"{"op":"error","code":"unavailable","message":"no answer: answered 500"}"#, [])
    #expect(answer.status == 69 && answer.output.isEmpty && answer.error.contains("answered 500"))
  }

  @Test(arguments: [
    (["--date", "2026-02-30"], "the calendar has no 2026-02-30"), (["--date", "20260711"], "write 2026-04-20"),
    (["--date", "yesterdy"], "did you mean 'yesterday'?"), (["--date", "friday"], "write 2026-04-20, yesterday"),
    (["--team", "bosten"], "did you mean"),
    (["--config", "a.yaml", "--socket", "b"], "--config excludes --socket"),
  ])
  func aMistakeIsRefused(arguments: [String], words: String) throws {
    let answer = try Program.run(["scoreboard"] + arguments)
    #expect(answer.status == 64 && answer.output.isEmpty && answer.error.contains(words), "\(answer)")
  }

  @Test func withoutTheNamedDaemonThereIsAHint() throws {
    let answer = try Program.run(["scoreboard", "--socket", "/nowhere/livegamed.sock"])
    #expect(answer.status == 69 && answer.error.contains("[socket.no-daemon]") && answer.output.isEmpty)
  }

  @Test func withoutADaemonTheSourceIsAskedAndItsLastAnswerKept() async throws {
    let folder = NSTemporaryDirectory() + "livegamed-scores-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let config = "\(folder)/livegamed.yaml"
    var ending = Program.Ending(0, "", "")
    let command = "\"$LIVEGAMED\" scoreboard --config '\(config)' --date \"$DATE\" --json"
    var variables = ["LIVEGAMED": RunningDaemon.program, "XDG_CACHE_HOME": folder]
    try await SimulatedSource.serve(seed: 3, games: 2) { _, port in
      try "source: {mlb: {base_url: 'http://127.0.0.1:\(port)'}}".write(
        toFile: config, atomically: true, encoding: .utf8)
      variables["DATE"] = CalendarText.day(Date.now.timeIntervalSince1970 + 1200)
      ending = try Program.shell(command, variables)
    }
    #expect(ending.status == 0 && ending.output.hasPrefix(#"{"op":"schedule","date":"#), "\(ending)")
    let games = ending.output.components(separatedBy: #""state":"#).count - 1
    #expect(games == 2 && ending.output.contains(#""confirmed":"#) && !ending.output.contains("stale_because"))
    // Root keeps no answers.
    guard getuid() != 0 else { return }
    ending = try Program.shell(command, variables)
    #expect(ending.status == 0 && ending.output.contains("stale_because"), "\(ending)")
  }
}
