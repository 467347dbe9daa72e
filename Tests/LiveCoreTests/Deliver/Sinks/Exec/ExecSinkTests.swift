import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(2))) struct ExecSinkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let environment = [
    "PATH": "/usr/bin:/bin", "HOME": "/root", "LANG": "C.UTF-8", "CREDENTIALS_DIRECTORY": "/run/credentials/x",
    "TOKEN": "secret", "NOTIFY_SOCKET": "/run/notify", "LIVEGAMED_SECRET": "secret",
  ]

  /// Returns a sink for a script in its own file, which is started through its `#!` line.
  private func sink(_ script: String, timeout: Duration = .seconds(60)) throws -> ExecSink {
    let path = folder.path + "/on event"
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return try ExecSink(
      name: "bell", command: [path, folder.path], environment: Self.environment, timeout: timeout)
  }

  /// A process that another test starts at this moment inherits the open script until it calls `exec`; until then the
  /// script is busy (ETXTBSY).
  private static func send(_ sink: ExecSink) async throws -> Answer {
    let composed = try sink.compose(.news([try SampleMessages.logged()], thread: nil))
    while true {
      let answer = await sink.send(
        composed, id: WebhookID(rawValue: "msg_a"), at: SampleEvents.start)
      guard case .tryAgain(let reason) = answer, reason.text.contains("errno 26") else { return answer }
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  private func recorded(_ name: String) throws -> String {
    String(decoding: try #require(FileManager.default.contents(atPath: "\(folder.path)/\(name)")), as: UTF8.self)
  }

  @Test func writesTheLineAndANewlineToStandardInput() async throws {
    #expect(try await Self.send(try sink("exec cat > \"$1/input\"")) == .accepted(Receipt()))
    #expect(try recorded("input") == String(decoding: SampleMessages.logged().line, as: UTF8.self) + "\n")
  }

  @Test func passesNoSecretsOn() async throws {
    _ = try await Self.send(try sink("tr '\\0' '\\n' < /proc/$$/environ > \"$1/environment\""))
    #expect(
      try recorded("environment").split(separator: "\n") == [
        "HOME=/root", "LANG=C.UTF-8", "LIVEGAMED_CHANGE=new", "LIVEGAMED_GAME_PK=1",
        "LIVEGAMED_ID=mlb/1/1-top/a/0/1@1", "LIVEGAMED_IMPORTANCE=2", "LIVEGAMED_INNING=1-top",
        "LIVEGAMED_LOG=9f2c61aa", "LIVEGAMED_REVISION=1", "LIVEGAMED_SCORE=0-0",
        "LIVEGAMED_SEQUENCE=1", "LIVEGAMED_SUBJECT=TOR@AZ", "LIVEGAMED_SUMMARY=a", "LIVEGAMED_TAGS=",
        "LIVEGAMED_TEAMS=TOR AZ", "LIVEGAMED_TIME=\(SampleEvents.start)", "LIVEGAMED_TYPE=livegame.action",
        "LIVEGAMED_WEBHOOK_ID=msg_a", "PATH=/usr/bin:/bin",
      ])
  }

  @Test(arguments: 0...255) func everyExitStatusIsAnAnswer(_ status: Int) {
    let reason = Answer.Reason(cause: .program, text: "exit status \(status): 'it\\'s\\nso'")
    let expected: Answer =
      switch status {
      case 0: .accepted(Receipt())
      case 65: .badMessage(reason)
      default: .tryAgain(reason)
      }
    let ending = ChildProcess.Ending(way: .exited(status), complaint: Array("it's\nso".utf8))
    #expect(ExecSink.classify(ending) == expected)
  }

  @Test(arguments: [
    (ChildProcess.Way.killed(signal: 9), "killed by signal 9"), (.timedOut, "ran into the time limit and was ended"),
    (.unknown, "its exit status is lost"),
  ])
  func anyOtherTerminationIsRetried(_ way: ChildProcess.Way, _ text: String) {
    let answer = ExecSink.classify(ChildProcess.Ending(way: way))
    #expect(answer == .tryAgain(Answer.Reason(cause: .program, text: text)))
  }

  @Test func aCancelledRunIsNotReported() {
    #expect(ExecSink.classify(ChildProcess.Ending(way: .cancelled)) == .cancelled)
  }

  @Test func itsErrorOutputIsReportedInOneLine() async throws {
    let answer = try await Self.send(try sink("printf 'no bell\\n\\033[31m' >&2; exit 75"))
    #expect(answer == .tryAgain(Answer.Reason(cause: .program, text: "exit status 75: 'no bell\\n\\u{1B}[31m'")))
  }

  @Test func longErrorOutputIsCut() async throws {
    let answer = try await Self.send(try sink("head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 65"))
    let excerpt = String(repeating: "x", count: 120)
    #expect(answer == .badMessage(Answer.Reason(cause: .program, text: "exit status 65: '\(excerpt)'")))
  }

  @Test func isKilledAfterItsTimeout() async throws {
    let answer = try await Self.send(try sink("sleep 600", timeout: .milliseconds(100)))
    #expect(answer == .tryAgain(Answer.Reason(cause: .program, text: "ran into the time limit and was ended")))
  }

  @Test func isKilledWhenItIsCancelled() async throws {
    let sink = try sink("echo up > \"$1/fifo\"; sleep 600")
    let fifo = try Fifo(in: folder)
    try await withThrowingTaskGroup(of: Answer.self) { group in
      group.addTask { try await Self.send(sink) }
      #expect(await fifo.line() == "up")
      group.cancelAll()
      let answer = try await group.next()
      #expect(answer == .cancelled)
    }
  }

  @Test func aMissingProgramIsRetried() async throws {
    let path = folder.path + "/none"
    let sink = try ExecSink(name: "bell", command: [path], environment: [:], timeout: .seconds(60))
    let reason = Answer.Reason(
      cause: .fault(.childProcess),
      text:
        "cannot run '\(path)': No such file or directory (errno 2); install it, with the interpreter that its first "
        + "line names")
    #expect(try await Self.send(sink) == .tryAgain(reason))
  }

  @Test(arguments: [[], [""], ["a", "b\0c"]]) func refusesAnInvalidCommand(_ command: [String]) {
    let fault = #expect(throws: Fault.self) {
      try ExecSink(name: "bell", command: command, environment: [:], timeout: .seconds(1))
    }
    #expect(fault?.code == .sinkBadCommand && fault?.place == .sink("bell"))
  }

  @Test func runsOnlyForEvents() async throws {
    let sink = try sink("touch \"$1/ran\"")
    let answer = await sink.send(Message(body: []), id: WebhookID(rawValue: "msg_a"), at: SampleEvents.start)
    #expect("\(answer)".hasPrefix("badMessage"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/ran"))
  }
}
