import Foundation
import Testing

/// What the program says to those who run it by hand.
@Suite struct CommandTests {
  private func run(_ arguments: String...) throws -> (status: Int32, output: String, error: String) {
    let process = Process()
    let (output, error) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: RunningDaemon.program)
    process.arguments = arguments
    (process.standardOutput, process.standardError) = (output, error)
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complained = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said, complained)
  }

  @Test func saysItsVersion() throws {
    let answer = try run("--version")
    #expect(answer.status == 0 && answer.output == "0.1.0\n")
  }

  @Test func aWrongConfigurationIsNamedByItsPlace() throws {
    let file = NSTemporaryDirectory() + "livegamed-\(UUID().uuidString).yaml"
    try "follow: {teams: [BOSS]}\npol: {}\n".write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(try run("run", "--config", file).status == 78)
    let answer = try run("check-config", file)
    #expect(answer.status == 78)
    #expect(answer.error.contains(":1:18: unknown team 'BOSS'") && answer.error.contains(":2:1: unknown key 'pol'"))
  }

  @Test func aWatcherWithoutADaemonIsToldWhatToDo() throws {
    let answer = try run("watch", "--socket", "/nowhere/livegamed.sock")
    #expect(answer.status == 69)
    #expect(answer.error.contains("is the daemon running?") && answer.output.isEmpty)
  }

  @Test(arguments: [["demo", "--games", "9"], ["watch", "--since", "yesterday"], ["run", "--log-level", "loud"]])
  func aWrongOptionIsRefused(arguments: [String]) throws {
    #expect(try run(arguments[0], arguments[1], arguments[2]).status == 64)
  }
}
