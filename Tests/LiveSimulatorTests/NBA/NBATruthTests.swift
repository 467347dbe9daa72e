import Foundation
import Testing

@testable import LiveSimulator

/// `shared/tools/nba/nba_truth.py` reads final play-by-plays with independent code. Without it, nothing is tested.
@Suite struct NBATruthTests {
  @Test(.enabled(if: FileManager.default.fileExists(atPath: Self.tool), "needs ../shared/tools/nba/nba_truth.py"))
  func theWitnessAgreesWithAnotherReader() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("livegamed-truth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let courses = NBACourse.allCases.enumerated().map { SimulatedNBAGame(seed: UInt64(200 + $0), course: $1) }
    let kinds = NBACorrection.Kind.allCases.enumerated().map {
      SimulatedNBAGame(seed: UInt64(300 + $0), correction: $1)
    }
    let anomalies = NBAAnomaly.allCases.enumerated().map { SimulatedNBAGame(seed: UInt64(400 + $0), anomalies: [$1]) }
    let games = NBAGames.many + (101...180).map { SimulatedNBAGame(seed: UInt64($0)) } + courses + kinds + anomalies
    let files = try games.map { game in
      let file = folder.appendingPathComponent("\(game.gameId).json")
      let body = try #require(game.playByPlay(at: game.end))
      try Data(body).write(to: file)
      return file.path
    }
    let found = Dictionary(grouping: try Self.rows(of: files), by: \.gamePk)
    for game in games {
      #expect(found[game.number] == game.facts().map { Row($0, game.number) }, "\(game.gameId)")
    }
  }

  /// Returns the rows that `nba_truth.py` finds in these files, in its order.
  private static func rows(of files: [String]) throws -> [Row] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", tool] + files
    process.standardOutput = output
    try process.run()
    let lines = output.fileHandleForReading.readDataToEndOfFile().split(separator: UInt8(ascii: "\n"))
    process.waitUntilExit()
    return try lines.map { try JSONDecoder().decode(Row.self, from: $0) }
  }

  private struct Row: Hashable, Decodable {
    var gamePk: Int
    var kind: String
    var action: Int
    /// The period.
    var inning: Int
    var clock: String
    var away: Int
    var home: Int
    var player: Int?
    var team: String?
    var points: Int?

    init(_ fact: NBAFact, _ number: Int) {
      (gamePk, kind, action, inning) = (number, fact.kind, fact.action, fact.period)
      (clock, away, home, player) = (fact.clock, fact.away, fact.home, fact.player)
      team = fact.isHome.map { $0 ? "home" : "away" }
      points = ["field_goal", "free_throw"].contains(fact.kind) ? fact.points : nil
    }
  }

  private static let tool: String = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      let tool = folder.appendingPathComponent("shared/tools/nba/nba_truth.py").path
      if FileManager.default.fileExists(atPath: tool) { return tool }
      folder = folder.deletingLastPathComponent()
    }
    return ""
  }()
}
