package import LiveModel

/// The members of a game's details that only baseball has, beside those of `BaseballSituation`. Statistics have the names
/// of StatsAPI. Unknown values are nil.
package struct BaseballDetails: Equatable, Codable, Sendable {
  package var linescore: GameLinescore?
  package var onDeck: Person?
  package var inHole: Person?
  package var probablePitchers: Both<ProbablePitcher>?
  package var decisions: Decisions?
  package var scoringPlays: [ScoringPlay]?
  package var leaders: [BattingLeader]?
  package var boxscore: Both<TeamBoxscore>?
  package var weather: Weather?
  package var attendance: Int?
  /// The time of the first pitch.
  package var firstPitch: Timestamp?
  /// The length of the game in minutes.
  package var duration: Int?
}

/// A value of each side, which one or both may lack.
package struct Both<Value: Equatable & Codable & Sendable>: Equatable, Codable, Sendable {
  package var away: Value?
  package var home: Value?

  package subscript(side: Side) -> Value? { side == .away ? away : home }

  /// Nil if neither side has a value.
  package init?(away: Value?, home: Value?) {
    guard away != nil || home != nil else { return nil }
    (self.away, self.home) = (away, home)
  }
}

/// Runs, hits and errors by inning.
package struct GameLinescore: Equatable, Codable, Sendable {
  package var scheduledInnings: Int?
  package var innings: [Inning]
  package var totals: Both<Line>?

  package struct Inning: Equatable, Codable, Sendable {
    package var number: Int
    package var away: Line?
    package var home: Line?
  }

  package struct Line: Equatable, Codable, Sendable {
    /// Nil for a half that was not played.
    package var runs: Int?
    package var hits: Int?
    package var errors: Int?
    package var leftOnBase: Int?
  }
}

/// The announced starting pitcher of a side.
package struct ProbablePitcher: Equatable, Codable, Sendable {
  package var id: Int
  package var name: String
  /// Of the season.
  package var wins: Int?
  package var losses: Int?
  package var era: String?
}

/// A play or an action on which runs scored.
package struct ScoringPlay: Equatable, Codable, Sendable {
  package var inning: HalfInning
  package var description: String?
  package var eventType: String?
  /// The score after it.
  package var score: Score
  package var runs: Int
  package var batter: Person?
  package var pitcher: Person?
  package var atBatIndex: Int
  /// Index of the action among the play's events; nil for the plate appearance itself.
  package var eventIndex: Int?
  /// Its logged corrections, the oldest first; nil without any.
  package var corrections: [Correction]?

  package struct Correction: Equatable, Codable, Sendable {
    /// The summary before the correction.
    package var before: String
    /// The time at which the daemon observed the correction.
    package var observedAt: Timestamp
  }
}

/// The players with the most hits, runs or other batting statistics of the game.
package struct BattingLeader: Equatable, Codable, Sendable {
  /// A name of `BattingStats`.
  package var category: String
  package var value: Int
  package var players: [Player]

  package struct Player: Equatable, Codable, Sendable {
    package var id: Int
    package var name: String
    package var side: Side
  }
}

/// The players and statistics of one side.
package struct TeamBoxscore: Equatable, Codable, Sendable {
  /// Batters in batting order, each substitute after the player whom he replaced.
  package var batters: [Batter]
  /// Pitchers in the order of their appearance.
  package var pitchers: [Pitcher]
  package var bench: [RosterPlayer]
  package var bullpen: [RosterPlayer]
  package var batting: BattingStats?
  package var pitching: PitchingStats?
  package var errors: Int?
  /// Notes on substitutes: `a-Singled for Solano in the 6th.`
  package var notes: [String]

  package struct Batter: Equatable, Codable, Sendable {
    package var id: Int
    package var name: String
    /// Hundreds are the place in the batting order, the rest counts the substitutes: `601`.
    package var order: Int
    /// Abbreviations in the order of play: `PH`, `1B`.
    package var positions: [String]
    /// The mark of a note on a substitute: `a-`.
    package var mark: String?
    package var stats: BattingStats
    /// Of the season, with this game.
    package var average: String?
  }

  package struct Pitcher: Equatable, Codable, Sendable {
    package var id: Int
    package var name: String
    /// The decision with the season's record: `(W, 6-5)`.
    package var note: String?
    package var stats: PitchingStats
    /// Of the season, with this game.
    package var era: String?
  }

  package struct RosterPlayer: Equatable, Codable, Sendable {
    package var id: Int
    package var name: String
    package var position: String?
  }
}

/// Batting statistics of a player or a team in one game.
package struct BattingStats: Equatable, Codable, Sendable {
  package var atBats: Int?
  package var runs: Int?
  package var hits: Int?
  package var doubles: Int?
  package var triples: Int?
  package var homeRuns: Int?
  package var rbi: Int?
  package var baseOnBalls: Int?
  package var strikeOuts: Int?
  package var stolenBases: Int?
}

/// Pitching statistics of a player or a team in one game.
package struct PitchingStats: Equatable, Codable, Sendable {
  /// Whole innings and outs: `6.2`.
  package var inningsPitched: String?
  package var hits: Int?
  package var runs: Int?
  package var earnedRuns: Int?
  package var baseOnBalls: Int?
  package var strikeOuts: Int?
  package var homeRuns: Int?
  package var numberOfPitches: Int?
  package var strikes: Int?
  package var battersFaced: Int?
}

/// The weather at first pitch.
package struct Weather: Equatable, Codable, Sendable {
  /// `Clear`, `Roof Closed`.
  package var condition: String?
  /// In degrees Fahrenheit.
  package var temperature: String?
  /// `8 mph, Out To CF`.
  package var wind: String?
}
