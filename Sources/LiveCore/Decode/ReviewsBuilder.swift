/// Collects one `reviewDetails`: its own review, and those added to it.
struct ReviewsBuilder: Sendable {
  static let maximumAdded = 20

  var main = ReviewBuilder()
  var added = ReviewBuilder()
  private var more: [Review] = []

  var list: [Review] { [main.review] + more }

  mutating func beginAdded() { added = ReviewBuilder() }

  mutating func endAdded() { more.append(added.review) }
}

/// Collects one review.
struct ReviewBuilder: Sendable {
  var reviewType = ""
  var isOverturned = false
  var inProgress = false
  var challengeTeam: Int?
  var player: Person?

  var review: Review {
    Review(
      reviewType: reviewType, isOverturned: isOverturned, inProgress: inProgress, challengeTeam: challengeTeam,
      player: player)
  }
}
