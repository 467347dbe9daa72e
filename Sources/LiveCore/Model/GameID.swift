/// The short name of a league, as it stands at the head of every fact: `mlb`.
struct LeagueID: RawRepresentable, Hashable, Codable, Sendable {
  let rawValue: String

  static let mlb = LeagueID(rawValue: "mlb")

  /// Those that can be named in the configuration.
  static let known = [mlb]
}

/// One game of one league. A `gamePk` stays with its game when the game is rescheduled; a game that is begun anew on
/// another official date, because what had been played was washed out, is another game under the same `gamePk`.
struct GameID: Hashable, Codable, Sendable, CustomStringConvertible {
  let league: LeagueID
  let gamePk: Int

  /// The official date of a game that was begun anew; nil for the first one under its `gamePk`.
  var date: String?

  init(league: LeagueID, gamePk: Int, date: String? = nil) {
    (self.league, self.gamePk, self.date) = (league, gamePk, date)
  }

  /// Reads what `description` writes; nil when it is something else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let gamePk = Int(parts[1], in: Int.interoperable) else { return nil }
    let date = parts.count == 3 ? String(parts[2]) : nil
    self.init(league: LeagueID(rawValue: String(parts[0])), gamePk: gamePk, date: date)
  }

  /// `mlb/747175`, or `mlb/747175/2024-09-05` for a game that was begun anew: the head of the game's facts, its key in
  /// the log, and its name in messages.
  var description: String { "\(league.rawValue)/\(gamePk)" + (date.map { "/\($0)" } ?? "") }
}

/// The identity of one thing that happened: `mlb/747175/5-top/pa/665489/1`. It never holds a time or an index of the
/// feed, for the feed rewrites the one and shifts the other.
struct Fact: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  let rawValue: String

  var description: String { rawValue }

  /// The official date in the facts of a game that was begun anew: `mlb/747175/2024-09-05/status/start/1`.
  var date: Substring? {
    let parts = rawValue.split(separator: "/", maxSplits: 3)
    guard parts.count > 3 else { return nil }
    var reader = DigitReader(parts[2].utf8)
    return reader.date(separator: UInt8(ascii: "-")) != nil && reader.isAtEnd ? parts[2] : nil
  }
}
