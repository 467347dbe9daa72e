internal import FoundationEssentials

/// The answer of `/api/v1/schedule`, as far as it is asked for. It comes every few minutes and is small, so that
/// `JSONDecoder` serves.
struct MLBSchedule: Decodable {
  /// Every name on the way to what is read, ancestors included.
  static let fields = [
    "dates", "games", "gamePk", "gameDate", "status", "codedGameState", "statusCode", "detailedState", "reason",
    "startTimeTBD", "teams", "away", "home", "team", "abbreviation",
  ].joined(separator: ",")

  static func games(in body: [UInt8]) throws -> [ScheduledGame] {
    try JSONDecoder().decode(MLBSchedule.self, from: Data(body)).dates.flatMap(\.games).map(\.scheduled)
  }

  private var dates: [Day]

  private struct Day: Decodable {
    var games: [Game]
  }

  private struct Game: Decodable {
    var gamePk: Int
    var gameDate: String?
    var status: Status
    var teams: Sides?

    var scheduled: ScheduledGame {
      ScheduledGame(
        game: GameID(league: .mlb, gamePk: gamePk), status: status.codes,
        start: status.startTimeTBD == true ? nil : gameDate.flatMap { Timestamp(rfc3339: $0) },
        away: teams?.away.team?.abbreviation, home: teams?.home.team?.abbreviation)
    }
  }

  private struct Status: Decodable {
    var codedGameState: String
    var statusCode: String?
    var detailedState: String?
    var reason: String?
    var startTimeTBD: Bool?

    var codes: GameStatus {
      GameStatus(
        codedGameState: codedGameState, statusCode: statusCode ?? codedGameState,
        detailedState: detailedState ?? "", reason: reason)
    }
  }

  private struct Sides: Decodable {
    var away: Side
    var home: Side

    struct Side: Decodable {
      var team: Club?
    }

    struct Club: Decodable {
      var abbreviation: String?
    }
  }
}
