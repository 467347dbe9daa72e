internal import LiveModel

/// A question that the leagues' sources answer when somebody asks, apart from all polls.
enum Lookup: Hashable, Sendable {
  case schedule(ScheduleQuestion)
  case gameDetails(GameQuestion)
  case winExpectancy(WinExpectancyQuestion)
  /// All teams with their standings, of one league or of all.
  case teams(LeagueID? = nil)
  case team(TeamQuestion)
  case players(PlayersQuestion)
  case player(PlayerQuestion)
  /// How good the predictions were.
  case predictions(PredictionsQuestion)
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

/// A `game_details` request: all that is known of one game.
enum GameQuestion: Hashable, Sendable {
  /// The game with this number in its league; MLB's `gamePk`.
  case game(Int)
  /// A team's game of a date; nil is the season's present day. `number` chooses a game of a doubleheader.
  case team(String, date: CivilDate?, number: Int?)
}

/// A `win_expectancy` request: how the chances in a game changed.
struct WinExpectancyQuestion: Hashable, Sendable {
  /// The number of the game in its league; MLB's `gamePk`.
  var game: Int
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
