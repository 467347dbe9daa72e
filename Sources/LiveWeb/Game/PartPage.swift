internal import LiveModel

/// All plays of one half-inning or period, for the template `game/part-page`.
struct PartPage: Sendable {
  var gameNumber: Int
  /// `Top of the 8th`, `3rd quarter`.
  var heading: String
  var matchup: String
  /// `Half-innings`, `Periods`.
  var kind: String
  var parts: [PartPlays]
  /// The parts before and after, if they have plays.
  var earlier, later: Link?

  struct Link: Sendable {
    /// `7-bottom`, `2`.
    var path: String
    var label: String
  }

  /// Nil for a part without plays.
  init?(_ game: ViewedGame, _ name: String) {
    let all = game.playParts
    guard let index = all.firstIndex(where: { $0.part.name == name }) else { return nil }
    gameNumber = game.game.gamePk
    heading = all[index].part.title
    matchup = "\(game.name(.away)) at \(game.name(.home))"
    kind = game.isBasketball ? "Periods" : "Half-innings"
    parts = [PartPlays(all[index], of: game)]
    later = index > 0 ? Link(all[index - 1].part) : nil
    earlier = index + 1 < all.count ? Link(all[index + 1].part) : nil
  }
}

extension PartPage.Link {
  init(_ part: GamePart) { (path, label) = (part.name, part.title) }
}
