/// The members of `feed/live` that a snapshot is made of, as plain `Codable` structs with the names of the feed. All
/// are optional, because `null` and absent mean the same.
struct OracleFeed: Decodable {
  var gamePk: Int?
  var metaData: MetaData?
  var gameData: GameData?
  var liveData: LiveData?

  struct MetaData: Decodable {
    var timeStamp: String?
  }

  struct GameData: Decodable {
    var game: Game?
    var datetime: DateTime?
    var status: Status?
    var teams: Sides<Club>?
    var players: [String: Named?]?
    var probablePitchers: Sides<Named>?
    var absChallenges: Sides<Challenges>?
  }

  struct Challenges: Decodable {
    var remaining: Int?
  }

  struct Game: Decodable {
    var type: String?
    var gameNumber: Int?
  }

  struct DateTime: Decodable {
    var dateTime: String?
    var originalDate: String?
    var officialDate: String?
  }

  struct Status: Decodable {
    var codedGameState: String?
    var statusCode: String?
    var detailedState: String?
    var reason: String?
    var startTimeTBD: Bool?
  }

  struct Club: Decodable {
    var id: Int?
    var abbreviation: String?
    var teamCode: String?
    var fileCode: String?
    var name: String?
    var teamName: String?
  }

  struct Sides<Element: Decodable>: Decodable {
    var away: Element?
    var home: Element?
  }

  struct Named: Decodable {
    var id: Int?
    var fullName: String?
  }

  struct LiveData: Decodable {
    var linescore: Line?
    var plays: Plays?
    var boxscore: Boxscore?
    var decisions: Decisions?
  }

  struct Decisions: Decodable {
    var winner: Named?
    var loser: Named?
    var save: Named?
  }

  struct Boxscore: Decodable {
    var teams: Sides<BoxSide>?
  }

  struct BoxSide: Decodable {
    var players: [String: BoxPlayer?]?
  }

  struct BoxPlayer: Decodable {
    var person: Named?
    var battingOrder: String?
    var allPositions: [Position?]?
  }

  struct Position: Decodable {
    var abbreviation: String?
  }

  struct Line: Decodable {
    var currentInning: Int?
    var isTopInning: Bool?
    var inningState: String?
    var scheduledInnings: Int?
    var balls: Int?
    var strikes: Int?
    var outs: Int?
    var teams: Sides<Runs>?
    var offense: Offense?
    var defense: Defense?
  }

  struct Offense: Decodable {
    var batter: Named?
    var first: Named?
    var second: Named?
    var third: Named?
  }

  struct Defense: Decodable {
    var pitcher: Named?
  }

  struct Runs: Decodable {
    var runs: Int?
  }

  struct Plays: Decodable {
    var allPlays: [AtBat?]?
  }
}

extension OracleFeed {
  struct AtBat: Decodable {
    var atBatIndex: Int?
    var about: About?
    var result: Result?
    var count: Count?
    var matchup: Matchup?
    var runners: [Runner?]?
    var playEvents: [PlayEvent?]?
    var reviewDetails: Details?
  }

  struct Details: Decodable {
    var reviewType: String?
    var isOverturned: Bool?
    var inProgress: Bool?
    var challengeTeamId: Int?
    var player: Named?
    var additionalReviews: [Details?]?
  }

  struct About: Decodable {
    var atBatIndex: Int?
    var inning: Int?
    var halfInning: String?
    var isTopInning: Bool?
    var startTime: String?
    var endTime: String?
    var isComplete: Bool?
    var isScoringPlay: Bool?
  }

  struct Result: Decodable {
    var eventType: String?
    var event: String?
    var description: String?
    var rbi: Int?
    var awayScore: Int?
    var homeScore: Int?
  }

  struct Count: Decodable {
    var outs: Int?
    var balls: Int?
    var strikes: Int?
  }

  struct Matchup: Decodable {
    var batter: Named?
    var pitcher: Named?
    var postOnFirst: Named?
    var postOnSecond: Named?
    var postOnThird: Named?
  }

  struct Runner: Decodable {
    var details: RunnerDetails?
    var movement: Movement?
    var credits: [Credit?]?
  }

  struct RunnerDetails: Decodable {
    var runner: Named?
    var playIndex: Int?
  }

  struct Movement: Decodable {
    var start: String?
    var end: String?
    var isOut: Bool?
  }

  struct Credit: Decodable {
    var player: Numbered?
    var credit: String?
  }

  struct Numbered: Decodable {
    var id: Int?
  }

  struct PlayEvent: Decodable {
    var index: Int?
    var type: String?
    var details: EventDetails?
    var startTime: String?
    var endTime: String?
    var player: Numbered?
    var replacedPlayer: Numbered?
    var playId: String?
    var reviewDetails: Details?
  }

  struct EventDetails: Decodable {
    var eventType: String?
    var event: String?
    var description: String?
    var awayScore: Int?
    var homeScore: Int?
    var isScoringPlay: Bool?
    var call: Call?
  }

  struct Call: Decodable {
    var code: String?
  }
}
