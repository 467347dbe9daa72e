import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import livegamed

/// Output of the program for people who run it by hand.
@Suite struct CommandTests {
  private func run(_ arguments: String...) throws -> Program.Ending { try Program.run(arguments) }

  @Test func printsItsVersion() throws {
    let answer = try run("--version")
    #expect(answer.status == 0 && answer.output.hasPrefix("0.1.0\n\n"))
    // The notice must accompany what is made from these data.
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let notice = try String(contentsOf: root.appending(path: "NOTICE"), encoding: .utf8)
    let printed = answer.output.dropFirst("0.1.0\n\nOdds: ".count)
    #expect(!printed.isEmpty && notice.split { $0.isWhitespace }.suffix(22) == printed.split { $0.isWhitespace })
  }

  /// At 19:38, 'log --since 19:00 --until 20:30' is about this evening.
  @Test(arguments: [1, 60, 600]) func aTimeThatHasNotComeYetEndsARange(minutes: Int) throws {
    let now = LogPointArgument.now
    func time(_ offset: Int) -> String { String("\(now + .seconds(60 * offset))".dropFirst(11).prefix(5)) }
    guard case (.time(let first)?, .time(let last)?) = try LogListCommand.range(time(-minutes), time(minutes), .utc)
    else {
      Issue.record("these are times")
      return
    }
    #expect(first <= now && last > now && last - first <= .seconds(86_400))
    #expect(throws: (any Error).self) { try LogListCommand.range("2026-07-12", "2026-07-10 20:30", .utc) }
  }

