/// A look at the screen that stopped a game.
struct PlayReview: Sendable {
  /// `reviewType`, and the status code while it lasts: `MF` a manager's challenge of a close play at first.
  var type: String
  var isOverturned: Bool
  /// The club that asked; nil for the umpires.
  var club: Club?
  /// Seconds since 1970.
  var begin = 0.0
  var end = 0.0

  /// Source: StatsAPI's `gameStatus`.
  private static let reasons = [
    "A": "Tag play", "C": "Force play", "F": "Close play at 1st", "H": "Home run", "I": "Hit by pitch",
  ]

  var status: SimulatedStatus {
    SimulatedStatus(
      abstract: "Live", code: type, detailed: type.hasPrefix("M") ? "Manager challenge" : "Umpire review",
      reason: Self.reasons[String(type.suffix(1))])
  }

  /// `reviewDetails` of the play at a second.
  func json(at time: Double) -> JSON {
    let details: JSON = [
      "isOverturned": .bool(isOverturned && time >= end), "inProgress": .bool(time < end), "reviewType": .string(type),
    ]
    return club.map { details.adding([("challengeTeamId", .number($0.id))]) } ?? details
  }
}
