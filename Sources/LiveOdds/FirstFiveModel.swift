internal import Glibc

/// The model of the runs of one team in the first five innings. Its numbers were fitted on Retrosheet's games.
package struct FirstFiveModel: Equatable, Sendable {
  private let constant: Double
  /// In the order of `terms`.
  private let weights: [Double]
  private let dispersion: (base: Double, power: Double)

  /// Fitted on 2010 to 2019, for predictions.
  package static let current = FirstFiveModel(
    constant: -0.0767,
    weights: [-2.6689, 2.2485, 6.0277, 3.4582, -0.0226, 0.1711, 6.1517, 0.0408, 0.1029, 0.817, 0.0342, 0.0158],
    dispersion: (0.4954, -0.6298))

  /// Fitted on 2010 to 2016, for tests on later games.
  package static let heldOut = FirstFiveModel(
    constant: -0.0624,
    weights: [-2.5887, 2.48, 5.8332, 4.6879, -0.0358, 0.1172, 5.7619, 0.0401, 0.106, 0.865, 0.0361, 0.0186],
    dispersion: (0.4923, -0.6554))

  /// Returns the runs as chances.
  package func runs(_ factors: FirstFiveFactors) -> RunDistribution {
    let sum = zip(weights, Self.terms(of: factors)).reduce(constant) { $0 + $1.0 * $1.1 }
    return distribution(mean: factors.leagueMean * exp(sum))
  }

  /// Returns the distribution with a mean. Low means are spread more widely.
  package func distribution(mean: Double) -> RunDistribution {
    RunDistribution(mean: mean, dispersion: dispersion.base * pow(mean / 2.5, dispersion.power))
  }

  /// Returns the home team's chance to win the game.
  package static func homeChance(home: RunDistribution, away: RunDistribution) -> Double {
    Logit.chance(-0.015 + 1.548 * log(home.mean / away.mean))
  }

  private static func terms(of factors: FirstFiveFactors) -> [Double] {
    [
      factors.strikeouts, factors.walks, factors.homeRuns, factors.hitsInPlay, (factors.battersFaced - 22.5) / 5,
      1 - factors.experience, factors.lineup, factors.oppositeHand - 0.55, factors.batsAtHome ? 1 : 0, factors.park,
      (factors.temperature - 72) / 10, factors.windOut / 10,
    ]
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.constant == right.constant && left.weights == right.weights && left.dispersion == right.dispersion
  }
}
