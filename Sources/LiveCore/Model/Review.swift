/// A call that is looked at again: `reviewDetails` of a play, a pitch or an action.
struct Review: Equatable, Sendable {
  /// `MF`, `NH` …; `MJ` is a challenge of a pitch's call to the automated ball-strike system.
  var reviewType: String
  var isOverturned: Bool
  /// Not decided yet.
  var inProgress: Bool
  /// The challenging club; nil for the umpires' own.
  var challengeTeam: Int?
  /// Who challenged a pitch.
  var player: Person?

  var isABSChallenge: Bool { reviewType == "MJ" }
}
