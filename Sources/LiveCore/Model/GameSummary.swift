/// What is known of one game now: from the schedule alone, or as its last answer shows it. What is not known is nil,
/// and not written.
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

  /// What stands in a list of games.
  var row: GameSummary { GameSummary(league: league, game: game, start: start, watched: watched) }
}

extension GameSummary.Club {
  init(_ team: Team) { self.init(id: team.id, abbreviation: team.abbreviation, name: team.name) }
}
