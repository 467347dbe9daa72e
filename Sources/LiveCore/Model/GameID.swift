/// The short name of a league, as it stands at the head of every fact: `mlb`.
struct LeagueID: RawRepresentable, Hashable, Codable, Sendable {
  let rawValue: String

  static let mlb = LeagueID(rawValue: "mlb")

  /// Those that can be named in the configuration.
  static let known = [mlb]
}

/// One game of one league. A `gamePk` stays with its game when the game is rescheduled.
struct GameID: Hashable, Codable, Sendable, CustomStringConvertible {
  let league: LeagueID
  let gamePk: Int

  /// `mlb/747175`: the head of the game's facts, its key in the log, and its name in messages.
  var description: String { "\(league.rawValue)/\(gamePk)" }
}
