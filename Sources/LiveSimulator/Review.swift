/// A call that was looked at again; the play shows what came of it.
struct Review: Sendable {
  /// As `MF`; `MJ` for a pitch.
  var type: String
  var isOverturned: Bool
  /// Whose challenge it was; nil for the umpires' own.
  var club: Club?
  /// Who challenged a pitch.
  var player: Player?
  var additional: [Review] = []

  /// It and those that belong to it.
  var all: [Review] { [self] + additional }

  /// What was in question.
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
