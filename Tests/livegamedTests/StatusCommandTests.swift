import Foundation
import Testing

/// The output of `status` and `watch --board` for the daemon's answers.
@Suite(.timeLimit(.minutes(2))) struct StatusCommandTests {
  private static let healthy = """
    {"op":"status","version":"0.1.0","log":"9f2c61aa","since":"2026-07-14T02:39:57.310Z","oldest":12,"newest":1041,\
    "clients":3,"games":{"live":2,"scheduled":11},"watched":2,"source":{"mlb":{"state":"ok",\
    "since":"2026-07-14T02:40:00.000Z"}},"sinks":[{"dead":0,"name":"den","type":"discord","pending":0,"waiting":3}],\
    "healthy":true}
    """
  private static let sick = """
    {"op":"status","version":"0.1.0","log":"9f2c61aa","source":{"mlb":{"state":"failing","error":"timeout"}},\
    "sinks":[{"name":"den","type":"discord","waiting":3,"dead":1,"pending":0,"disabled":"status 410"}],\
    "healthy":false}
    """
  private static let board = """
    {"op":"scoreboard","games":[{"league":"mlb","game":{"id":1,"number":1,"status":"live","away":{"abbreviation":"TOR"},\
    "home":{"abbreviation":"AZ"}},"watched":true,"inning":{"number":5,"half":"top"},"inning_state":"Top","outs":1,\
    "score":{"away":3,"home":2}}]}
    """

  private func ask(_ answer: String, _ arguments: [String]) throws -> Program.Ending {
    try ScriptedDaemon.answering(answer) { try Program.run(arguments + ["--socket", $0]) }
  }

  @Test func aHealthyDaemonGivesStatusZero() throws {
    let answer = try ask(Self.healthy, ["status"])
    #expect(answer.status == 0 && answer.error.isEmpty)
    #expect(
      answer.output == """
        livegamed 0.1.0: healthy
        log      9f2c61aa, events 12 to 1041
        since    2026-07-14 02:39:57 UTC
        source   mlb ok since 2026-07-14 02:40:00 UTC
        games    2 live, 11 scheduled; 2 watched
        clients  3
        sinks    1

        sink  type     waiting  dead  last delivered  state
        den   discord  3        0     never

        """)
  }

  @Test func aSinkThatBeginsToFailIsNamed() throws {
    let sinks = #"[{"name":"den","type":"discord","state":"failing"},{"name":"hook","type":"webhook","state":"ok"}]"#
    let line = #"{"op":"status","version":"0.1.0","sinks":\#(sinks),"healthy":true}"#
    let answer = try ask(line, ["status"])
    #expect(answer.status == 0 && answer.output.hasPrefix("livegamed 0.1.0: healthy, but den fails\n"), "\(answer)")
  }

  @Test func problemsComeFirstAndGiveStatusOne() throws {
    let answer = try ask(Self.sick, ["status"])
    #expect(answer.status == 1)
    #expect(
      answer.output.hasPrefix(
        "livegamed 0.1.0: not healthy: 2 problems\n  source 'mlb' fails: timeout\n  sink 'den' is disabled: status 410\n"
      ))
  }

  @Test func aFailingLogComesFirstAndAFailingGameIsWithItsSource() throws {
    let source = #"{"mlb":{"state":"ok","since":"2026-07-14T02:40:00.000Z","games_failing":1}}"#
    let line = #"{"op":"status","version":"0.1.0","source":\#(source),"log_error":"disk is full","healthy":false}"#
    let answer = try ask(line, ["status"])
    #expect(answer.status == 1)
    #expect(
      answer.output
        == "livegamed 0.1.0: not healthy: disk is full\nsource   mlb ok since 2026-07-14 02:40:00 UTC, 1 game failing\n"
    )
  }

  @Test func aRefusedConfigurationIsReportedWithItsPlace() throws {
    let line = #"{"op":"status","version":"0.1.0","config_error":"a.yaml:2:1 [config.syntax]","healthy":false}"#
    let answer = try ask(line, ["status"])
    #expect(answer.status == 1)
    #expect(
      answer.output
        == "livegamed 0.1.0: not healthy: the old configuration stays in force: a.yaml:2:1 [config.syntax]\n"
        + "config   refused: run 'sudo livegamed check-config'\n")
  }

  @Test func settingsThatWaitForARestartAreListed() throws {
    let line = #"{"op":"status","version":"0.1.0","needs_restart":["socket","metrics"],"healthy":true}"#
    let answer = try ask(line, ["status"])
    #expect(answer.status == 0)
    #expect(answer.output == "livegamed 0.1.0: healthy\nrestart  needed for a change of socket, metrics\n")
  }

  @Test func warningsOfTheConfigurationAreCounted() throws {
    let answer = try ask(#"{"op":"status","version":"0.1.0","config_warnings":1,"healthy":true}"#, ["status"])
    #expect(answer.status == 0)
    #expect(answer.output == "livegamed 0.1.0: healthy\nconfig   1 warning: see 'sudo livegamed check-config'\n")
  }

  @Test func problemsThatOnlyTheDaemonKnowsAreInItsWords() throws {
    let answer = try ask(#"{"op":"status","version":"9.9.9","problems":["on fire"],"healthy":false}"#, ["status"])
    #expect(answer.output == "livegamed 9.9.9: not healthy: on fire\n")
  }

  @Test(arguments: [
    (
      #"{"op":"reload","applied":true,"changes":["follow","sink 'den' added"],"needs_restart":["socket"]}"#, 0,
      "reloaded: follow changed, sink 'den' added\nwaits for a restart: socket\n", ""
    ),
    (#"{"op":"reload","applied":true}"#, 0, "reloaded: nothing has changed\n", ""),
    (#"{"op":"reload","applied":true,"needs_restart":["socket"]}"#, 0, "waits for a restart: socket\n", ""),
    (
      #"{"op":"reload","applied":false,"errors":["a.yaml:1:1: no [config.syntax]"]}"#, 78, "",
      "a.yaml:1:1: no [config.syntax]\nthe old configuration stays in force\n"
    ),
  ])
  func reloadSaysWhatTheDaemonDid(line: String, status: Int32, output: String, error: String) throws {
    let answer = try ask(line, ["reload"])
    #expect(answer.status == status && answer.output == output && answer.error == error)
  }

  @Test func whatARemovedSinkLeftIsNamed() throws {
    let line = """
      {"op":"status","version":"0.1.0","sinks":[{"name":"s410","state":"removed","waiting":17,"dead":1,"pending":0}],\
      "healthy":true}
      """
    let answer = try ask(line, ["status"])
    let text = "left over  of removed sinks: 's410': 17 facts waiting, 1 fact in dead letters; "
    #expect(answer.output.contains(text + "'livegamed outbox drop --sink NAME' drops them\n"))
    #expect(answer.output.contains("s410  ") && answer.output.contains("removed: not configured any more"))
  }

  @Test(arguments: [(healthy, Int32(0)), (sick, Int32(1))])
  func withJSONTheLineOfTheDaemonIsPrinted(line: String, status: Int32) throws {
    let answer = try ask(line, ["status", "--json"])
    #expect(answer.output == line + "\n" && answer.status == status)
  }

  @Test func aDaemonOfAnotherVersionIsMarked() throws {
    let answer = try ask(#"{"op":"error","code":"unsupported","message":"'status' is not supported yet"}"#, ["status"])
    #expect(answer.status == 69 && answer.error.contains("another version"))
  }

  @Test(arguments: ["status", "scoreboard", "watch --board"])
  func withoutADaemonThereIsAHint(command: String) throws {
    let arguments = command.split(separator: " ").map(String.init)
    let answer = try Program.run(arguments + ["--socket", "/nowhere/livegamed.sock"])
    #expect(answer.status == 69 && answer.error.contains("[socket.no-daemon]") && answer.output.isEmpty)
  }

  @Test(arguments: [["watch", "--board"], ["watch", "--board", "--team", "tor"]])
  func withoutATerminalTheBoardIsPrintedOnce(arguments: [String]) throws {
    let answer = try ask(Self.board, arguments)
    #expect(answer.output == "TOR  3  AZ   2  ▲5  1 out\n" && answer.status == 0)
  }
}
