/// The short name of a league, which is the first part of every fact: `mlb`.
package struct LeagueID: RawRepresentable, Hashable, Codable, Sendable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// One game of one league. A rescheduled game keeps its `gamePk`. A game that starts over on another official date,
/// because the innings already played were washed out, is a different game with the same `gamePk`.
package struct GameID: Hashable, Codable, Sendable, CustomStringConvertible {
  package let league: LeagueID
  package let gamePk: Int

  /// Official date of a game that started over; nil for the first game with its `gamePk`.
  package var date: String?

  package init(league: LeagueID, gamePk: Int, date: String? = nil) {
    (self.league, self.gamePk, self.date) = (league, gamePk, date)
  }

  /// Returns the game under this `gamePk` that started afresh on that date; nil means the first one.
  package func begun(anew date: String?) -> GameID {
    var game = self
    game.date = date
    return game
  }

  /// Parses the form of `description`. Fails for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let gamePk = Int(parts[1], in: Int.interoperable) else { return nil }
    let date = parts.count == 3 ? String(parts[2]) : nil
    self.init(league: LeagueID(rawValue: String(parts[0])), gamePk: gamePk, date: date)
  }

  /// `mlb/747175`, or `mlb/747175/2024-09-05` for a game that started over. Serves as the prefix of the game's facts,
  /// as its key in the log and as its name in messages.
  package var description: String { "\(league.rawValue)/\(gamePk)" + (date.map { "/\($0)" } ?? "") }
}

/// The identity of one occurrence: `mlb/747175/5-top/pa/665489/1`. Never contains a time or an index from the feed,
/// because the feed rewrites times and shifts indices.
package struct Fact: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package var description: String { rawValue }

  /// Official date of a game that started over, as in `mlb/747175/2024-09-05/status/start/1`; nil for other games.
  package var date: Substring? {
    let parts = rawValue.split(separator: "/", maxSplits: 3)
    guard parts.count > 3 else { return nil }
    var reader = DigitReader(parts[2].utf8)
    return reader.date(separator: UInt8(ascii: "-")) != nil && reader.isAtEnd ? parts[2] : nil
  }
}

/// The health of a league's source.
public struct SourceState: Equatable, Codable, Sendable {
  /// A state; daemons of other versions may have others.
  public struct State: RawRepresentable, Equatable, Codable, Sendable {
    /// The word in the answer to `status`.
    public let rawValue: String

    /// Creates the state for a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No answer received since the start.
    public static let starting = State(rawValue: "starting")
    /// Requests are answered.
    public static let ok = State(rawValue: "ok")
    /// Requests fail repeatedly, or their answers are unusable.
    public static let failing = State(rawValue: "failing")
  }

  /// The present state.
  public var state: State
  /// Start of the state; nil only in the answer of another version.
  public var since: Timestamp?
  /// Reason for the failure.
  public var error: String?
  /// Number of failing games, even if the source as a whole is `ok`; nil for none.
  public var gamesFailing: Int?
  /// Number of games whose requests are long overdue, because more games are polled than the request budget allows;
  /// nil for none.
  public var gamesWaiting: Int?
  /// State of the push service; nil if the configuration uses none.
  public var push: PushState?

  package init(
    state: State, since: Timestamp? = nil, error: String? = nil, gamesFailing: Int? = nil, gamesWaiting: Int? = nil,
    push: PushState? = nil
  ) {
    self.state = state
    self.since = since
    self.error = error
    self.gamesFailing = gamesFailing
    self.gamesWaiting = gamesWaiting
    self.push = push
  }

  private enum CodingKeys: String, CodingKey {
    case state, since, error, push
    case gamesFailing = "games_failing"
    case gamesWaiting = "games_waiting"
  }
}
