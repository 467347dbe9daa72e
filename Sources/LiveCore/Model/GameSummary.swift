internal import FoundationEssentials

/// The current knowledge about one game, from the schedule alone or from its last feed answer. Unknown values are nil
/// and are omitted from the JSON.
struct GameSummary: Equatable, Sendable {
  var league: LeagueID
  var game: Game
  /// Scheduled start; nil while to be determined.
  var start: Timestamp?
  /// True while the game is being polled.
  var watched = false
  /// Reason for a delay, suspension, postponement or cancellation, in the feed's words: `Rain`.
  var reason: String?
  var score: Score?
  /// Summary of the game's newest event.
  var last: String?
  /// The feed's time of its last answer.
  var feedAt: Timestamp?
  /// Time at which that answer arrived; nil if none has arrived since the daemon started.
  var observedAt: Timestamp?

  /// The members that only this league has.
  var members = LeagueMembers()

  /// The shape of `data.game` of an event, with every member optional that the schedule may lack.
  struct Game: Equatable, Codable, Sendable {
    /// The number of the game in its league; MLB's `gamePk`.
    var id: Int
    /// The official date.
    var date: String?
    /// 1, or 2 for the second game of a doubleheader.
    var number: Int?
    var type: String?
    var status: GameStatus.Phase
    var away = Club()
    var home = Club()

    /// Returns this game with absent members taken from `other`.
    func filled(from other: Game) -> Game {
      Game(
        id: id, date: date ?? other.date, number: number ?? other.number, type: type ?? other.type, status: status,
        away: away.filled(from: other.away), home: home.filled(from: other.home))
    }
  }

  /// One club, with the members that the schedule gives.
  struct Club: Equatable, Codable, Sendable {
    var id: Int?
    var abbreviation: String?
    var name: String?

    fileprivate func filled(from other: Club) -> Club {
      Club(id: id ?? other.id, abbreviation: abbreviation ?? other.abbreviation, name: name ?? other.name)
    }
  }

  /// True if at least one answer of the game's feed has arrived.
  var isPolled: Bool { observedAt != nil }

  /// The short form for a list of games.
  var row: GameSummary { GameSummary(league: league, game: game, start: start, watched: watched) }
}

extension GameSummary: Encodable {
  private enum CodingKeys: String, CodingKey {
    case league, game, start, watched, reason, score, last, feedAt, observedAt
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(league, forKey: .league)
    try container.encode(game, forKey: .game)
    try container.encodeIfPresent(start, forKey: .start)
    try container.encode(watched, forKey: .watched)
    try container.encodeIfPresent(reason, forKey: .reason)
    try container.encodeIfPresent(score, forKey: .score)
    try container.encodeIfPresent(last, forKey: .last)
    try container.encodeIfPresent(feedAt, forKey: .feedAt)
    try container.encodeIfPresent(observedAt, forKey: .observedAt)
    try members.encode(to: encoder)
  }
}

extension GameSummary.Club {
  init(_ team: Team) { self.init(id: team.id, abbreviation: team.abbreviation, name: team.name) }
}

/// All games as the socket serves them. Each game is encoded once per change, because thousands of clients may ask at
/// the same time.
struct GamesView: Equatable, Sendable {
  /// One game, encoded.
  struct Card: Equatable, Sendable {
    var gamePk: Int
    /// Abbreviations of both clubs, as far as known.
    var teams: [String]
    /// JSON members of the game's short form, without the braces.
    var row: [UInt8]
    /// JSON members of the full summary, without the braces.
    var summary: [UInt8]
  }

  /// Games in the schedule's window, ordered by start and `gamePk`; games without a start come last.
  var games: [Card] = []
  /// Games with at least one feed answer: live games first, otherwise in the same order.
  var scoreboard: [Card] = []
  /// Number of games per status; a status without games has no entry.
  var statuses: [String: Int] = [:]
  /// Number of games being polled.
  var watched = 0
  /// Memory of the largest polled game, in bytes.
  var largest = 0
  /// Current problems by game name.
  var troubles: [String: String] = [:]
}

extension GamesView.Card {
  init(_ summary: GameSummary) {
    let game = summary.game
    self.init(
      gamePk: game.id, teams: [game.away.abbreviation, game.home.abbreviation].compactMap(\.self),
      row: Self.members(of: summary.row), summary: Self.members(of: summary))
  }

  private static func members(of summary: GameSummary) -> [UInt8] {
    (try? StableJSON.bytes(of: summary)).map { Array($0.dropFirst().dropLast()) } ?? []
  }

  /// Returns true if one of `teams` plays in this game, or if `teams` is empty.
  func fits(_ teams: [String]) -> Bool { teams.isEmpty || teams.contains(where: self.teams.contains) }
}
