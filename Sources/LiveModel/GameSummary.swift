internal import FoundationEssentials

/// The current knowledge about one game, from the schedule alone or from its last feed answer. Unknown values are nil
/// and are omitted from the JSON.
package struct GameSummary: Hashable, Sendable {
  package var league: LeagueID
  package var game: Game
  /// Scheduled start; nil while to be determined.
  package var start: Timestamp?
  /// True while the game is being polled.
  package var watched = false
  /// Reason for a delay, suspension, postponement or cancellation, in the feed's words: `Rain`.
  package var reason: String?
  package var score: Score?
  /// Summary of the game's newest event.
  package var last: String?
  /// The feed's time of its last answer.
  package var feedAt: Timestamp?
  /// Time at which that answer arrived; nil if none has arrived since the daemon started.
  package var observedAt: Timestamp?
  /// The members that only this league has.
  package var members = LeagueMembers()
  package init(
    league: LeagueID, game: Game, start: Timestamp? = nil, watched: Bool = false, reason: String? = nil,
    score: Score? = nil, last: String? = nil, feedAt: Timestamp? = nil, observedAt: Timestamp? = nil,
    members: LeagueMembers = LeagueMembers()
  ) {
    self.league = league
    self.game = game
    self.start = start
    self.watched = watched
    self.reason = reason
    self.score = score
    self.last = last
    self.feedAt = feedAt
    self.observedAt = observedAt
    self.members = members
  }

  /// The shape of `data.game` of an event, with every member optional that the schedule may lack.
  package struct Game: Hashable, Codable, Sendable {
    /// The number of the game in its league; MLB's `gamePk`.
    package var id: Int
    /// The official date.
    package var date: String?
    /// 1, or 2 for the second game of a doubleheader.
    package var number: Int?
    package var type: String?
    package var status: GameStatus.Phase
    package var away = Club()
    package var home = Club()

    package init(
      id: Int, date: String? = nil, number: Int? = nil, type: String? = nil, status: GameStatus.Phase,
      away: Club = Club(), home: Club = Club()
    ) {
      self.id = id
      self.date = date
      self.number = number
      self.type = type
      self.status = status
      self.away = away
      self.home = home
    }

    /// Returns this game with absent members taken from `other`.
    func filled(from other: Game) -> Game {
      Game(
        id: id, date: date ?? other.date, number: number ?? other.number, type: type ?? other.type, status: status,
        away: away.filled(from: other.away), home: home.filled(from: other.home))
    }
  }

  /// One club, with the members that the schedule gives.
  package struct Club: Hashable, Codable, Sendable {
    package var id: Int?
    package var abbreviation: String?
    package var name: String?

    package init(id: Int? = nil, abbreviation: String? = nil, name: String? = nil) {
      (self.id, self.abbreviation, self.name) = (id, abbreviation, name)
    }

    fileprivate func filled(from other: Club) -> Club {
      Club(id: id ?? other.id, abbreviation: abbreviation ?? other.abbreviation, name: name ?? other.name)
    }
  }

  /// True if at least one answer of the game's feed has arrived.
  package var isPolled: Bool { observedAt != nil }

  /// The short form for a list of games.
  package var row: GameSummary { GameSummary(league: league, game: game, start: start, watched: watched) }
}

extension GameSummary: Encodable {
  private enum CodingKeys: String, CodingKey {
    case league, game, start, watched, reason, score, last, feedAt, observedAt
  }

  package func encode(to encoder: any Encoder) throws {
    try encodeKnowledge(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(watched, forKey: .watched)
  }

  /// Encodes all members but `watched`, which a lookup does not know.
  func encodeKnowledge(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(league, forKey: .league)
    try container.encode(game, forKey: .game)
    try container.encodeIfPresent(start, forKey: .start)
    try container.encodeIfPresent(reason, forKey: .reason)
    try container.encodeIfPresent(score, forKey: .score)
    try container.encodeIfPresent(last, forKey: .last)
    try container.encodeIfPresent(feedAt, forKey: .feedAt)
    try container.encodeIfPresent(observedAt, forKey: .observedAt)
    try members.encode(to: encoder)
  }
}

extension GameSummary.Club {
  package init(_ team: Team) { self.init(id: team.id, abbreviation: team.abbreviation, name: team.name) }
}

/// All games as the socket serves them. Each game is encoded once per change, because thousands of clients may ask at
/// the same time.
package struct GamesView: Equatable, Sendable {
  /// One game, encoded.
  package struct Card: Equatable, Sendable {
    package var league: LeagueID
    package var gamePk: Int
    /// Abbreviations of both clubs, as far as known.
    package var teams: [String]
    /// JSON members of the game's short form, without the braces.
    package var row: [UInt8]
    /// JSON members of the full summary, without the braces.
    package var summary: [UInt8]

    package init(league: LeagueID, gamePk: Int, teams: [String], row: [UInt8], summary: [UInt8]) {
      (self.league, self.gamePk, self.teams, self.row, self.summary) = (league, gamePk, teams, row, summary)
    }
  }

  /// Games in the schedule's window, ordered by start and `gamePk`; games without a start come last.
  package var games: [Card] = []
  /// Games with at least one feed answer: live games first, otherwise in the same order.
  package var scoreboard: [Card] = []
  /// Number of games per status; a status without games has no entry.
  package var statuses: [String: Int] = [:]
  /// Number of games being polled.
  package var watched = 0
  /// Memory of the largest polled game, in bytes.
  package var largest = 0
  /// Current problems by game name.
  package var troubles: [String: String] = [:]

  package init(
    games: [Card] = [], scoreboard: [Card] = [], statuses: [String: Int] = [:], watched: Int = 0, largest: Int = 0,
    troubles: [String: String] = [:]
  ) {
    self.games = games
    self.scoreboard = scoreboard
    self.statuses = statuses
    self.watched = watched
    self.largest = largest
    self.troubles = troubles
  }
}

extension GamesView.Card {
  /// Encodes a summary. `row` is its short form, if that is encoded already.
  package init(_ summary: GameSummary, row: [UInt8]? = nil) {
    let game = summary.game
    self.init(
      league: summary.league, gamePk: game.id,
      teams: [game.away.abbreviation, game.home.abbreviation].compactMap(\.self),
      row: row ?? Self.members(of: summary.row), summary: Self.members(of: summary))
  }

  private static func members(of summary: GameSummary) -> [UInt8] {
    (try? StableJSON.bytes(of: summary)).map { Array($0.dropFirst().dropLast()) } ?? []
  }
}
