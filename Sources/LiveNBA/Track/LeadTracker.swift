internal import LiveModel

/// The score along the play-by-play, and what a basket means for it.
struct LeadTracker: Sendable {
  private(set) var score = Score.zero
  /// The points of the actions, to compare with the score that the feed states.
  private(set) var counted = Score.zero
  /// The side that led last; nil as long as nobody has.
  private var lastLeader: Side?

  /// Advances to the score after an action, and returns the tags of a basket or free throw.
  mutating func step(to next: Score?, points: Int, by side: Side?, clock: GameClock?, period: Int) -> [Tag] {
    let before = score
    if points > 0, let side {
      if side == .home { counted.home += points } else { counted.away += points }
    }
    score = next ?? (points > 0 ? before.adding(points, to: side) : before)
    guard points > 0 else { return [] }
    let (was, now) = (before.away - before.home, score.away - score.home)
    var tags: [Tag] = [.scoring]
    if now == 0, was != 0 { tags.append(.tie) }
    if let side, score.leader == side, side == .away ? was <= 0 : was >= 0 { tags.append(.goAhead) }
    if let leader = score.leader, let lastLeader, leader != lastLeader { tags.append(.leadChange) }
    lastLeader = score.leader ?? lastLeader
    if Self.isClutch(before, clock, period: period) { tags.append(.clutch) }
    return tags
  }

  /// The league's definition of clutch time: the last five minutes of the 4th quarter or of an overtime, with at most
  /// five points between the sides.
  static func isClutch(_ score: Score, _ clock: GameClock?, period: Int) -> Bool {
    period >= 4 && (clock.map { $0 <= .fiveMinutes } ?? false) && abs(score.away - score.home) <= 5
  }
}

extension Score {
  fileprivate func adding(_ points: Int, to side: Side?) -> Score {
    switch side {
    case .away: Score(away: away + points, home: home)
    case .home: Score(away: away, home: home + points)
    case nil: self
    }
  }
}
