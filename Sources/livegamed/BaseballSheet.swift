import LiveModel

/// Baseball's members of the daemon's answer to `game_details`, with the names of StatsAPI. Unknown members are absent.
struct BaseballSheet: Decodable {
  var linescore: Linescore?
  var batter: Player?
  var pitcher: Player?
  var bases: Bases?
  var onDeck: Player?
  var inHole: Player?
  var probablePitchers: Both<Probable>?
  var decisions: Decisions?
  var scoringPlays: [ScoringPlay]?
  var leaders: [Leader]?
  var boxscore: Both<Box>?
  var weather: Weather?
  var attendance: Int?
  var firstPitch: Timestamp?
  /// In minutes.
  var duration: Int?

  struct Both<Value: Decodable>: Decodable {
    var away: Value?
    var home: Value?
  }

  struct Player: Decodable {
    var id: Int
    var name: String?
    var position: String?
  }

  struct Bases: Decodable {
    var first: Player?
    var second: Player?
    var third: Player?
  }

  struct Linescore: Decodable {
    var scheduledInnings: Int?
    var innings: [Inning]
    var totals: Both<Line>?

    struct Inning: Decodable {
      var number: Int
      var away: Line?
      var home: Line?
    }

    struct Line: Decodable {
      var runs: Int?
      var hits: Int?
      var errors: Int?
      var leftOnBase: Int?
    }
  }

  struct Probable: Decodable {
    var name: String?
    var wins: Int?
    var losses: Int?
    var era: String?
  }

  struct Decisions: Decodable {
    var winner: Player?
    var loser: Player?
    var save: Player?
  }

  struct ScoringPlay: Decodable {
    var inning: Half?
    var description: String?
    var score: Score
    var corrections: [Correction]?

    struct Half: Decodable {
      var number: Int
      var half: String
    }

    struct Correction: Decodable {
      var before: String
      var observedAt: Timestamp?
    }
  }

  struct Leader: Decodable {
    var category: String
    var value: Int
    var players: [Named]

    struct Named: Decodable {
      var name: String
      var side: Side
    }
  }

  struct Weather: Decodable {
    var condition: String?
    var temperature: String?
    var wind: String?
  }

  /// The players and statistics of one side.
  struct Box: Decodable {
    var batters: [Batter]
    var pitchers: [Pitcher]
    var bench: [Player]
    var bullpen: [Player]
    var batting: Batting?
    var pitching: Pitching?
    var errors: Int?
    var notes: [String]
  }

  struct Batter: Decodable {
    var id: Int
    var name: String
    var order: Int
    var positions: [String]
    var mark: String?
    var stats: Batting
    var average: String?
  }

  struct Pitcher: Decodable {
    var id: Int
    var name: String
    var note: String?
    var stats: Pitching
    var era: String?
  }

  struct Batting: Decodable {
    var atBats, runs, hits, doubles, triples, homeRuns, rbi, baseOnBalls, strikeOuts, stolenBases: Int?
  }

  struct Pitching: Decodable {
    var inningsPitched: String?
    var hits, runs, earnedRuns, baseOnBalls, strikeOuts, homeRuns, numberOfPitches, strikes, battersFaced: Int?
  }
}
