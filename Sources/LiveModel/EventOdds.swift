/// The chances around an event: members `winExpectancy` and `leverage` of its data.
package struct EventOdds: Equatable, Sendable {
  /// The home team's chance to win just before the event, from 0 to 1 in steps of 0.0001.
  package let before: Double
  /// The same just after it.
  package let after: Double
  /// The leverage index of the state in which the event began, in steps of 0.01; 0 at the end of a half-inning and of the
  /// game, where nothing is played.
  package let leverage: Double

  /// Creates rounded values.
  package init(before: Double, after: Double, leverage: Double = 0) {
    (self.before, self.after) = (before.rounded(toSteps: 10_000), after.rounded(toSteps: 10_000))
    self.leverage = leverage.rounded(toSteps: 100)
  }

  /// The member `winExpectancy`.
  struct Expectancy: Codable {
    var before: Double
    var after: Double
  }

  var expectancy: Expectancy { Expectancy(before: before, after: after) }

  /// How much the event moved the game, in steps of 0.0001: positive for the home team.
  package var swing: Double { (after - before).rounded(toSteps: 10_000) }
}
