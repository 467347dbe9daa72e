internal import LiveModel

/// The state of one game in one answer of `/api/v1.1/game/<gamePk>/feed/live`, reduced to the members that the tracker
/// uses.
///
/// Two answers with the same content give equal snapshots, regardless of how the body was cut into chunks and whether
/// `fields=` trimmed it.
package struct GameSnapshot: Equatable, Sendable {
  var gamePk: Int
  /// `metaData.timeStamp`: the feed's revision time, in whole seconds.
  var timeStamp: Timestamp
  var info: GameInfo
  var status: MLBStatus
  var linescore: Linescore
  var plays: [Play]
  /// The plate appearances before the only one in `plays`, in a short answer; nil in a whole one.
  var omitted: OmittedPlays?
  var lineups = Sides(away: Lineup(), home: Lineup())
  /// `gameData.absChallenges`: challenges that each side has left; nil in games without the ABS challenge system.
  var absChallengesLeft = Sides<Int?>(away: nil, home: nil)
  /// `liveData.decisions`; nil until the feed names a pitcher of record.
  var decisions: Decisions?
  /// Full names by player id, from `gameData.players`, for plays that give only an id.
  var names: [Int: String]
  /// Unusable values at the paths above.
  var ignored = IgnoredValues()

  /// True if the first plate appearance is complete, or if the status is underway and a play or the linescore confirms
  /// it. The states `I`, `T` and `U` need that confirmation, because a game may be in progress for a minute and then
  /// wait for its first pitch; other underway states do not.
  var hasBegun: Bool {
    if plays.first?.isComplete == true { return true }
    guard status.isUnderway else { return false }
    return !["I", "T", "U"].contains(status.codedGameState) || !plays.isEmpty || linescore.showsPlay
  }

  /// The number of complete plate appearances so far.
  var results: Int { plays.count(where: \.isComplete) + (omitted?.results ?? 0) }

  /// Score after the last completed plate appearance or scoring action in the play log.
  var lastPlayScore: Score { plays.last.map(\.scoreSoFar) ?? .zero }
}

/// Properties of a game that do not change during play.
struct GameInfo: Hashable, Sendable {
  /// `gameData.game.type`: R, S, E, A, F, D, L, W …
  var type: String
  /// 1, or 2 for the second game of a doubleheader.
  var gameNumber: Int
  /// `gameData.datetime.officialDate`, `2024-07-12`. Together with the `gamePk` it identifies the game.
  var officialDate: String
  /// `gameData.datetime.dateTime`; nil while the start time is to be determined.
  var scheduledStart: Timestamp?
  var away: Team
  var home: Team
  /// `gameData.teams.<side>.teamName`, `Red Sox`.
  var nicknames = Sides<String?>(away: nil, home: nil)

  /// Returns the club's short name; the full one if the feed has none.
  func nickname(_ side: Side) -> String { nicknames[side] ?? team(side).name }

  func team(_ side: Side) -> Team { side == .away ? away : home }
}

/// The running totals of a game, from `liveData.linescore`. Absent numbers are nil; before the first pitch most are.
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
  /// Runners from `offense`; nil if the feed has no `offense`.
  var bases: Bases?
  var batter: Person?
  /// `defense.pitcher`. The pitcher in `offense` belongs to the side at bat.
  var pitcher: Person?

  /// True if these numbers show that at least one pitch or play has happened.
  var showsPlay: Bool {
    (currentInning ?? 0) > 1 || [awayRuns, homeRuns, balls, strikes, outs].contains { ($0 ?? 0) > 0 }
  }

  /// Nil until the feed gives the runs of both sides.
  var score: Score? {
    guard let awayRuns, let homeRuns else { return nil }
    return Score(away: awayRuns, home: homeRuns)
  }
}

/// The announced players of one side.
struct Lineup: Equatable, Sendable {
  /// `gameData.probablePitchers`.
  var probablePitcher: Person?
  /// Starters in batting order; empty until the lineup is posted. Substitutes are omitted, because the feed reports
  /// them as actions.
  var starters: [Starter] = []
}

/// A starting player and the position in the field.
struct Starter: Equatable, Sendable {
  var player: Person
  /// First element of `allPositions`: `SS`, `DH`.
  var position: String?
}
