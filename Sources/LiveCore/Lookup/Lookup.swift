internal import LiveModel

/// A question that the leagues' sources answer when somebody asks, apart from all polls.
enum Lookup: Hashable, Sendable {
  case schedule(ScheduleQuestion)
  /// All teams with their standings.
  case teams
  case team(TeamQuestion)
  case players(PlayersQuestion)
  case player(PlayerQuestion)
}

/// A `schedule` request: the games of a date.
struct ScheduleQuestion: Hashable, Sendable {
  /// Nil is the season's present day.
  var date: CivilDate?
  /// Selects the games of these teams; all games when it is empty.
  var teams: [String] = []
  /// Selects the games that are in progress.
  var isLiveOnly = false
}

/// The answer to a lookup.
struct LookupAnswer: Equatable, Sendable {
  /// The members of the answer, encoded as JSON, without the braces.
  var members: [UInt8]
  /// The time at which the sources last confirmed the answer.
  var confirmed: Timestamp
  /// The reason why there is no newer answer; nil if this one is fresh.
  var fault: Fault?
  /// Warnings about the names in the question.
  var warnings: [String] = []
}
