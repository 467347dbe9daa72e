import Testing

@testable import LiveSimulator

/// A season holds all that can happen, and most of it as often as in life.
@Suite struct VarietyTests {
  private static let season: Season = Season(1...1000)

  /// What a thousand games hold, counted.
  struct Season {
    var results: [Outcome: Int] = [:]
    var actions: [String: Int] = [:]
    var kinds: [String: Int] = [:]
    var plays = 0

    init(_ seeds: ClosedRange<UInt64>) {
      for seed in seeds {
        let script = ScriptedGames.script(seed)
        plays += script.plays.count
        for play in script.plays {
          results[play.result, default: 0] += 1
          for event in play.events { actions[event.eventType ?? event.kind.rawValue, default: 0] += 1 }
        }
        for fact in SimulatedGame.facts(of: script.plays, scheduledInnings: script.scheduledInnings) {
          kinds[fact.kind, default: 0] += 1
        }
      }
    }
  }

  @Test func everyOutcomeOccurs() {
    let missing = Outcome.allCases.filter { Self.season.results[$0] == nil && $0 != .rulingPending }
    print(
      Self.season.results.sorted { $0.value > $1.value }.map { "\($0.key.rawValue):\($0.value)" }, Self.season.plays)
    print(Self.season.actions.sorted { $0.value > $1.value })
    print(Self.season.kinds.sorted { $0.value > $1.value })
    #expect(missing.isEmpty)
  }
}
