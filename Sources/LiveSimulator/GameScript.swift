/// A whole game, played from a seed, by the rules, before anybody watches it.
struct GameScript: Sendable {
  let away: Roster
  let home: Roster
  let scheduledInnings: Int
  let plays: [ScriptedPlay]

  /// - Parameters:
  ///   - away: the visitors, who bat first.
  ///   - home: the home side.
  ///   - firstPitch: when the first plate appearance begins, in seconds since 1970.
  ///   - seed: decides all that happens.
  ///   - scheduledInnings: 9, or 7.
  ///   - lasts: the inning before which it is not decided; nil lets it end when it ends.
  ///   - placesRunner: whether extra innings begin with a runner on second, as they do outside the postseason.
  init(
    away: Roster, home: Roster, firstPitch: Double, seed: UInt64, scheduledInnings: Int = 9, lasts: Int? = nil,
    placesRunner: Bool = true
  ) {
    (self.away, self.home, self.scheduledInnings) = (away, home, scheduledInnings)
    var game = GameInPlay(
      away: away, home: home, firstPitch: firstPitch, seed: seed, scheduledInnings: scheduledInnings,
      placesRunner: placesRunner)
    plays = game.played(until: lasts ?? 0)
  }
}
