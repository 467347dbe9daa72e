import Foundation
import LiveCore
import LiveModel
import LivePlatform
import Testing

@testable import livegamed

/// `livegamed record` and `livegamed replay` as programs, on simulated games.
@Suite(.timeLimit(.minutes(5))) struct RecordReplayCommandTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "livegamed-test-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// A hand-made recording of the first walk of a game, as plain text.
  private static let small = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/recordings/walk.recording").path

  @Test func aHandMadeRecordingIsPlayed() throws {
    let path = Self.small
    let answer = try Program.run(["replay", path, "--speed", "0", "--json"])
    #expect(answer.status == 0 && answer.error.isEmpty, "\(answer)")
    let events = answer.output.split(separator: "\n")
    #expect(events.count == 3 && events.last?.contains(#""fact":"mlb/7/1-top/pa/1/1""#) == true, "\(answer.output)")
    let text = try Program.run(["replay", path, "--speed", "0", "--utc"])
    #expect(text.status == 0 && text.output.contains("20:05:02  BOS@NYY  Ann Example walks."), "\(text)")
  }

  @Test func aDryRunExplainsEachEvent() throws {
    let config = "\(folder)/livegamed.yaml"
    try """
    sinks:
      runs: {type: exec, command: [/bin/false]}
      all: {type: exec, command: [/bin/false]}
    routes:
      - {tags: [scoring], sinks: [runs]}
      - {sinks: [all]}
    """.write(toFile: config, atomically: true, encoding: .utf8)
    let answer = try Program.run(["replay", Self.small, "--speed", "0", "--dry-run", "--config", config])
    #expect(answer.status == 0 && answer.output.contains("    ") && answer.output.contains("all"), "\(answer)")
    let json = try Program.run(["replay", Self.small, "--speed", "0", "--dry-run", "--config", config, "--json"])
    let lines = json.output.split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect((object?["routing"] as? [String: Any])?["sinks"] as? [String] == ["all"], "\(line)")
    }
  }

  @Test func aPlaceThatIsNotReachedIsReported() throws {
    let path = Self.small
    let answer = try Program.run(["replay", path, "--speed", "0", "--from", "7-top"])
    #expect(answer.status == 66 && answer.output.isEmpty && answer.error.contains("recording.too-short"), "\(answer)")
    let server = try Program.run(["replay", path, "--listen", "127.0.0.1:0", "--from", "7-top"])
    #expect(server.status == 66 && server.output.isEmpty, "\(server)")
  }

  @Test(arguments: [
    (["replay", "f", "--speed", "5000"], "0.1 to 3600"), (["replay", "f", "--from", "top"], "7-top"),
    (["replay", "f", "--sink", "a", "--dry-run"], "exclude"), (["replay", "f", "--config", "c"], "needs --sink"),
    (["replay", "f", "--listen", "0.0.0.0:80"], "loopback"),
    (["replay", "f", "--listen", "127.0.0.1:0", "--json"], "--json"),
    (["replay", "f", "--listen", "127.0.0.1:0", "--speed", "0"], "above 0"),
    (["record", "--out", "f"], "--all"), (["record", "7", "--all", "--out", "f"], "--all"), (["record", "7"], "--out"),
    (["record", "0", "--out", "f"], "above 0"),
  ])
  func aMistakeIsRefused(arguments: [String], words: String) throws {
    let answer = try Program.run(arguments)
    #expect(answer.status == 64 && answer.output.isEmpty && answer.error.contains(words), "\(answer)")
  }

  @Test func anotherFileIsRefused() throws {
    let path = "\(folder)/other"
    try "hello".write(toFile: path, atomically: true, encoding: .utf8)
    let answer = try Program.run(["replay", path])
    #expect(answer.status == 65 && answer.output.isEmpty && answer.error.contains("no recording"), "\(answer)")
    #expect(try Program.run(["replay", "\(folder)/none"]).status == 66)
    let there = try Program.run(["record", "7", "--out", path])
    #expect(there.status == 73 && there.error.contains("recording.exists"), "\(there)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "hello")
  }

  @Test func aGameThatIsNotListedIsNotRecorded() async throws {
    let folder = folder
    try await SimulatedSource.serve(seed: 3, games: 1) { _, port in
      let config = "\(folder)/livegamed.yaml"
      try "source: {mlb: {base_url: \"http://127.0.0.1:\(port)\"}}\n"
        .write(toFile: config, atomically: true, encoding: .utf8)
      let path = "\(folder)/none.recording"
      let answer = try Program.run(["record", "12345", "--out", path, "--config", config])
      #expect(answer.status == 66 && answer.error.contains("no game 12345"), "\(answer)")
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test(arguments: [
    ("7-top", 7, true, true), ("7-top", 6, false, false), ("7-bottom", 7, true, false), ("7-bottom", 7, false, true),
    ("7", 8, true, true), ("7-Bottom", 8, true, true),
  ])
  func aPlaceIsAHalfInning(text: String, inning: Int, isTop: Bool, isReached: Bool) throws {
    let start = try #require(ReplayStart(text))
    let body = #"{"liveData":{"linescore":{"currentInning":\#(inning),"isTopInning":\#(isTop)}}}"#
    let now = Timestamp(seconds: 1_790_000_000)
    let answer = RecordedAnswer(
      .game(7), at: PollTime(wall: now, monotonic: now),
      .response(HTTPResponseHead(status: 200), body: Array(body.utf8)))
    #expect(start.isReached(in: answer) == isReached)
  }

  @Test(arguments: ["", "0-top", "100", "7-", "7-middle", "top-7", "7-top-1"])
  func anotherPlaceIsRefused(text: String) { #expect(ReplayStart(text) == nil) }
}
