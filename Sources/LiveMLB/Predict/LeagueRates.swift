/// The rates of a whole league, towards which those of players with few plate appearances are drawn: the present season,
/// and 0.3 of the one before.
struct LeagueRates: Equatable, Sendable {
  /// Each for a plate appearance.
  var strikeouts: Double
  var walks: Double
  var homeRuns: Double
  /// Hits for a ball in play.
  var hitsInPlay: Double
  var wOBA: Double
  /// The mean runs of a team in the first five innings.
  var firstFive: Double

  /// The rates of 2024, for a league without statistics.
  static let usual = LeagueRates(
    strikeouts: 0.226, walks: 0.090, homeRuns: 0.030, hitsInPlay: 0.288, wOBA: 0.310, firstFive: 2.48)

  /// The share of a game's runs that falls into the first five innings.
  private static let firstFiveShare = 0.565
  /// Games of a team for which the mean of the season before counts.
  private static let gamesBefore = 400.0
  /// Means outside are no baseball, and come from an answer that means something else.
  private static let means = 1.5...4.0

  private init(
    strikeouts: Double, walks: Double, homeRuns: Double, hitsInPlay: Double, wOBA: Double, firstFive: Double
  ) {
    (self.strikeouts, self.walks, self.homeRuns) = (strikeouts, walks, homeRuns)
    (self.hitsInPlay, self.wOBA, self.firstFive) = (hitsInPlay, wOBA, firstFive)
  }

  /// Computes the rates from the sums over all teams' batters, of the present season and of the one before; nil of a
  /// season without statistics.
  init(present: [String: Int]?, before: [String: Int]?) {
    var both = WeightedCounts(present ?? [:])
    both.add(before ?? [:], weight: 0.3)
    let (all, usual) = (both[.plateAppearances], Self.usual)
    func rate(_ count: Double, _ divisor: Double, else usual: Double) -> Double {
      divisor > 0 ? count / divisor : usual
    }
    strikeouts = rate(both[.strikeOuts], all, else: usual.strikeouts)
    walks = rate(both.unintentionalWalks + both.hitBatters, all, else: usual.walks)
    homeRuns = rate(both[.homeRuns], all, else: usual.homeRuns)
    hitsInPlay = rate(both.hitsInPlay, both.ballsInPlay(of: all), else: usual.hitsInPlay)
    wOBA = rate(both.onBaseValue, both.onBaseChances, else: usual.wOBA)
    let last = Self.mean(WeightedCounts(before ?? [:])) ?? usual.firstFive
    let now = WeightedCounts(present ?? [:])
    let games = Self.mean(now) == nil ? 0 : now[.gamesPlayed]
    firstFive =
      (games * (Self.mean(now) ?? 0) + Self.gamesBefore * last) / (games + Self.gamesBefore)
  }

  /// Returns the mean runs in the first five innings of one season; nil without games.
  private static func mean(_ counts: WeightedCounts) -> Double? {
    guard counts[.gamesPlayed] > 0 else { return nil }
    let mean = firstFiveShare * counts[.runs] / counts[.gamesPlayed]
    return means.contains(mean) ? mean : nil
  }
}
