/// The part of a league's source that lists teams and players: requests, and decoders of their answers.
///
/// Decoders of lists throw if the answer has no list, or if it has rows but none can be read.
package protocol TeamsAndPlayers: Sendable {
  /// Returns the request for the teams of a season.
  func teamsRequest(in season: Int) -> HTTPRequest

  /// Decodes the teams, without standings.
  func teams(in answer: [UInt8]) throws -> RowsRead<TeamListing>

  /// Returns the request for the standings of a season.
  func standingsRequest(in season: Int) -> HTTPRequest

  /// Decodes the standings by the ids of the teams.
  func standings(in answer: [UInt8]) throws -> [Int: TeamStanding]

  /// Returns the request for the present roster of a team.
  func rosterRequest(of team: Int) -> HTTPRequest

  /// Decodes a roster.
  func roster(in answer: [UInt8]) throws -> RowsRead<PlayerListing>

  /// Returns the request for the games of a team on these days, both included. `League.games(in:)` decodes the answer.
  func scheduleRequest(of team: Int, from first: CivilDate, to last: CivilDate) -> HTTPRequest

  /// Decodes the games of a team, in the order of the answer. A game that was put off is listed under each of its dates.
  func scoreboard(in answer: [UInt8]) throws -> [ScoreboardGame]

  /// Returns the request for all players of a season.
  func playersRequest(in season: Int) -> HTTPRequest

  /// Returns the request for the active players whose names have the words of a text.
  func searchRequest(for name: String) -> HTTPRequest

  /// Decodes the players of a season or of a search. Their teams may lack name and abbreviation, or be missing.
  func players(in answer: [UInt8]) throws -> RowsRead<PlayerListing>

  /// Returns the request for a player with the statistics of a season and of the career.
  func profileRequest(of player: Int, in season: Int) -> HTTPRequest

  /// Decodes a player; nil if the answer has none. Statistics of later seasons than `season` are left out.
  func profile(in answer: [UInt8], upTo season: Int) throws -> PlayerProfile?

  /// Returns the request for all seasons of a player.
  func seasonsRequest(of player: Int) -> HTTPRequest

  /// Decodes the newest season of a player; nil without one.
  func latestSeason(in answer: [UInt8], upTo season: Int) throws -> Int?

  /// Returns the requests for the sums of the whole league with which a player is compared.
  func totalsRequests(for profile: PlayerProfile) -> [HTTPRequest]

  /// Decodes sums of the whole league; nil if the answer has none.
  func totals(in answer: [UInt8]) throws -> LeagueTotals?

  /// Returns the profile with the figures that follow from the sums of the league. Pure.
  func compared(_ profile: PlayerProfile, with totals: [LeagueTotals]) -> PlayerProfile
}
