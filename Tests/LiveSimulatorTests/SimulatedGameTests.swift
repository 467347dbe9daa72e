import Foundation
import Testing

@testable import LiveSimulator

@Suite struct SimulatedGameTests {
  private static func games(_ count: UInt64) -> [SimulatedGame] {
    (1...count).flatMap { Slate(seed: $0, games: 1, firstPitch: 1_784_000_000, spread: 0).games }
  }

  @Test(arguments: games(500)) func everyGameIsLegal(game: SimulatedGame) {
    let plays = game.script.plays
    var score = ScriptedPlay.Runs()
    var isLegal = true
    for (play, next) in zip(plays, plays.dropFirst().map(Optional.some) + [nil]) {
      let runs = play.movements.count { $0.to == 4 }
      isLegal =
        isLegal && play.scoreBefore == score && play.scoreAfter.away >= score.away
        && play.scoreAfter.home >= score.home
        && play.scoreAfter.away + play.scoreAfter.home - score.away - score.home == runs
      isLegal = isLegal && play.events.allSatisfy { $0.time > play.start && $0.time < play.done }
      score = play.scoreAfter
      guard let next else { continue }
      let changes = next.inning != play.inning || next.isTop != play.isTop
      isLegal = isLegal && changes == (play.outsAfter == 3) && next.start > play.done
    }
    #expect(isLegal)
    let last = plays[plays.count - 1]
    #expect(score.away != score.home && last.inning >= 9)
    #expect(last.outsAfter == 3 || (!last.isTop && score.home > score.away))
  }

  @Test(arguments: games(200)) func runnersNeitherVanishNorDouble(game: SimulatedGame) {
    var bases: [Player?] = [nil, nil, nil]
    var half: (Int, Bool)?
    var isLegal = true
    for play in game.script.plays {
      if half?.0 != play.inning || half?.1 != play.isTop {
        (bases, half) = ([nil, nil, nil], (play.inning, play.isTop))
        if let placed = play.events.first, placed.eventType == "runner_placed" { bases[1] = placed.player }
      }
      for event in Set(play.movements.map(\.event)).sorted() {
        let moves = play.movements.filter { $0.event == event }
        for move in moves where move.from > 0 {
          isLegal = isLegal && bases[move.from - 1] == move.runner
          bases[move.from - 1] = nil
        }
        for move in moves { if let to = move.to, to < 4 { bases[to - 1] = move.runner } }
      }
      if play.outsAfter < 3 { isLegal = isLegal && bases == play.basesAfter }
    }
    #expect(isLegal)
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
    try compare([Slate(seed: seed, games: 1, firstPitch: 1_784_000_000, spread: 0).games[0]])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: Self.truthTool)))
  func whatIsTrueInTheEndEqualsWhatAnotherReaderFinds() throws {
    let drawn = (1...60).map { SimulatedGame(seed: $0) }
    let courses = SimulatedCourse.allCases.map { SimulatedGame(seed: 101, course: $0) }
    let kinds = SimulatedCorrection.Kind.allCases.map { SimulatedGame(seed: 202, course: .plain, correction: $0) }
    try compare(drawn + courses + kinds)
  }

  /// Writes the games' last feeds and has them read.
  private func compare(_ games: [SimulatedGame]) throws {
    let folder = NSTemporaryDirectory() + "livegamed-truth-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (number, game) in games.enumerated() {
      try Data(game.feed(at: game.end)).write(to: URL(fileURLWithPath: "\(folder)/\(number).json"))
    }
    let tool = Process()
    let output = Pipe()
    tool.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    tool.arguments = ["python3", Self.truthTool] + games.indices.map { "\(folder)/\($0).json" }
    tool.standardOutput = output
    try tool.run()
    let lines = output.fileHandleForReading.readDataToEndOfFile().split(separator: UInt8(ascii: "\n"))
    tool.waitUntilExit()
    let facts = games.map { game in game.facts().map(Row.init) }
    let kinds = Set(facts.joined().map(\.kind))
    let found = try lines.map { try JSONDecoder().decode(Row.self, from: $0) }.filter { kinds.contains($0.kind) }
    // Facts name no game; the reader goes through the games in our order.
    var position = 0
    for (game, facts) in zip(games, facts) {
      let own = found.dropFirst(position).prefix(facts.count)
      #expect(Set(own) == Set(facts), "\(game.gamePk) \(game.course) \(game.corrections.map(\.kind))")
      position += facts.count
    }
    #expect(position == found.count)
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
