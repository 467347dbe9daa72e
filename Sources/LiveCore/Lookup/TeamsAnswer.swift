internal import LiveModel

/// The members of an answer to `teams`.
struct TeamsAnswer: Encodable {
  /// The season of the standings.
  var season: Int?
  var teams: [TeamListing]
}

/// The members of an answer to `team`.
struct TeamAnswer: Encodable {
  /// The season of the standing.
  var season: Int
  var team: TeamListing
  var nextGame: GameSummary?
  var roster: [PlayerListing]

  private enum CodingKeys: String, CodingKey {
    case season, team, roster
    case nextGame = "next_game"
  }
}

/// The members of an answer to `players`.
struct PlayersAnswer: Encodable {
  var season: Int
  var players: [PlayerListing]
  /// Number of players that are left out.
  var more: Int?
  /// Names that are near to that of the question, if no player has it.
  var nearest: [String]?
}

/// The members of an answer to `player`.
struct PlayerAnswer: Encodable {
  /// The present season.
  var season: Int
  var player: PlayerProfile?
  /// The players who have the name, if there are several.
  var candidates: [PlayerListing]?
}
