/// What one answer of `/api/v1.1/game/<gamePk>/feed/live` says of one game, projected to what the tracker asks for.
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
  /// What the answer holds at the places above and is of no use.
  var ignored = IgnoredValues()

  /// A first batter has come up under a status that is one of a game, or something else shows that it has begun. A status
  /// alone does not: a game may be in progress for a minute and then wait for its first pitch.
  var hasBegun: Bool {
    if plays.first?.isComplete == true { return true }
    guard status.isUnderway else { return false }
    return !["I", "T", "U"].contains(status.codedGameState) || !plays.isEmpty || linescore.showsPlay
  }

  /// The score after the last completed plate appearance or scoring action that the play log holds.
  var lastPlayScore: Score { plays.last.map(\.scoreSoFar) ?? .zero }
}

/// What does not change while a game is played.
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
