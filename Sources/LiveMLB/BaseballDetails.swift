internal import LiveModel

/// The members of a game's details that only baseball has, beside those of `BaseballSituation`. Statistics have the names
/// of StatsAPI. Unknown values are nil.
struct BaseballDetails: Equatable, Codable, Sendable {
  var linescore: GameLinescore?
  var onDeck: Person?
  var inHole: Person?
  var probablePitchers: Both<ProbablePitcher>?
  var decisions: Decisions?
  var scoringPlays: [ScoringPlay]?
  var leaders: [BattingLeader]?
  var boxscore: Both<TeamBoxscore>?
  var weather: Weather?
  var attendance: Int?
  /// The time of the first pitch.
  var firstPitch: Timestamp?
  /// The length of the game in minutes.
  var duration: Int?
}

/// A value of each side, which one or both may lack.
struct Both<Value: Equatable & Codable & Sendable>: Equatable, Codable, Sendable {
  var away: Value?
  var home: Value?

  subscript(side: Side) -> Value? { side == .away ? away : home }

  /// Nil if neither side has a value.
  init?(away: Value?, home: Value?) {
    guard away != nil || home != nil else { return nil }
    (self.away, self.home) = (away, home)
  }
}

/// Runs, hits and errors by inning.
struct GameLinescore: Equatable, Codable, Sendable {
  var scheduledInnings: Int?
  var innings: [Inning]
  var totals: Both<Line>?

  struct Inning: Equatable, Codable, Sendable {
    var number: Int
    var away: Line?
    var home: Line?
  }

  struct Line: Equatable, Codable, Sendable {
    /// Nil for a half that was not played.
    var runs: Int?
    var hits: Int?
    var errors: Int?
    var leftOnBase: Int?
  }
}

/// The announced starting pitcher of a side.
struct ProbablePitcher: Equatable, Codable, Sendable {
  var id: Int
  var name: String
  /// Of the season.
  var wins: Int?
  var losses: Int?
  var era: String?
}

/// A play or an action on which runs scored.
struct ScoringPlay: Equatable, Codable, Sendable {
  var inning: HalfInning
  var description: String?
  var eventType: String?
  /// The score after it.
  var score: Score
  var runs: Int
  var batter: Person?
  var pitcher: Person?
  var atBatIndex: Int
  /// Index of the action among the play's events; nil for the plate appearance itself.
  var eventIndex: Int?
  /// Its logged corrections, the oldest first; nil without any.
  var corrections: [Correction]?

  struct Correction: Equatable, Codable, Sendable {
    /// The summary before the correction.
    var before: String
    /// The time at which the daemon observed the correction.
    var observedAt: Timestamp
  }
}

/// The players with the most hits, runs or other batting statistics of the game.
struct BattingLeader: Equatable, Codable, Sendable {
  /// A name of `BattingStats`.
  var category: String
  var value: Int
  var players: [Player]

  struct Player: Equatable, Codable, Sendable {
    var id: Int
    var name: String
    var side: Side
  }
}

/// The players and statistics of one side.
struct TeamBoxscore: Equatable, Codable, Sendable {
  /// Batters in batting order, each substitute after the player whom he replaced.
  var batters: [Batter]
  /// Pitchers in the order of their appearance.
  var pitchers: [Pitcher]
  var bench: [RosterPlayer]
  var bullpen: [RosterPlayer]
  var batting: BattingStats?
  var pitching: PitchingStats?
  var errors: Int?
  /// Notes on substitutes: `a-Singled for Solano in the 6th.`
  var notes: [String]

  struct Batter: Equatable, Codable, Sendable {
    var id: Int
    var name: String
    /// Hundreds are the place in the batting order, the rest counts the substitutes: `601`.
    var order: Int
    /// Abbreviations in the order of play: `PH`, `1B`.
    var positions: [String]
    /// The mark of a note on a substitute: `a-`.
    var mark: String?
    var stats: BattingStats
    /// Of the season, with this game.
    var average: String?
  }

  struct Pitcher: Equatable, Codable, Sendable {
    var id: Int
    var name: String
    /// The decision with the season's record: `(W, 6-5)`.
    var note: String?
    var stats: PitchingStats
    /// Of the season, with this game.
    var era: String?
  }

  struct RosterPlayer: Equatable, Codable, Sendable {
    var id: Int
    var name: String
    var position: String?
  }
}

/// Batting statistics of a player or a team in one game.
struct BattingStats: Equatable, Codable, Sendable {
  var atBats: Int?
  var runs: Int?
  var hits: Int?
  var doubles: Int?
  var triples: Int?
  var homeRuns: Int?
  var rbi: Int?
  var baseOnBalls: Int?
  var strikeOuts: Int?
  var stolenBases: Int?
}

/// Pitching statistics of a player or a team in one game.
struct PitchingStats: Equatable, Codable, Sendable {
  /// Whole innings and outs: `6.2`.
  var inningsPitched: String?
  var hits: Int?
  var runs: Int?
  var earnedRuns: Int?
  var baseOnBalls: Int?
  var strikeOuts: Int?
  var homeRuns: Int?
  var numberOfPitches: Int?
  var strikes: Int?
  var battersFaced: Int?
}

/// The weather at first pitch.
struct Weather: Equatable, Codable, Sendable {
  /// `Clear`, `Roof Closed`.
  var condition: String?
  /// In degrees Fahrenheit.
  var temperature: String?
  /// `8 mph, Out To CF`.
  var wind: String?
}
