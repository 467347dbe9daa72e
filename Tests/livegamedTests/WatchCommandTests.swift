import Foundation
import Testing

/// `livegamed watch` as people run it, with scripted daemons.
@Suite(.timeLimit(.minutes(2))) struct WatchCommandTests {
  private let folder = NSTemporaryDirectory() + "livegamed-watch-\(UUID().uuidString.prefix(8))"
  private var socket: String { "\(folder)/live.sock" }

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  /// Runs a shell script; `$WATCH` is the beginning of the command line.
  private func shell(_ script: String, _ scenes: [[ScriptedDaemon.Step]]) throws -> Program.Ending {
    let daemon = try ScriptedDaemon(socket, scenes)
    defer {
      daemon.stop()
      try? FileManager.default.removeItem(atPath: folder)
    }
    return try Program.shell(
      script, ["WATCH": "\(RunningDaemon.program) watch --since oldest --socket \(socket)", "FOLDER": folder])
  }

  private func events(_ sequences: ClosedRange<Int>) -> [ScriptedDaemon.Step] {
    [.hear, .hello(newest: sequences.upperBound)] + sequences.map { .event($0) } + [.stay]
  }

  @Test func printsTheBytesOfTheDaemonAndEndsWithItsReader() throws {
    let answer = try shell("$WATCH --json | head -n 2; exit 0", [events(1...2)])
    #expect(answer.output == [1, 2].map { ScriptedDaemon.Step.line($0) + "\n" }.joined())
    #expect(answer.error.isEmpty)
  }

  @Test func endsWithItsReaderEvenWithoutFurtherEvents() throws {
    let answer = try shell("{ $WATCH; echo $? >&2; } | true", [[.hear, .hello(), .stay]])
    #expect(answer.error == "141\n" && answer.output.isEmpty)
  }

  @Test func aReadableLineHasTimeGameAndSummary() throws {
    let answer = try shell("$WATCH | head -n 2", [events(1...2)])
    #expect(answer.output == "— Tuesday, Jul 14, UTC —\n02:01:01  TOR@AZ   Somebody's 1th single.\n")
  }

  /// Two hours, one minute and thirty seconds behind UTC, so that midnight is between the two events.
  @Test func timesAreLocalAndDaysAreNamed() throws {
    let script = """
      TZ=XYZ2:01:30 $WATCH | head -n 4
      TZ=America/New_York $WATCH | head -n 2
      TZ=America/New_York $WATCH --utc | head -n 2
      """
    let answer = try shell(script, [events(1...2), events(1...2), events(1...2)])
    #expect(
      answer.output == """
        — Monday, Jul 13, XYZ —
        23:59:31  TOR@AZ   Somebody's 1th single.
        — Tuesday, Jul 14, XYZ —
        00:00:31  TOR@AZ   Somebody's 2th single.
        — Monday, Jul 13, EDT —
        22:01:01  TOR@AZ   Somebody's 1th single.
        — Tuesday, Jul 14, UTC —
        02:01:01  TOR@AZ   Somebody's 1th single.

        """)
  }

  @Test func reconnectsWithoutARepeatAndWarnsOnce() throws {
    let answer = try shell(
      "$WATCH | head -n 4",
      [[.hear, .hello(newest: 2), .event(1), .event(2), .say("{\"da")], [.hear, .hello(newest: 3), .event(3), .stay]])
    #expect(
      answer.output.split(separator: "\n").dropFirst().map { $0.suffix(11) } == [
        "1th single.", "2th single.", "3th single.",
      ])
    #expect(answer.error.split(separator: "\n").count == 1 && answer.error.contains("hung up"))
  }

  @Test func runsACommandForEachEventInOrderWithItsLineAndVariables() throws {
    let script = """
      $WATCH --exec '
        echo "$LIVEGAMED_SEQUENCE $LIVEGAMED_ID $LIVEGAMED_TYPE $LIVEGAMED_GAME_PK" >> $FOLDER/names
        echo "$LIVEGAMED_TEAMS|$LIVEGAMED_TAGS|$LIVEGAMED_SUMMARY|$LIVEGAMED_LOG" >> $FOLDER/names
        cat >> $FOLDER/lines
        if [ "$LIVEGAMED_SEQUENCE" = 3 ]; then kill -INT $PPID; fi' > $FOLDER/out
      echo $?; cat $FOLDER/names $FOLDER/lines
      """
    let names = (1...3).map {
      "\($0) mlb/747175/1-top/pa/\($0)/1@1 livegame.play 747175\nTOR AZ|single hit|Somebody's \($0)th single.|aaaa\n"
    }
    let lines = (1...3).map { ScriptedDaemon.Step.line($0) + "\n" }
    #expect(try shell(script, [events(1...3)]).output == "130\n" + (names + lines).joined())
  }

  @Test func aFailingCommandIsReportedAndWatchContinues() throws {
    let script = """
      $WATCH --exec 'echo said; [ $LIVEGAMED_SEQUENCE = 1 ] && exit 3; kill -INT $PPID' > $FOLDER/out
      echo $?; grep -c said $FOLDER/out
      """
    let answer = try shell(script, [events(1...2)])
    #expect(answer.output == "130\n2\n")
    #expect(answer.error.contains("ended with status 3 at event 1, 'mlb/747175/1-top/pa/1/1@1'"))
  }

  @Test func theEndOfWatchAlsoEndsTheCommand() throws {
    let script = """
      $WATCH --exec 'trap "echo ended; exit" TERM; kill -INT $PPID; while :; do sleep 0.05; done' > $FOLDER/out
      echo $?; grep -c ended $FOLDER/out
      """
    #expect(try shell(script, [events(1...1)]).output == "130\n1\n")
  }

  @Test(arguments: [
    (["--tag", "scorring"], "'scoring'"), (["--tag", "homerun"], "'home_run'"),
    (["--type", "plya"], "'livegame.play'"),
    (["--innings", ">6"], "did you mean '7+'?"), (["--player", "?"], "neither a player's name"),
    (["--board", "--batting", "BOS"], "--board excludes"), (["--not-tag", "homerun"], "'home_run'"),
    (["--type", "games"], "use one of"), (["--team", "BOSS"], "'BOS'"), (["--tag", "zzzz"], "no tag 'zzzz'"),
    (["--since=-3"], "is not a time"), (["--board", "--json"], "--board excludes"),
    (["--exec", " "], "takes a command"),
    (["--tag", "hit,walk"], "repeat --tag, as in '--tag hit --tag walk'"), (["--team", "BOS,NYY"], "repeat --team"),
  ])
  func anUnknownNameIsRefused(arguments: [String], says: String) throws {
    let answer = try Program.run(["watch", "--socket", "/nowhere/livegamed.sock"] + arguments)
    #expect(answer.status == 64 && answer.error.contains(says) && answer.output.isEmpty)
  }
}