  @Test func aBadConfigurationIsReportedWithItsPlace() throws {
    let file = NSTemporaryDirectory() + "livegamed-\(UUID().uuidString).yaml"
    try "follow: {teams: [BOSS]}\npol: {}\nroutes: [{tags: [homerun], stop: true}]\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(try run("run", "--config", file).status == 78)
    let answer = try run("check-config", file)
    #expect(answer.status == 78)
    #expect(
      answer.error.contains(":1:18: there is no team 'BOSS'; did you mean 'BOS'?")
        && answer.error.contains(":2:1: unknown key 'pol'")
        && answer.error.contains(":3:18: warning: there is no tag 'homerun'; did you mean 'home_run'?"))
  }

  @Test func aMistakeThatIsValidIsAWarning() throws {
    let folder = NSTemporaryDirectory() + "livegamed-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: "\(folder)/livegamed.d", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (main, dropIn) = ("\(folder)/livegamed.yaml", "\(folder)/livegamed.d/phone.yaml")
    try "sinks: {family: {type: exec, command: [/bin/true]}}\nroutes: [{tags: [homerun], sinks: [family]}]\n"
      .write(toFile: main, atomically: true, encoding: .utf8)
    try "sinks: {phone: {type: exec, command: [/bin/true]}}\n"
      .write(toFile: dropIn, atomically: true, encoding: .utf8)
    let warnings = [
      "\(main):2:18: warning: there is no tag 'homerun'; did you mean 'home_run'? [config.unknown-tag]",
      "\(dropIn):1:9: warning: no route names the sink 'phone', so it gets no event; name it in the 'sinks' of a route, "
        + "or remove it [config.unused-sink]",
    ]
    let answer = try run("check-config", main)
    #expect(answer.status == 0 && answer.error.split(separator: "\n").map(String.init) == warnings)
    #expect(
      answer.output == """
        \(main)
        \(dropIn)
        OK: 1 main file, 1 drop-in. All games; family ← 1 route, phone ← no route

        """)
    let strict = try run("check-config", "--strict", main)
    #expect(strict.status == 78 && strict.output.isEmpty)
    #expect(strict.error == warnings.map { $0.replacing("warning: ", with: "") + "\n" }.joined())
  }

  @Test func theRoutesCanBeTriedWithoutTheSecrets() throws {
    let file = NSTemporaryDirectory() + "livegamed-\(UUID().uuidString).yaml"
    try """
    sinks:
      family: {type: discord, url: "${file:/nowhere/family-url}"}
      phone: {type: ntfy, topic: "${credential:phone-topic}", token: "${env:LIVEGAMED_NO_TOKEN}"}
      office: {type: slack, token: "${file:/nowhere/slack}", channel: "#games"}
    routes: [{tags: [scoring], sinks: [family, phone, office]}]
    """.write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let tried = try run("route", "test", "--config", file, "--team", "TOR@BOS", "--tag", "scoring")
    #expect(tried.status == 0 && tried.output.hasSuffix("goes to family, phone, office\n"), "\(tried)")
    let checked = try run("check-config", file)
    #expect(checked.status == 78 && checked.error.split(separator: "\n").count == 4, "\(checked)")
  }

  /// Whether the parser or the command notices it.
  @Test(arguments: [
    (["setup", "--exec", "/bin/true"], "setup"), (["setup", "--delay", "x"], "setup"),
    (["setup", "--team", "BOS", "--telegram", "1:x"], "setup"), (["log", "list", "--since", "later"], "log list"),
    (["scoreboard", "--date", "x"], "scoreboard"), (["watch", "--since", "later"], "watch"),
  ])
  func aWrongOptionLeadsToTheHelpOfItsCommand(arguments: [String], command: String) throws {
    let answer = try Program.shell(
      "\"$PROGRAM\" \(arguments.joined(separator: " ")) </dev/null", ["PROGRAM": RunningDaemon.program])
    #expect(answer.status == 64 && answer.output.isEmpty)
    #expect(answer.error.contains("See 'livegamed \(command) --help' for more information."), "\(answer)")
    #expect(answer.error.contains("Usage: livegamed \(command)"), "\(answer)")
  }

  @Test(arguments: [
    (["stauts"], "'stauts' is no command of 'livegamed'; did you mean 'livegamed status'?"),
    (["sink", "lst"], "'lst' is no command of 'livegamed sink'; did you mean 'livegamed sink list'?"),
    (["log", "bakup", "x"], "'bakup' is no command of 'livegamed log'; did you mean 'livegamed log backup'?"),
    (["pause", "chat"], "'pause' is no command of 'livegamed'; did you mean 'livegamed sink pause'?"),
    (
      ["team", "AZ"],
      "'AZ' is no command of 'livegamed team'; 'livegamed team --help' lists them, and 'livegamed team show NAME' shows one"
    ),
    (["sink", "stop"], "'stop' is no command of 'livegamed sink'; 'livegamed sink --help' lists them"),
    (["stop"], "'stop' is no command of 'livegamed'; for the service: 'sudo systemctl stop livegamed'"),
    (["frobnicate"], "'frobnicate' is no command of 'livegamed'; 'livegamed --help' lists them"),
  ])
  func aMisspelledCommandIsNamed(arguments: [String], error: String) throws {
    let answer = try Program.run(arguments)
    #expect(answer.status == 64 && answer.output.isEmpty)
    #expect(answer.error.hasPrefix("Error: \(error)\n"), "\(answer)")
  }

  @Test(arguments: [["status", "x"], ["log", "--sinze", "1h"], ["help", "sink"], ["sink", "list", "--jsn"]])
  func anExistingCommandIsNoUnknownOne(arguments: [String]) {
    #expect(UnknownCommand(in: arguments, of: Livegamed.self) == nil)
  }

  @Test func aLookupWarnsOfABrokenStandardConfiguration() throws {
    let file = NSTemporaryDirectory() + "livegamed-\(UUID().uuidString).yaml"
    try "poll: {live_min: 2x}\nsinks: 3\n".write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let sources = LookupSources(standard: file)
    let warning = try #require(sources.warning)
    #expect(sources.config == .default)
    #expect(warning.hasPrefix("\(file):1:18: 'live_min' takes a duration from 1ms to 1h, not '2x'; "), "\(warning)")
    #expect(warning.hasSuffix("[config.bad-value] (and 1 more); the default source is asked instead"), "\(warning)")
    #expect(LookupSources(standard: nil).warning == nil)
  }

  @Test func aPauseThatIsTooLongNamesItsBounds() throws {
    let long = try Program.run(["sink", "pause", "chat", "--for", "400d"])
    #expect(long.status == 64 && long.error.contains("--for takes a duration from 1s to 365d, not '400d'\n"), "\(long)")
    let wrong = try Program.run(["sink", "pause", "chat", "--for", "2x"])
    let examples = "write it as in '2s', '30m', '12h' or '7d'"
    #expect(wrong.error.contains("--for takes a duration from 1s to 365d, not '2x'; \(examples)"), "\(wrong)")
  }

  @Test func aBackupIntoAMissingFolderNamesTheFolder() throws {
    let folder = NSTemporaryDirectory() + "livegamed-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "".write(toFile: "\(folder)/livegamed.sqlite", atomically: true, encoding: .utf8)
    let answer = try Program.run(["log", "backup", "\(folder)/none/copy", "--state-directory", folder])
    #expect(answer.status == 74)
    #expect(answer.error.contains("there is no folder '\(folder)/none' for the copy; create it with mkdir -p"))
  }

  @Test func theExamplesOfSetupCanBePasted() throws {
    let help = try run("setup", "--help").output
    #expect(help.contains("  livegamed setup --team BOS --discord @webhook.txt --delay 35s\n"))
    #expect(
      help.contains("  livegamed setup --team BOS --telegram - \\\n    --set chat_id=-1001234567890 <token.txt\n"))
  }

  @Test func anUnknownTagOfATrialIsReported() throws {
    let file = NSTemporaryDirectory() + "livegamed-\(UUID().uuidString).yaml"
    try "".write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let unknown = try run("route", "test", "--config", file, "--tag", "homerun")
    #expect(unknown.status == 64 && unknown.output.isEmpty)
    #expect(unknown.error == "there is no tag 'homerun'; did you mean 'home_run'? [event.impossible]\n")
  }

  @Test func aTrialWithoutTeamsHasNone() throws {
    let file = NSTemporaryDirectory() + "livegamed-\(UUID().uuidString).yaml"
    try "follow: {teams: [BOS]}".write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let answer = try run("route", "test", "--config", file, "--tag", "scoring")
    #expect(answer.output.hasPrefix("game: not followed\n  - teams: wants BOS, has none\n"), "\(answer)")
    let half = try run("route", "test", "--config", file, "--team", "TOR")
    #expect(half.output.hasPrefix("game: not followed\n  - teams: wants BOS, has TOR\n"), "\(half)")
  }

  @Test func watchWithoutADaemonExplainsWhatToDo() throws {
    let answer = try run("watch", "--socket", "/nowhere/livegamed.sock")
    #expect(answer.status == 69)
    #expect(answer.error.contains("no daemon is running") && answer.output.isEmpty)
  }

  @Test func aDaemonThatDoesNotAnswerIsUnavailable() {
    #expect(ExitStatus.ofClient(Fault(.socketSilent, "no answer")) == ExitStatus.unavailable)
  }

  @Test func aUserOutsideTheGroupLacksPermission() {
    #expect(ExitStatus.ofClient(Fault(.socketNotAllowed, "this user may not connect")) == ExitStatus.noPermission)
  }

  @Test(arguments: [
    ["demo", "--games", "9"], ["demo", "--duration", "inf"], ["demo", "--duration", "1e30"],
    ["watch", "--since", "tomorrow"], ["watch", "--board", "--number"], ["log", "--since", "7:00"],
    ["log", "--since", "2026-07-02", "--until", "2026-06-30"], ["explain"],
    ["explain", "1", "--last", "home_run"], ["explain", "1", "--team", "BOS"],
    ["log", "-n", "0"], ["log", "--lines", "10001"], ["log", "--game", "0"], ["log", "--until", "later"],
    ["run", "--log-level", "loud"],
    ["outbox", "list", "--limit", "0"], ["outbox", "list", "--limit", "201"], ["outbox", "drop"], ["outbox", "retry"],
    ["outbox", "drop", "1", "--all"], ["outbox", "retry", "1", "--sink", "den"], ["outbox", "retry", "one"],
    ["sink", "enable"], ["sink", "test"],
  ])
  func aWrongOptionIsRefused(arguments: [String]) throws {
    let answer = try Program.run(arguments)
    #expect(answer.status == 64 && answer.output.isEmpty)
  }

  @Test func aTagIsNoEventToExplain() throws {
    let answer = try Program.run(["explain", "home_run"])
    #expect(answer.status == 64 && answer.error.contains("did you mean '--last home_run'?"))
  }

  @Test(arguments: [
    ["outbox", "list"], ["outbox", "retry", "--all"], ["outbox", "drop", "--all"], ["sink", "list"],
    ["sink", "enable", "x"], ["explain", "1"], ["explain", "--last", "home_run"],
  ])
  func withoutADaemonDeliveriesCannotBeListed(arguments: [String]) throws {
    let answer = try Program.run(arguments + ["--socket", "/nowhere/livegamed.sock"])
    #expect(answer.status == 69 && answer.error.contains("[socket.no-daemon]") && answer.output.isEmpty)
  }
}

