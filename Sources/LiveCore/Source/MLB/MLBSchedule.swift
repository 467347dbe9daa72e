internal import FoundationEssentials

/// The answer of `/api/v1/schedule`, as far as it is asked for. It comes every few minutes and is small, so that
/// `JSONDecoder` serves.
struct MLBSchedule: Decodable {
  /// Every name on the way to what is read, ancestors included.
  static let fields = [
    "dates", "games", "gamePk", "gameDate", "status", "codedGameState", "statusCode", "detailedState", "reason",
    "startTimeTBD", "teams", "away", "home", "team", "abbreviation", "date", "officialDate", "gameNumber", "gameType",
    "id", "name",
  ].joined(separator: ",")

  static func games(in body: [UInt8]) throws -> [ScheduledGame] {
    try JSONDecoder().decode(MLBSchedule.self, from: Data(body)).dates.flatMap { day in
      (day.games ?? []).compactMap { $0.scheduled(on: day.date) }
    }
  }

  private var dates: [Day]

  private struct Day: Decodable {
    var date: String?
    var games: [Game]?
  }

  private struct Game: Decodable {
    var gamePk: Int?
    var gameDate: String?
    var officialDate: String?
    var gameNumber: Int?
    var gameType: String?
    var status: Status?
    var teams: Sides?

    /// Nil for a row that names no game or no state: the others are good all the same.
    func scheduled(on day: String?) -> ScheduledGame? {
      guard let gamePk, let status, let codes = status.codes else { return nil }
      return ScheduledGame(
        game: GameID(league: .mlb, gamePk: gamePk), status: codes,
        start: status.startTimeTBD == true ? nil : gameDate.flatMap { Timestamp(rfc3339: $0) },
        date: officialDate ?? day, number: gameNumber, type: gameType,
        clubs: LiveCore.Sides(away: teams?.away?.team ?? .init(), home: teams?.home?.team ?? .init()))
    }
  }

  private struct Status: Decodable {
    var codedGameState: String?
    var statusCode: String?
    var detailedState: String?
    var reason: String?
    var startTimeTBD: Bool?

    var codes: GameStatus? {
      codedGameState.map { state in
        GameStatus(
          codedGameState: state, statusCode: statusCode ?? state, detailedState: detailedState ?? "", reason: reason)
      }
    }
  }

  private struct Sides: Decodable {
    var away: Side?
    var home: Side?

    struct Side: Decodable {
      var team: GameSummary.Club?
    }
  }
}
