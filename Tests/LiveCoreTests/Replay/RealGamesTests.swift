import Foundation
import Testing
import WireSchema

@testable import LiveCore
@testable import LiveModel

/// The tracker compared with facts that `shared/tools/replay/truth.py` derives from the same feeds by other code.
/// Skipped if `shared` is absent; simulated games cover the same cases.
@Suite(.enabled(if: !SharedData.feeds.isEmpty))
struct RealGamesTests {
  static let finals = SharedData.feeds.filter { $0.lastPathComponent.contains("_final") }
  @Test(arguments: finals)
  func oneLateAnswerGivesTheWholeGame(url: URL) throws {
    let snapshot = try Oracle.snapshot(SharedData.json(url))
    try check(Replayed.events(of: [snapshot]), against: url)
  }

  @Test(arguments: finals)
  func pollingEveryStepGivesTheWholeGame(url: URL) throws {
    let snapshot = try Oracle.snapshot(SharedData.json(url))
    try check(Replayed.events(of: Replayed.everyStep(of: snapshot)), against: url)
  }

  @Test(arguments: finals)
  func restartsChangeNothing(url: URL) throws {
    let steps = Replayed.everyStep(of: try Oracle.snapshot(SharedData.json(url)))
    #expect(try Replayed.events(of: steps) == Replayed.events(of: steps, restarting: true))
  }

  @Test(arguments: finals)
  func anyPollTimesGiveTheSameFacts(url: URL) throws {
    let steps = Replayed.everyStep(of: try Oracle.snapshot(SharedData.json(url)))
    let final = try #require(steps.last)
    let all = Replayed.lastContent(try Replayed.events(of: steps))
    for stride in [2, 3, 7, 40] {
      let some = steps.enumerated().filter { $0.offset % stride == 0 }.map(\.element) + [final]
      #expect(Replayed.lastContent(try Replayed.events(of: some)) == all)
    }
  }

  private func check(_ events: [Event], against feed: URL) throws {
    let root = try #require(SharedData.root)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = try events.enumerated().map { position, event in
      String(decoding: try WireFormat.line(of: event, sequence: position + 1), as: UTF8.self)
    }
    let file = folder.appendingPathComponent("events.ndjson")
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    let tools = root.appendingPathComponent("tools/replay").path
    let script = """
      python3 '\(tools)/truth.py' '\(feed.path)' > '\(folder.path)/truth.jsonl' &&
      python3 '\(tools)/check_events.py' --truth '\(folder.path)/truth.jsonl' --events '\(file.path)'
      """
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", script]
    shell.standardOutput = output
    shell.standardError = output
    try shell.run()
    let report = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0, "\(report)")
  }
}
