import Testing

@testable import LiveOdds

@Suite struct FirstFiveTests {
  private static let average = FirstFiveFactors(leagueMean: 2.45, batsAtHome: false)

  private func mean(_ change: (inout FirstFiveFactors) -> Void) -> Double {
    var factors = Self.average
    change(&factors)
    return FirstFiveModel.current.runs(factors).mean
  }

  @Test func eachFactorPointsItsWay() {
    let usual = mean { _ in }
    #expect(
      mean { $0.strikeouts = 0.1 } < usual && mean { $0.walks = 0.05 } > usual && mean { $0.homeRuns = 0.02 } > usual)
    #expect(
      mean { $0.hitsInPlay = 0.02 } > usual && mean { $0.lineup = 0.02 } > usual && mean { $0.park = 0.2 } > usual)
    #expect(
      mean { $0.temperature = 92 } > usual && mean { $0.windOut = -15 } < usual && mean { $0.batsAtHome = true } > usual
    )
    // A pitcher of whom little is known allows more.
    #expect(mean { $0.experience = 0.9 } < usual && mean { $0.battersFaced = 27 } < usual)
  }

  /// One row of the held-out games: the other team's starter, lineup, park and weather of a game of 2018.
  @Test func aGameHasTheMeanOfTheFit() {
    var factors = FirstFiveFactors(leagueMean: 2.6899, batsAtHome: true)
    (factors.strikeouts, factors.walks, factors.homeRuns, factors.hitsInPlay) = (0.0315, -0.00521, -0.0049, 0.00544)
    (factors.battersFaced, factors.experience) = (23.61, 0.763)
    (factors.lineup, factors.oppositeHand, factors.park) = (-0.01346, 0.56, 0.106)
    factors.temperature = 82
    #expect(abs(FirstFiveModel.heldOut.runs(factors).mean - 2.7348) < 0.001)
  }

  @Test(arguments: [0.5, 1.5, 2.45, 4.9]) func runsAreADistribution(mean: Double) {
    let runs = FirstFiveModel.current.distribution(mean: mean)
    let chances = (0...120).map { runs.chance(of: $0) }
    #expect(abs(chances.reduce(0, +) - 1) < 1e-6 && runs.chance(of: -1) == 0)
    #expect(abs(chances.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element } - mean) < 1e-4)
    #expect(
      runs.chance(ofAtMost: runs.median) >= 0.5 && (runs.median == 0 || runs.chance(ofAtMost: runs.median - 1) < 0.5))
  }

  @Test func extremeFactorsAreBounded() {
    let runs = FirstFiveModel.current.runs(FirstFiveFactors(leagueMean: 1e9, batsAtHome: true))
    #expect(runs.mean == 20 && runs.chance(of: 5).isFinite)
    #expect(mean { $0.strikeouts = 1000 } == 0.1)
  }

  @Test func equalTeamsAreWonAtHomeABitLessThanHalf() {
    let runs = FirstFiveModel.current.distribution(mean: 2.45)
    #expect(abs(FirstFiveModel.homeChance(home: runs, away: runs) - 0.496) < 0.001)
    let more = FirstFiveModel.current.distribution(mean: 3)
    #expect(FirstFiveModel.homeChance(home: more, away: runs) > 0.55)
  }
}
