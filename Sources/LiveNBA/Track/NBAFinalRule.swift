internal import LiveModel

/// The rule that decides when a game is final.
enum NBAFinalRule {
  /// The decision about a game's end.
  enum Verdict: Sendable {
    case notYet
    /// The game's end is listed, and the points of the actions add up to the score.
    case certain
    /// The two have disagreed for too long. The final carries the stated score and the tag `unconfirmed`.
    case unconfirmed
  }

  /// The longest time after the end in which the feed brings the actions and the score into agreement.
  static let maxWait: Duration = .seconds(300)

  /// Returns whether the play-by-play lists the game's end.
  static func isOver(_ actions: [NBAAction]) -> Bool { actions.last?.isGameEnd ?? false }

  /// Returns whether the points of the actions add up to the score of the last one, which is not level.
  static func agrees(_ actions: [NBAAction], _ info: NBAGameInfo) -> Bool {
    var sum = Score.zero
    for action in actions where action.points > 0 {
      switch info.side(of: action.teamID) {
      case .home: sum.home += action.points
      case .away: sum.away += action.points
      case nil: return false
      }
    }
    return actions.last?.score == sum && sum.leader != nil
  }
}

/// How long a game is polled after its end, and when.
///
/// Corrections arrive up to 98 minutes after the end, and the file is written once more after 123.
enum AfterEnd {
  /// Looks again, counted from the end.
  static let looks: [Duration] = [.seconds(15 * 60), .seconds(60 * 60), .seconds(125 * 60)]
  /// The interval until the first of them.
  static let often: Duration = .seconds(60)
  /// The time after which the game needs no further poll, by the run's clock.
  static let span: Duration = .seconds(126 * 60)
  /// The age of a revision that is the file's last, by the feed's clock.
  static let lastRevision: Duration = .seconds(121 * 60)

  /// Returns the wait until the next look, `passed` after the end.
  static func wait(after passed: Duration) -> Duration {
    if passed < looks[0] { return often }
    return looks.first { $0 > passed }.map { $0 - passed } ?? often
  }
}
