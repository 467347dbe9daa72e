internal import Glibc

/// A number of runs as chances: the negative binomial distribution, which has a longer tail than Poisson's, as runs do.
package struct RunDistribution: Equatable, Sendable {
  /// The mean, above 0.
  package let mean: Double
  /// The variance is `mean + dispersion * mean * mean`.
  let dispersion: Double

  /// Creates a distribution. Means outside 0.1 to 20 are taken as these.
  init(mean: Double, dispersion: Double) {
    (self.mean, self.dispersion) = (min(max(mean, 0.1), 20), dispersion)
  }

  /// Returns the chance of a number of runs.
  package func chance(of runs: Int) -> Double {
    guard runs >= 0 else { return 0 }
    let (size, count) = (1 / dispersion, Double(runs))
    let ways = lgamma(count + size) - lgamma(size) - lgamma(count + 1)
    return exp(ways + size * log(size / (size + mean)) + count * log(mean / (size + mean)))
  }

  /// Returns the chance of at most so many runs.
  package func chance(ofAtMost runs: Int) -> Double { (0...max(runs, 0)).reduce(0) { $0 + chance(of: $1) } }

  /// The smallest number of runs that is exceeded in at most half of the cases.
  package var median: Int { (0...60).first { chance(ofAtMost: $0) >= 0.5 } ?? 60 }
}
