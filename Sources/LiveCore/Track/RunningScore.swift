/// The score as it grows along the play log, and what each step of it means.
struct RunningScore: Sendable {
  private(set) var score = Score.zero
  /// The side that led last, also across a tie.
  private var lastLeader: Side?

  /// One step: the runs it brought and the tags they earn.
  struct Step: Equatable, Sendable {
    var runs: Int
    var tags: [Tag]
  }

  /// Takes the score that the feed states after a plate appearance or an action; nil changes nothing. `flagged` says
  /// that the feed calls it a scoring play, which it does not for every one. From inning `endsAGameFrom` on, a home
  /// lead that the last play of the log takes ends the game; it is nil for a play that others follow.
  mutating func step(to stated: Score?, flagged: Bool, in half: HalfInning, endsAGameFrom inning: Int?) -> Step {
    let before = score
    let after = stated ?? before
    let runs = after.away &+ after.home &- before.away &- before.home
    guard runs != 0 || after != before || flagged else { return Step(runs: 0, tags: []) }
    score = after
    var tags = [Tag.scoring]
    guard runs != 0 else { return Step(runs: runs, tags: tags) }
    if after.leader == nil, before.leader != nil { tags.append(.tie) }
    if let leader = after.leader {
      if leader == half.batting, before.leader != leader { tags.append(.goAhead) }
      if let last = lastLeader, last != leader { tags.append(.leadChange) }
      lastLeader = leader
      let endsTheGame = leader == .home && half.batting == .home && inning.map { half.number >= $0 } ?? false
      if endsTheGame, before.leader != .home { tags.append(.walkOff) }
    }
    return Step(runs: runs, tags: tags)
  }
}
