/// Something that the play-by-play first shows wrongly, late or for a while only. Its final content is right.
public struct NBACorrection: Hashable, Sendable {
  /// The kind of fault.
  public enum Kind: String, CaseIterable, Sendable {
    /// A basket without its assist, which comes with the edit.
    case assistAdded
    /// An action of another player of the club.
    case otherPlayer
    /// A basket with the other value: two points for three, or three for two.
    case otherValue
    /// A made shot that is shown as a miss.
    case missedToMade
    /// A missed shot that is shown as made; the points are taken off later.
    case madeToMissed
    /// A personal foul that is shown as an offensive one.
    case offensiveToPersonal
    /// An offensive rebound that is shown as a defensive one, or the reverse.
    case reboundSide
    /// An action that did not happen. Its number is used up.
    case removed
    /// An action that is entered after later ones, with a higher number and a place in the middle of the list.
    case lateEntry
    /// An action that gets another number in one answer, with equal content.
    case renumbered
    /// An assist or a player that changes after the end of the game.
    case afterEnd
  }

  /// The kind of fault.
  public let kind: Kind
  /// The final `actionNumber`; for `removed` the number that is gone.
  public let action: Int
  /// When the fault begins to be seen, in seconds since 1970; for `lateEntry` when the action happened.
  public let since: Double
  /// When the fault ends.
  public let time: Double
}

/// Permanent faults of a game's feed.
public enum NBAAnomaly: String, CaseIterable, Sendable {
  /// Members that no fact depends on have a wrong type or an absurd number.
  case mistyped
  /// `orderNumber` follows another scheme, and `timeActual` has three digits of a second, as from 2026-27 on.
  case newNumbering
  /// An action of the type `memo`, which says nothing.
  case memo
  /// `timeActual` goes back along the list, by up to 45 seconds.
  case timeGoesBack

  private var share: Double {
    switch self {
    case .mistyped: 0.08
    case .newNumbering: 0.15
    case .memo: 0.05
    case .timeGoesBack: 0.7
    }
  }

  static func drawn(using dice: inout SplitMix64) -> Set<NBAAnomaly> {
    Set(allCases.filter { dice.chance($0.share) })
  }
}

/// The effects of a building, the league and the feed on a game.
public enum NBACourse: String, CaseIterable, Sendable {
  /// The game begins some minutes after its announced time and is played to its end.
  case plain
  /// The tip comes 20 to 60 minutes later than usual; the announcement does not change.
  case delayedStart
  /// The game is called off before it begins, with the text `PPD`, and played days later under the same gameId.
  case postponed
  /// The files stop changing for minutes while the game goes on.
  case held
  /// The game goes to over time.
  case overtime

  static func drawn(using dice: inout SplitMix64) -> NBACourse {
    allCases[dice.index(weights: [0.85, 0.04, 0.03, 0.05, 0.03])]
  }

  /// A course without another day.
  static func drawnForOneDay(using dice: inout SplitMix64) -> NBACourse {
    let course = drawn(using: &dice)
    return course == .postponed ? .plain : course
  }
}
