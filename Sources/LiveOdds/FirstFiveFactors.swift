/// The knowledge before a game about the runs of one team in the first five innings: the starting pitcher of the other
/// team, the lineup, the park and the weather. Rates of players with few plate appearances are drawn towards the league's
/// by whoever fills the members, so that no pitcher is unknown.
package struct FirstFiveFactors: Equatable, Sendable {
  /// The mean runs of a team in five innings of this league and season.
  package var leagueMean: Double
  /// The pitcher's rates per batter faced, less those of the league: strikeouts; walks and hit batters; home runs.
  package var strikeouts = 0.0
  package var walks = 0.0
  package var homeRuns = 0.0
  /// The pitcher's hits on balls in play per ball in play, less those of the league.
  package var hitsInPlay = 0.0
  /// Batters whom the pitcher faces in a start.
  package var battersFaced = 22.5
  /// How much is known of the pitcher: batters faced in three seasons, divided by themselves plus 200.
  package var experience = 0.0
  /// The lineup's wOBA less that of the league, weighted by the times at bat of each place.
  package var lineup = 0.0
  /// The share of the lineup that bats from the side opposite to the pitcher's hand.
  package var oppositeHand = 0.55
  package var batsAtHome: Bool
  /// The logarithm of the park's factor.
  package var park = 0.0
  /// Degrees Fahrenheit; 72 in a dome.
  package var temperature = 72.0
  /// Miles an hour towards the outfield; negative towards home plate, 0 across and in a dome.
  package var windOut = 0.0

  /// Creates the factors of an average team and pitcher.
  package init(leagueMean: Double, batsAtHome: Bool) { (self.leagueMean, self.batsAtHome) = (leagueMean, batsAtHome) }
}
