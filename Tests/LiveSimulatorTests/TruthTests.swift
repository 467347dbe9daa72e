import Foundation
import Testing

@testable import LiveSimulator

/// `shared/tools/replay/truth.py` reads final feeds with independent code.
@Suite struct TruthTests {
  @Test(.enabled(if: FileManager.default.fileExists(atPath: Self.tool)))
  func theWitnessAgreesWithAnotherReader() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("livegamed-truth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let scripts = Array(ScriptedGames.many.prefix(200))
    let files = try scripts.enumerated().map { number, script in
      let file = folder.appendingPathComponent("\(number).json")
      try Data(script.finalFeed(gamePk: number)).write(to: file)
      return file.path
    }
    let found = Dictionary(grouping: try Self.rows(of: files), by: \.gamePk)
    for (number, script) in scripts.enumerated() {
      let reported = SimulatedGame.facts(of: script.plays, scheduledInnings: script.scheduledInnings)
      #expect(found[number] == reported.map { Row($0, gamePk: number) }, "game \(number)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: Self.tool)))
  func theFinalFactsAgreeWithAnotherReader() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("livegamed-truth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let courses = SimulatedCourse.allCases.enumerated().map { SimulatedGame(seed: UInt64(200 + $0), course: $1) }
    let kinds = SimulatedCorrection.Kind.allCases.enumerated().map {
      SimulatedGame(seed: UInt64(300 + $0), course: .plain, correction: $1)
    }
    let anomalies = SimulatedAnomaly.allCases.enumerated().map {
      SimulatedGame(seed: UInt64(400 + $0), course: .plain, anomalies: [$1])
    }
    let games = Array(LivingGames.many.prefix(100)) + courses + kinds + anomalies
    let files = try games.map { game in
      let file = folder.appendingPathComponent("\(game.gamePk).json")
      try Data(game.feed(at: game.end)).write(to: file)
      return file.path
    }
    let found = Dictionary(grouping: try Self.rows(of: files), by: \.gamePk)
    for game in games {
      let other = Self.kindsOfItsOwn(game)
      let reported = game.facts().filter { !other.contains($0.kind) }.map { Row($0, gamePk: game.gamePk) }
      let read = found[game.gamePk, default: []].filter { !other.contains($0.kind) }
      #expect(read == reported, "\(game.gamePk) \(game.course) \(game.anomalies) \(game.corrections.map(\.kind))")
    }
  }

  /// Returns the kinds that the other reader does not handle: it takes the final score from the last play, and a
  /// forfeit for an unfinished game.
  private static func kindsOfItsOwn(_ game: SimulatedGame) -> Set<String> {
    var kinds: Set<String> = []
    if game.day.award != nil || !game.anomalies.isDisjoint(with: [.playsMissing, .logStops, .noLog]) {
      kinds.insert("final")
    }
    if game.course == .forfeit { kinds.formUnion(["final", "half_end", "no_hitter", "perfect_game", "walk_off"]) }
    return kinds
  }

  /// Returns the rows that `truth.py` finds in these files, in its order.
  static func rows(of files: [String]) throws -> [Row] {
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

  struct Row: Hashable, Decodable {
    var gamePk: Int
    var kind: String
    var atBatIndex: Int
    var eventIndex: Int?
    var inning: Int
    var half: String
    var away: Int
    var home: Int

    init(_ fact: SimulatedFact, gamePk: Int) {
      (self.gamePk, kind, atBatIndex, eventIndex) = (gamePk, fact.kind, fact.atBatIndex, fact.eventIndex)
      (inning, half, away, home) = (fact.inning, fact.half, fact.away, fact.home)
    }
  }

  static let tool: String = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      let tool = folder.appendingPathComponent("shared/tools/replay/truth.py").path
      if FileManager.default.fileExists(atPath: tool) { return tool }
      folder = folder.deletingLastPathComponent()
    }
    return ""
  }()
}
