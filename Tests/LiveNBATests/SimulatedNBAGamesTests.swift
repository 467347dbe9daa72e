import LiveModel
import LiveSimulator
import Testing

@testable import LiveNBA

/// Follows simulated games, with everything that a scorer corrects and a building delays, and compares the facts with those
/// of their scripts.
@Suite struct SimulatedNBAGamesTests {
  @Test(arguments: 1...UInt64(8))
  func anyPollsAndRestartsGiveTheFactsOfTheScript(seed: UInt64) throws {
    try follow(SimulatedNBAGame(seed: seed), seed: seed)
  }

  @Test(arguments: NBACorrection.Kind.allCases)
  func everyCorrectionGivesTheFactsOfTheScript(kind: NBACorrection.Kind) throws {
    try follow(SimulatedNBAGame(seed: 3, correction: kind), seed: 3)
  }

  @Test(arguments: NBACourse.allCases)
  func everyCourseGivesTheFactsOfTheScript(course: NBACourse) throws {
    try follow(SimulatedNBAGame(seed: 5, course: course), seed: 5)
  }

  @Test(arguments: NBAAnomaly.allCases)
  func everyAnomalyGivesTheFactsOfTheScript(anomaly: NBAAnomaly) throws {
    try follow(SimulatedNBAGame(seed: 9, anomalies: [anomaly]), seed: 9)
  }

  /// Polls at random times, restarts ten times, and looks once more two hours after the end.
  private func follow(_ game: SimulatedNBAGame, seed: UInt64) throws {
    var dice = Dice(state: seed)
    var replay = ReplayedGame()
    let restarts = Set((0..<10).map { _ in dice.number(below: 300) })
    var (time, polls) = (game.tipOff - 600, 0)
    while time < game.end + 60 {
      try poll(game, at: time, &replay)
      if restarts.contains(polls) {
        try replay.restart(at: Timestamp(milliseconds: Int64(time * 1000)), fromLog: polls.isMultiple(of: 2))
      }
      polls += 1
      time += time < game.finalTime ? Double(1 + dice.number(below: 90)) : 300
    }
    try poll(game, at: game.end + 60, &replay)
    #expect(replay.problems == [])
    #expect(replay.mostBytes <= NBAState.mostBytes)
    let numbers = Dictionary(replay.state.aliases.map { ($0.value, $0.key) }) { first, _ in first }
    let expected = Truth(game.facts())
    let found = Truth(replay.newest.values.filter { !$0.data.retracted }, renumbered: numbers)
    #expect(expected.facts.subtracting(found.facts).sorted() == [], "missing")
    #expect(found.facts.subtracting(expected.facts).sorted() == [], "too many")
    #expect(found.repeated == [], "twice")
    #expect(replay.state.isOver)
  }

  private func poll(_ game: SimulatedNBAGame, at time: Double, _ replay: inout ReplayedGame) throws {
    let body = replay.state.document == .boxScore ? game.boxscore(at: time) : game.playByPlay(at: time)
    // A file that is not there yet.
    guard let body else {
      replay.state = replay.league.missed(replay.state, of: GameID(league: .nba, gamePk: game.number)) ?? replay.state
      return
    }
    try replay.take(body, at: Timestamp(milliseconds: Int64(time * 1000)))
  }
}

/// Numbers that depend on the seed alone. Source: Knuth's linear congruential generator, MMIX.
private struct Dice {
  var state: UInt64

  mutating func number(below limit: UInt64) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % limit)
  }
}
