/// A call that was looked at again; the play shows what came of it.
struct Review: Sendable {
  /// As `MF`; `MJ` for a pitch.
  var type: String
  var isOverturned: Bool
  /// The club that challenged; nil for an umpires' review.
  var club: Club?
  /// The player who challenged a pitch.
  var player: Player?
  var additional: [Review] = []

  /// It and those that belong to it.
  var all: [Review] { [self] + additional }

  /// The reviewed question, in words.
  var question: String {
    switch type {
    case "MA": "tag play"
    case "MF": "play at 1st"
    case "MC": "force play"
    case "MD": "catch or drop in the outfield"
    case "MI": "hit by pitch"
    case "MP": "home-plate collision"
    case "MJ": "pitch result"
    case "ME": "slide interference"
    case "NH": "home run"
    default: "call"
    }
  }

  var json: JSON {
    var members: [(String, JSON)] = [
      ("isOverturned", .bool(isOverturned)), ("inProgress", false), ("reviewType", .string(type)),
    ]
    if let club { members.append(("challengeTeamId", .number(club.id))) }
    if let player { members.append(("player", player.json)) }
    if !additional.isEmpty { members.append(("additionalReviews", .array(additional.map(\.json)))) }
    return .object(members)
  }
}

/// A look at the screen that stopped a game, and while it lasts, how the play is shown.
struct PlayReview: Sendable {
  let review: Review
  /// Seconds since 1970.
  var begin = 0.0
  var end = 0.0

  /// Source: StatsAPI's `gameStatus`, by the second letter of the review's type.
  private static let reasons = [
    "A": "Tag play", "C": "Force play", "D": "Catch/drop in outfield", "E": "Slide interference",
    "F": "Close play at 1st", "H": "Home run", "I": "Hit by pitch", "P": "Home-plate collision",
  ]

  /// Of the game while it lasts.
  var status: SimulatedStatus {
    SimulatedStatus(
      abstract: "Live", code: review.type, detailed: review.type.hasPrefix("M") ? "Manager challenge" : "Umpire review",
      reason: Self.reasons[String(review.type.suffix(1))])
  }

  /// The play while nobody knows yet what comes of it.
  func applied(to document: JSON) -> JSON {
    var pending = review
    pending.isOverturned = false
    let shown = document.merging([("reviewDetails", pending.json.merging([("inProgress", true)]))])
    return shown.changing("result") { result in
      guard case .string(let text)? = result["description"] else { return result }
      let parts = text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].contains("call on the field") else { return result }
      return result.merging([("description", .string(String(parts[1].dropFirst())))])
    }
  }
}
