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

  init(league: LeagueID, gamePk: Int) { (self.league, self.gamePk) = (league, gamePk) }

  /// Reads `mlb/747175`; nil when it is something else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let gamePk = Int(parts[1]) else { return nil }
    self.init(league: LeagueID(rawValue: String(parts[0])), gamePk: gamePk)
  }

  /// `mlb/747175`: the head of the game's facts, its key in the log, and its name in messages.
  var description: String { "\(league.rawValue)/\(gamePk)" }
}
