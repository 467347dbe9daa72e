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
    #expect(answer.status == 0 && answer.output == "0.1.0\n")
  }

  @Test func aBadConfigurationIsReportedWithItsPlace() throws {
    let file = NSTemporaryDirectory() + "livegamed-\(UUID().uuidString).yaml"
    try "follow: {teams: [BOSS]}\npol: {}\n".write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(try run("run", "--config", file).status == 78)
    let answer = try run("check-config", file)
    #expect(answer.status == 78)
    #expect(answer.error.contains(":1:18: unknown team 'BOSS'") && answer.error.contains(":2:1: unknown key 'pol'"))
  }

  @Test func watchWithoutADaemonExplainsWhatToDo() throws {
    let answer = try run("watch", "--socket", "/nowhere/livegamed.sock")
    #expect(answer.status == 69)
    #expect(answer.error.contains("is the daemon running?") && answer.output.isEmpty)
  }

  @Test func aDaemonThatDoesNotAnswerIsUnavailable() {
    #expect(ExitStatus.ofClient(Fault(.socketSilent, "no answer")) == ExitStatus.unavailable)
  }

  @Test(arguments: [
    ["demo", "--games", "9"], ["demo", "--duration", "inf"], ["demo", "--duration", "1e30"],
    ["watch", "--since", "yesterday"], ["run", "--log-level", "loud"],
    ["outbox", "list", "--limit", "0"], ["outbox", "list", "--limit", "201"], ["outbox", "drop"], ["outbox", "retry"],
    ["outbox", "drop", "1", "--all"], ["outbox", "retry", "1", "--sink", "den"], ["outbox", "retry", "one"],
    ["sink", "enable"], ["sink", "test"],
  ])
  func aWrongOptionIsRefused(arguments: [String]) throws {
    let answer = try Program.run(arguments)
    #expect(answer.status == 64 && answer.output.isEmpty)
  }

  @Test(arguments: [
    ["outbox", "list"], ["outbox", "retry", "--all"], ["outbox", "drop", "--all"], ["sink", "list"],
    ["sink", "enable", "x"],
  ])
  func withoutADaemonDeliveriesCannotBeListed(arguments: [String]) throws {
    let answer = try Program.run(arguments + ["--socket", "/nowhere/livegamed.sock"])
    #expect(answer.status == 69 && answer.error.contains("[socket.no-daemon]") && answer.output.isEmpty)
  }
}
