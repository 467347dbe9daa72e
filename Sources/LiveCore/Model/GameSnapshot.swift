/// One response of `/api/v1.1/game/<gamePk>/feed/live`, reduced to the members that the tracker needs.
///
/// A value: two answers with the same content are equal, however they were cut into chunks and whether `fields=`
/// trimmed them or not.
struct GameSnapshot: Equatable, Sendable {
  var gamePk: Int
  /// `metaData.timeStamp`: the feed's own revision time, to the second.
  var timeStamp: Timestamp
  var info: GameInfo
  var status: GameStatus
  var linescore: Linescore
  var plays: [Play]
  var lineups = Sides(away: Lineup(), home: Lineup())
  /// `gameData.absChallenges`: what each side has left; nil in games without the system.
  var absChallengesLeft = Sides<Int?>(away: nil, home: nil)
  /// Full names by player id, from `gameData.players`: where a play names somebody by id only.
  var names: [Int: String]
  /// Unusable values at the places above.
  var ignored = IgnoredValues()

  /// A first batter has come up under a status that is one of a game, or something else shows that it has begun. A
  /// status alone does not: a game may be in progress for a minute and then wait for its first pitch.
  var hasBegun: Bool {
    if plays.first?.isComplete == true { return true }
    guard status.isUnderway else { return false }
    return !["I", "T", "U"].contains(status.codedGameState) || !plays.isEmpty || linescore.showsPlay
  }

  /// The score after the last completed plate appearance or scoring action that the play log holds.
  var lastPlayScore: Score { plays.last.map(\.scoreSoFar) ?? .zero }
}

/// The constant properties of a game.
struct GameInfo: Equatable, Hashable, Codable, Sendable {
  /// `gameData.game.type`: R, S, E, A, F, D, L, W …
  var type: String
  /// 1, or 2 for the second game of a doubleheader.
  var gameNumber: Int
  /// `gameData.datetime.officialDate`, `2024-07-12`: with the `gamePk` it is the game's identity.
  var officialDate: String
  /// `gameData.datetime.dateTime`; nil while it is to be determined.
  var scheduledStart: Timestamp?
  var away: Team
  var home: Team

  func team(_ side: Side) -> Team { side == .away ? away : home }
}

/// The announced players of one side.
struct Lineup: Equatable, Sendable {
  /// `gameData.probablePitchers`.
  var probablePitcher: Person?
  /// In batting order; empty until it is posted. Substitutes are left out: they come as actions.
  var starters: [Starter] = []
}

/// One place of a batting order: who has it when the game begins.
struct Starter: Equatable, Sendable {
  var player: Person
  /// The first of `allPositions`: `SS`, `DH`.
  var position: String?
}

/// The running totals of a game, as `liveData.linescore` has them. Absent numbers are nil: before the first pitch most
/// are.
struct Linescore: Equatable, Sendable {
  var currentInning: Int?
  var isTopInning: Bool?
  /// `Top`, `Middle`, `Bottom` or `End`.
  var inningState: String?
  /// 9, or 7 in a shortened doubleheader.
  var scheduledInnings: Int?
  var awayRuns: Int?
  var homeRuns: Int?
  var balls: Int?
  var strikes: Int?
  var outs: Int?
  /// `offense`: who stands where; nil where the feed does not say who is at bat.
  var bases: Bases?
  var batter: Person?
  /// `defense.pitcher`: the one of `offense` pitches for the side at bat.
  var pitcher: Person?

  /// Something has been played, as far as these numbers tell.
  var showsPlay: Bool {
    (currentInning ?? 0) > 1 || [awayRuns, homeRuns, balls, strikes, outs].contains { ($0 ?? 0) > 0 }
  }

  /// Nil until both sides have a number.
  var score: Score? {
    guard let awayRuns, let homeRuns else { return nil }
    return Score(away: awayRuns, home: homeRuns)
  }
}

/// Something of both sides.
struct Sides<Value: Sendable>: Sendable {
  var away: Value
  var home: Value

  subscript(side: Side) -> Value {
    get { side == .away ? away : home }
    set { if side == .away { away = newValue } else { home = newValue } }
  }
}

extension Sides: Equatable where Value: Equatable {}

/// A club as the feed describes it.
struct Team: Hashable, Codable, Sendable {
  var id: Int
  var abbreviation: String
  var name: String
}

/// Runs of both sides.
struct Score: Hashable, Codable, Sendable {
  var away: Int
  var home: Int

  static let zero = Score(away: 0, home: 0)

  subscript(side: Side) -> Int { side == .away ? away : home }

  /// The side that is ahead, nil when level.
  var leader: Side? { away == home ? nil : away > home ? .away : .home }
}

/// One of the two sides of a game.
enum Side: String, Codable, Sendable {
  case away, home

  var other: Side { self == .away ? .home : .away }
}

/// Values of an answer that were asked for and are not what they should be: of another type, out of range, too long or
/// too many. Each counts as absent.
struct IgnoredValues: Equatable, Sendable {
  var count = 0
  /// Where the first one stands, and what is wrong with it.
  var first: String?
}
