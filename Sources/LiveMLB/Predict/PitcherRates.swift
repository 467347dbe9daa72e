/// The rates of a starting pitcher, drawn towards those of the league. With no batter faced they are the league's.
struct PitcherRates: Equatable, Sendable {
  /// The difference from the league, for a batter faced.
  let strikeouts: Double
  let walks: Double
  let homeRuns: Double
  /// The difference from the league, for a ball in play.
  let hitsInPlay: Double
  /// Batters faced in a start.
  let battersFaced: Double
  /// Batters faced in three seasons, divided by themselves plus 200.
  let experience: Double

  /// Batters of a league's rates that are added to a pitcher's own: the rarer an event, the more.
  private static let ballast = (strikeouts: 70.0, walks: 170.0, homeRuns: 600.0, hitsInPlay: 1500.0, experience: 200.0)
  /// Starts of an average length that are added to a pitcher's own.
  private static let startsAdded = 4.0
  private static let usualStart = 22.5

  /// Computes the rates of a pitcher; nil is one of whom nothing is known.
  init(_ pitcher: PredictionPlayer?, _ league: LeagueRates) {
    let counts = pitcher?.pitching ?? WeightedCounts()
    let battersInStarts = pitcher?.battersInStarts ?? 0
    let faced = counts[.battersFaced]
    func difference(_ count: Double, of chances: Double, _ ballast: Double, _ rate: Double) -> Double {
      (count + ballast * rate) / (chances + ballast) - rate
    }
    strikeouts = difference(counts[.strikeOuts], of: faced, Self.ballast.strikeouts, league.strikeouts)
    walks = difference(counts.unintentionalWalks + counts.hitBatters, of: faced, Self.ballast.walks, league.walks)
    homeRuns = difference(counts[.homeRuns], of: faced, Self.ballast.homeRuns, league.homeRuns)
    hitsInPlay = difference(
      counts.hitsInPlay, of: counts.ballsInPlay(of: faced), Self.ballast.hitsInPlay, league.hitsInPlay)
    battersFaced =
      (battersInStarts + Self.startsAdded * Self.usualStart) / (counts[.gamesStarted] + Self.startsAdded)
    experience = faced / (faced + Self.ballast.experience)
  }
}
