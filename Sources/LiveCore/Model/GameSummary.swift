internal import FoundationEssentials

/// The current state of one game: from the schedule alone, or from its last response. Unknown members are nil, and are
/// not written.
struct GameSummary: Equatable, Codable, Sendable {
  var league: LeagueID
  var game: Game
  /// Nil while it is to be determined.
  var start: Timestamp?
  /// It is being polled.
  var watched = false
  /// Why it is delayed, suspended, postponed or cancelled, as the feed says it: `Rain`.
  var reason: String?
  var inning: HalfInning?
  /// `Top`, `Middle`, `Bottom` or `End`.
  var inningState: String?
  var outs: Int?
  var balls: Int?
  var strikes: Int?
  var score: Score?
  var bases: Bases?
  var batter: Person?
  var pitcher: Person?
  /// The one sentence of its newest event.
  var last: String?
  /// `metaData.timeStamp` of the answer that this is from.
  var feedAt: Timestamp?
  /// When that answer came in; nil when none did since the daemon began.
  var observedAt: Timestamp?

  private enum CodingKeys: String, CodingKey {
    case league, game, start, watched, reason, inning, outs, balls, strikes, score, bases, batter, pitcher, last
    case feedAt, observedAt
    case inningState = "inning_state"
  }

  /// `data.game` of an event, as far as the schedule gives it.
  struct Game: Equatable, Codable, Sendable {
    /// The `gamePk`.
    var id: Int
    /// The official date.
    var date: String?
    /// 1, or 2 for the second game of a doubleheader.
    var number: Int?
    var type: String?
    var status: GameStatus.Phase
    var away = Club()
    var home = Club()

    /// With the other's members where it has none.
    func filled(from other: Game) -> Game {
      Game(
        id: id, date: date ?? other.date, number: number ?? other.number, type: type ?? other.type, status: status,
        away: away.filled(from: other.away), home: home.filled(from: other.home))
    }
  }

  /// One side, as far as the schedule gives it.
  struct Club: Equatable, Codable, Sendable {
    var id: Int?
    var abbreviation: String?
    var name: String?

    fileprivate func filled(from other: Club) -> Club {
      Club(id: id ?? other.id, abbreviation: abbreviation ?? other.abbreviation, name: name ?? other.name)
    }
  }

  /// An answer of the game's feed has been seen.
  var isPolled: Bool { observedAt != nil }

  /// The summary as it appears in a list of games.
  var row: GameSummary { GameSummary(league: league, game: game, start: start, watched: watched) }
}

extension GameSummary.Club {
  init(_ team: Team) { self.init(id: team.id, abbreviation: team.abbreviation, name: team.name) }
}

/// All games as programs are told of them. Each is encoded once a change, for thousands may ask at once.
struct GamesView: Equatable, Sendable {
  /// One game.
  struct Card: Equatable, Sendable {
    var gamePk: Int
    /// Both sides' abbreviations, where they are known.
    var teams: [String]
    /// The members of a JSON object, without its braces: the game in a list.
    var row: [UInt8]
    /// The same with all that is known.
    var summary: [UInt8]
  }

  /// Of the schedule's window: by start, those without one last, then by `gamePk`.
  var games: [Card] = []
  /// Those of which an answer has been seen: live ones first, then in the same order.
  var scoreboard: [Card] = []
  /// How many games there are of each status that occurs.
  var statuses: [String: Int] = [:]
  /// How many are being polled.
  var watched = 0
  /// Bytes of memory that the largest game takes which is being polled.
  var largest = 0
  /// Problems of games, by the games' names.
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
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return (try? encoder.encode(summary)).map { [UInt8]($0.dropFirst().dropLast()) } ?? []
  }

  /// Whether one of the teams plays; without any, every game fits.
  func fits(_ teams: [String]) -> Bool { teams.isEmpty || teams.contains(where: self.teams.contains) }
}

/// How a league's source stands.
struct SourceState: Equatable, Codable, Sendable {
  enum State: String, Codable, Sendable {
    /// It has not answered yet.
    case starting
    case ok
    /// Requests fail repeatedly.
    case failing
  }

  var state: State
  var since: Timestamp
  /// Why it fails.
  var error: String?
  /// How many games fail, also while the source as a whole does not; nil for none.
  var gamesFailing: Int?
  /// How many games wait far too long for a request, for more are polled than the budget allows; nil for none.
  var gamesWaiting: Int?

  private enum CodingKeys: String, CodingKey {
    case state, since, error
    case gamesFailing = "games_failing"
    case gamesWaiting = "games_waiting"
  }
}
