import Foundation
import Testing

@testable import LiveSimulator

@Suite struct SimulatedGameTests {
  private static func games(_ count: UInt64) -> [SimulatedGame] {
    (1...count).flatMap { Slate(seed: $0, games: 1, firstPitch: 1_784_000_000, spread: 0).games }
  }

  @Test func theSameSeedGivesTheSameBytes() {
    for (one, other) in zip(Self.games(5), Self.games(5)) {
      for time in [one.end, one.moments[one.moments.count / 2]] { #expect(one.feed(at: time) == other.feed(at: time)) }
    }
  }

  @Test func whatWasVisibleStaysVisible() throws {
    for game in Self.games(3) {
      var seen = 0
      for time in game.moments.enumerated().filter({ $0.offset.isMultiple(of: 25) }).map(\.element) {
        let feed = try #require(JSONSerialization.jsonObject(with: Data(game.feed(at: time))) as? [String: Any])
        let plays = ((feed["liveData"] as? [String: Any])?["plays"] as? [String: Any])?["allPlays"] as? [[String: Any]]
        let complete = try #require(plays).count { ($0["about"] as? [String: Any])?["isComplete"] as? Bool == true }
        #expect(complete >= seen)
        seen = complete
      }
    }
  }

  /// `shared/tools/replay/truth.py` reads the final feed by code that shares nothing with ours.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: Self.truthTool)), arguments: 1...8)
  func theScriptEqualsWhatAnotherReaderFinds(seed: UInt64) throws {
    let game = Slate(seed: seed, games: 1, firstPitch: 1_784_000_000, spread: 0).games[0]
    let file = NSTemporaryDirectory() + "livegamed-truth-\(UUID().uuidString).json"
    try Data(game.feed(at: game.end)).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let tool = Process()
    let output = Pipe()
    tool.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    tool.arguments = ["python3", Self.truthTool, file]
    tool.standardOutput = output
    try tool.run()
    let lines = output.fileHandleForReading.readDataToEndOfFile().split(separator: UInt8(ascii: "\n"))
    tool.waitUntilExit()
    let kinds = Set(game.facts().map(\.kind))
    let found = try lines.map { try JSONDecoder().decode(Row.self, from: $0) }.filter { kinds.contains($0.kind) }
    #expect(Set(found) == Set(game.facts().map(Row.init)) && found.count == game.facts().count)
  }

  struct Row: Hashable, Decodable {
    var kind: String
    var atBatIndex: Int
    var eventIndex: Int?
    var inning: Int
    var half: String
    var away: Int
    var home: Int

    init(_ fact: SimulatedFact) {
      (kind, atBatIndex, eventIndex, inning) = (fact.kind, fact.atBatIndex, fact.eventIndex, fact.inning)
      (half, away, home) = (fact.half, fact.away, fact.home)
    }
  }

  static let truthTool: String = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      let tool = folder.appendingPathComponent("shared/tools/replay/truth.py").path
      if FileManager.default.fileExists(atPath: tool) { return tool }
      folder = folder.deletingLastPathComponent()
    }
    return ""
  }()
}
