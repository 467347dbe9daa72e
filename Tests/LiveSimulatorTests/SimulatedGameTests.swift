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

  @Test func visiblePlaysStayVisible() throws {
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

  /// `shared/tools/replay/truth.py` reads the final feed with independent code.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: TruthTests.tool)), arguments: 1...8)
  func theScriptEqualsTheResultOfAnotherReader(seed: UInt64) throws {
    let game = Slate(seed: seed, games: 1, firstPitch: 1_784_000_000, spread: 0).games[0]
    let file = NSTemporaryDirectory() + "livegamed-truth-\(UUID().uuidString).json"
    try Data(game.feed(at: game.end)).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let kinds = Set(game.facts().map(\.kind))
    let found = try TruthTests.rows(of: [file]).filter { kinds.contains($0.kind) }
    let reported = game.facts().map { TruthTests.Row($0, gamePk: game.gamePk) }
    #expect(Set(found) == Set(reported) && found.count == reported.count)
  }
}
