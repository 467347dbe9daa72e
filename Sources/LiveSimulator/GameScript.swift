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

/// Rare features of a game, chosen by the seed. Most games have none.
struct Flavour: Sendable {
  /// The side whose pitchers allow nothing: 0 away, 1 home.
  var dominant: Int?
  /// Whether they allow not even a walk.
  var isPerfect = false
  /// The last inning in which they do.
  var lasts = Int.max
  /// Three strikeouts on nine pitches.
  var immaculate: (inning: Int, isTop: Bool)?
  /// A batter who hits for the cycle: his side, his place in the order, and what he hits, in order.
  var cycle: (side: Int, place: Int, hits: [Outcome])?

  static let plain = Flavour()

  init() {}

  init(using dice: inout SplitMix64) {
    switch dice.number(in: 0...599) {
    case 0..<4: (dominant, isPerfect) = (dice.number(in: 0...1), true)
    case 4..<10: dominant = dice.number(in: 0...1)
    case 10..<22:
      (dominant, lasts) = (dice.number(in: 0...1), dice.number(in: 5...8))
      isPerfect = dice.chance(0.4)
    case 22..<28: immaculate = (dice.number(in: 1...7), dice.chance(0.5))
    case 28..<36:
      let hits = [Outcome.single, .double, .triple, .homeRun].shuffled(using: &dice)
      cycle = (dice.number(in: 0...1), dice.number(in: 0...4), hits)
    default: break
    }
  }
}