/// `livegamed log` while no daemon runs.
@Suite struct LogCommandTests {
  private func log(_ state: String, _ arguments: String...) throws -> Program.Ending {
    let config = "\(state)/livegamed.yaml"
    try "state_directory: \(state)\n".write(toFile: config, atomically: true, encoding: .utf8)
    return try Program.run(["log", "--socket", "/nowhere/livegamed.sock", "--config", config] + arguments)
  }

  private func folder() throws -> String {
    let folder = NSTemporaryDirectory() + "livegamed-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test func theHelpOfTheParentLeadsToTheOptions() throws {
    let help = try Program.run(["help", "log"])
    let text = help.output.replacing("\n", with: " ")
    #expect(help.status == 0 && text.contains("--since") && text.contains("livegamed help log list"))
  }

  @Test func aMissingLogHasItsStatus() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let answer = try log(folder)
    #expect(answer.status == 66 && answer.error.contains("[log.missing]") && answer.output.isEmpty)
  }

  /// A member of the group may read the configuration of the service, and none of its credentials.
  @Test func onlyTheFolderIsReadOfTheConfiguration() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let config = "\(folder)/livegamed.yaml"
    try """
    state_directory: \(folder)
    sinks:
      family: {type: discord, url: "${file:\(folder)/nothing}"}
      phone: {type: telegram, token: "${credential:nothing-here}", chat_id: 1}
    """.write(toFile: config, atomically: true, encoding: .utf8)
    let log = try Program.run(["log", "-n", "2", "--socket", "/nowhere/livegamed.sock", "--config", config])
    #expect(log.status == 66 && log.error.contains("[log.missing]"))
    let backup = try Program.run(["log", "backup", "--config", config, "\(folder)/copy"])
    #expect(backup.status == 66 && backup.error.contains("[backup.no-log]"))
  }

  @Test func aLogThatThisUserMayNotReadNeedsSudo() throws {
    let fault = Fault(Fault.Code("log.not-readable"), "this user may not read the event log")
    #expect(ExitStatus.ofClient(fault) == ExitStatus.noPermission && ExitStatus.of(fault) == ExitStatus.noPermission)
  }

  @Test func theFileIsReadWithoutADaemon() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try EventLog(path: "\(folder)/livegamed.sqlite").close()
    let answer = try log(folder, "--since", "oldest")
    #expect(answer.status == 0 && answer.output.isEmpty && answer.error == "no event matches\n")
    let named = try log(folder, "--until", "now", "--player", "Judge")
    #expect(named.status == 0 && named.error == "no event matches\n")
    #expect(try log(folder, "--tag", "homerun").status == 64)
  }
}
