import Testing

@testable import LiveSimulator

/// Whether simulated games look like real ones, in the average of a hundred games.
@Suite struct NBASharesTests {
  private static let games = NBAGames.many

  /// Bounds around the averages of six real games.
  @Test(arguments: [
    ("2pt", 85.0...120), ("3pt", 58.0...84), ("freethrow", 38.0...58), ("rebound", 85.0...115), ("foul", 33.0...46),
    ("turnover", 22.0...34), ("steal", 12.0...21), ("block", 6.0...12), ("substitution", 75.0...110),
    ("timeout", 8.0...14), ("jumpball", 1.0...3.5), ("violation", 1.5...5), ("heave", 0.1...1.2),
  ])
  func theActionsOfAGameAreAsManyAsInReality(type: String, bounds: ClosedRange<Double>) {
    let count = Self.games.map { game in game.script.count { $0.kind.rawValue == type } }.reduce(0, +)
    let average = Double(count) / Double(Self.games.count)
    #expect(bounds.contains(average), "\(average)")
  }

  @Test func everyTypeOccurs() {
    let rare = SimulatedNBAGame(seed: 1, anomalies: [.memo])
    let kinds = Set((Self.games + [rare]).flatMap(\.script).map(\.kind))
    #expect(kinds == Set(NBAAction.Kind.allCases))
  }

  @Test func scoresAndLengthsAreThoseOfRealGames() {
    let scores = Self.games.flatMap { game in
      NBASide.allCases.map { side in game.script.filter { $0.side == side }.map(\.points).reduce(0, +) }
    }.sorted()
    let ordinary = scores.count { (95...130).contains($0) }
    #expect(Double(ordinary) / Double(scores.count) > 0.8, "\(scores)")
    #expect(scores[0] >= 75 && scores[scores.count - 1] <= 160, "\(scores)")
    let counts = Self.games.map(\.script.count)
    #expect((450...620).contains(counts.reduce(0, +) / counts.count), "\(counts)")
    for game in Self.games where game.script.last?.period == 4 {
      let hours = (game.script[game.script.count - 1].time - game.script[0].time) / 3600
      #expect((1.75...2.9).contains(hours), "\(hours)")
    }
  }

  @Test func whatFansTalkAboutOccurs() {
    let facts = Dictionary(grouping: Self.games.flatMap { $0.facts() }, by: \.kind).mapValues(\.count)
    let kinds = [
      "and_one", "buzzer_beater", "challenge", "clutch", "double_double", "dunk", "ejection", "flagrant", "go_ahead",
      "instant_replay", "lead_change", "overtime", "technical", "tie",
    ]
    for kind in kinds { #expect(facts[kind, default: 0] > 0, "\(kind)") }
    let shares = Self.games.flatMap(\.script).filter { $0.kind == .twoPointer }
    let made = Double(shares.count { $0.isMade == true }) / Double(shares.count)
    #expect((0.48...0.62).contains(made), "\(made)")
    #expect(facts["and_one", default: 0] < 9 * Self.games.count)
  }
}
