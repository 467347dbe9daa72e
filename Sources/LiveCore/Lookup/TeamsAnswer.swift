package import LiveModel

/// The members of an answer to `teams`.
package struct TeamsAnswer: Codable, Sendable {
  /// The season of the standings.
  package var season: Int?
  package var teams: [TeamListing]
}

/// The members of an answer to `team`.
package struct TeamAnswer: Encodable, Sendable {
  /// The season of the standing.
  package var season: Int
  package var team: TeamListing
  package var nextGame: GameSummary?
  /// Nil if the league gave none.
  package var roster: [PlayerListing]?

  private enum CodingKeys: String, CodingKey {
    case season, team, roster
    case nextGame = "next_game"
  }
}

/// The members of an answer to `players`.
package struct PlayersAnswer: Codable, Sendable {
  package var season: Int
  package var players: [PlayerListing]
  /// Number of players that are left out.
  package var more: Int?
  /// Names that are near to that of the question, if no player has it.
  package var nearest: [String]?
}

/// The members of an answer to `player`.
package struct PlayerAnswer: Codable, Sendable {
  /// The present season.
  package var season: Int
  package var player: PlayerProfile?
  /// The players who have the name, if there are several.
  package var candidates: [PlayerListing]?
}
