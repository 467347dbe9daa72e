/// How much better than the league a batting order is, and how many of its batters stand on the side opposite to the
/// pitcher's hand.
struct LineupStrength: Equatable, Sendable {
  /// The wOBA less that of the league, weighted by the plate appearances of each place.
  let wOBA: Double
  /// A share from 0 to 1, weighted in the same way.
  let oppositeHand: Double

  /// The plate appearances of each place in five innings, from the first to the ninth.
  private static let places = (0..<9).map { 2.78 - 0.0975 * Double($0) }
  /// Plate appearances of a batter somewhat below the league that are added to each one's own.
  private static let ballast = 200.0
  private static let unknownBatter = -0.012
  /// The share of a league's batters, for a batter or a pitcher whose side is not known.
  private static let usualShare = 0.55

  /// Computes the strength of nine batters in their order, against a pitcher.
  init(_ batters: [PredictionPlayer?], against pitcher: PredictionPlayer?, _ league: LeagueRates) {
    var (strength, opposite, weights) = (0.0, 0.0, 0.0)
    for (batter, weight) in zip(batters, Self.places) {
      strength += weight * Self.wOBA(of: batter, league)
      opposite += weight * Self.opposite(batter, pitcher)
      weights += weight
    }
    wOBA = weights > 0 ? strength / weights : 0
    oppositeHand = weights > 0 ? opposite / weights : Self.usualShare
  }

  private static func wOBA(of batter: PredictionPlayer?, _ league: LeagueRates) -> Double {
    let counts = batter?.batting ?? WeightedCounts()
    let towards = league.wOBA + unknownBatter
    return (counts.onBaseValue + ballast * towards) / (counts.onBaseChances + ballast) - league.wOBA
  }

  private static func opposite(_ batter: PredictionPlayer?, _ pitcher: PredictionPlayer?) -> Double {
    guard let side = batter?.batSide, let hand = pitcher?.pitchHand else { return usualShare }
    return side == "S" || side != hand ? 1 : 0
  }
}
