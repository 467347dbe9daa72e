internal import LiveMLB
internal import LiveModel

/// All plays of one half-inning, for the template `game/half-page`.
struct HalfInningPage: Sendable {
  var gameNumber: Int
  /// `Top of the 8th`.
  var heading: String
  var matchup: String
  var halves: [HalfInningPlays]
  /// The half-innings before and after, if they have plays.
  var earlier, later: Link?

  struct Link: Sendable {
    /// `7-bottom`.
    var path: String
    var label: String
  }

  /// Nil for a half-inning without plays.
  init?(_ game: ViewedGame, _ name: String) {
    let all = game.halves
    guard let index = all.firstIndex(where: { $0.inning.description == name }) else { return nil }
    gameNumber = game.game.gamePk
    heading = Self.words(all[index].inning)
    matchup = "\(game.name(.away)) at \(game.name(.home))"
    halves = [HalfInningPlays(all[index], of: game)]
    later = index > 0 ? Link(all[index - 1].inning) : nil
    earlier = index + 1 < all.count ? Link(all[index + 1].inning) : nil
  }

  fileprivate static func words(_ inning: HalfInning) -> String {
    "\(inning.half == .top ? "Top" : "Bottom") of the \(Ordinal.text(of: inning.number))"
  }
}

extension HalfInningPage.Link {
  fileprivate init(_ inning: HalfInning) {
    (path, label) = (inning.description, HalfInningPage.words(inning))
  }
}
