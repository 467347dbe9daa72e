/// Counts of a player in several seasons, by StatsAPI's names. Older seasons weigh less.
struct WeightedCounts: Equatable, Sendable {
  private var values: [Name: Double] = [:]

  /// A count that predictions use.
  enum Name: String, CaseIterable, Sendable {
    case plateAppearances, battersFaced, gamesPlayed, gamesStarted, runs, hits, doubles, triples, homeRuns
    case baseOnBalls, intentionalWalks, hitByPitch, hitBatsmen, strikeOuts, sacBunts
  }

  /// The weights of a season, of the one before and of the one before that.
  static let weights = [1, 0.7, 0.45]

  /// Takes the counts of one season.
  init(_ counts: [String: Int] = [:]) { add(counts, weight: 1) }

  subscript(name: Name) -> Double { values[name] ?? 0 }

  /// Adds the counts of a season.
  mutating func add(_ counts: [String: Int], weight: Double) {
    for name in Name.allCases {
      guard let count = counts[name.rawValue] else { continue }
      values[name, default: 0] += weight * Double(count)
    }
  }

  /// Walks without intentional ones.
  var unintentionalWalks: Double { max(self[.baseOnBalls] - self[.intentionalWalks], 0) }

  /// Batters that the pitcher hit; the same of a batter who was hit. StatsAPI has two names for it.
  var hitBatters: Double { max(self[.hitByPitch], self[.hitBatsmen]) }

  /// Batters who put the ball in play, out of this many batters.
  func ballsInPlay(of batters: Double) -> Double {
    max(batters - self[.homeRuns] - self[.baseOnBalls] - hitBatters - self[.strikeOuts], 0)
  }

  /// Hits on balls in play.
  var hitsInPlay: Double { max(self[.hits] - self[.homeRuns], 0) }

  /// The sum of wOBA's weights of what a batter did.
  var onBaseValue: Double {
    let singles = max(hitsInPlay - self[.doubles] - self[.triples], 0)
    return 0.69 * unintentionalWalks + 0.72 * hitBatters + 0.88 * singles + 1.25 * self[.doubles]
      + 1.58 * self[.triples] + 2.03 * self[.homeRuns]
  }

  /// The plate appearances that wOBA counts.
  var onBaseChances: Double { max(self[.plateAppearances] - self[.intentionalWalks] - self[.sacBunts], 0) }
}
