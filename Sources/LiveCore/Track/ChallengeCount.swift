/// Says of each ABS challenge what its side had left after it. The feed gives only today's number: the failed ones that
/// came later are added back. A challenge that succeeds is kept.
struct ChallengeCount: Sendable {
  private let teams: Sides<Int>
  private var left: Sides<Int?>

  init(_ snapshot: GameSnapshot) {
    teams = Sides(away: snapshot.info.away.id, home: snapshot.info.home.id)
    left = snapshot.absChallengesLeft
    for play in snapshot.plays {
      for review in play.actions.flatMap(\.reviews) + play.reviews where isFailed(review) { add(1, for: review) }
    }
  }

  /// The reviews of one play or action, in the order of the play log.
  mutating func take(_ reviews: [Review]) -> [EventReview] {
    reviews.map { review in
      if isFailed(review) { add(-1, for: review) }
      let side = side(of: review)
      return EventReview(
        reviewType: review.reviewType, overturned: review.isOverturned, side: side, player: review.player,
        remaining: review.isABSChallenge ? side.flatMap { left[$0] } : nil)
    }
  }

  private func isFailed(_ review: Review) -> Bool {
    review.isABSChallenge && !review.isOverturned && !review.inProgress
  }

  private mutating func add(_ number: Int, for review: Review) {
    guard let side = side(of: review), let count = left[side] else { return }
    left[side] = count &+ number
  }

  private func side(of review: Review) -> Side? {
    review.challengeTeam == teams.away ? .away : review.challengeTeam == teams.home ? .home : nil
  }
}
