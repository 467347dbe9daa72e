internal import FoundationEssentials

/// The answer of `/api/v1/schedule`, as far as it is asked for. It comes every few minutes and is small, so that
/// `JSONDecoder` serves.
///
/// A row that cannot be read costs no other, and a member that nobody needs costs no row.
struct MLBSchedule: Decodable {
  /// Every name on the way to what is read, ancestors included.
  static let fields = [
    "dates", "games", "gamePk", "gameDate", "status", "codedGameState", "statusCode", "detailedState", "reason",
    "startTimeTBD", "teams", "away", "home", "team", "abbreviation", "date", "officialDate", "gameNumber", "gameType",
    "id", "name",
  ].joined(separator: ",")

  static func games(in body: [UInt8]) throws -> ScheduleAnswer {
    let days = try JSONDecoder().decode(MLBSchedule.self, from: Data(body)).dates
    var answer = ScheduleAnswer(games: [])
    func note(_ reason: String) {
      answer.unreadable += 1
      answer.reason = answer.reason ?? reason
    }
    for day in days {
      guard let day = day.value else {
        note(day.reason)
        continue
      }
      for row in day.games {
        guard let game = row.value else {
          note(row.reason)
          continue
        }
        if let flaw = game.flaw { note(flaw) }
        if let row = game.scheduled(on: day.date) { answer.games.append(row) }
      }
    }
    if answer.games.isEmpty, let reason = answer.reason { throw UnreadableSchedule(reason: reason) }
    return answer
  }

  private var dates: [Lenient<Day>]

  /// A value of the wrong shape is none, and does not spoil those beside it.
  private struct Lenient<Value: Decodable>: Decodable {
    var value: Value?
    /// Why there is none.
    var reason = ""

    var flaw: String? { value == nil ? reason : nil }

    init(from decoder: any Decoder) {
      do {
        value = try Value(from: decoder)
      } catch {
        let place = decoder.codingPath.map(\.stringValue).joined(separator: ".")
        reason = "\((error as? DecodingError)?.inWords ?? "\(error)") in \(place)"
      }
    }
  }

  private struct Day: Decodable {
    var date: String?
    var games: [Lenient<Game>]

    private enum CodingKeys: String, CodingKey { case date, games }

    /// Throws where `games` is there and no list.
    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      date = (try? members.decodeIfPresent(String.self, forKey: .date)) ?? nil
      games = try members.decodeIfPresent([Lenient<Game>].self, forKey: .games) ?? []
    }
  }

  private struct Game: Decodable {
    var gamePk: Int?
    var gameDate: Lenient<String>?
    var officialDate: Lenient<String>?
    var gameNumber: Lenient<Int>?
    var gameType: Lenient<String>?
    var status: Status?
    var teams: Lenient<Sides>?

    /// The first member that is not as it should be, though the row is good without it.
    var flaw: String? {
      let names = [gameDate, officialDate, gameType].compactMap { $0?.flaw }
      return names.first ?? gameNumber?.flaw ?? teams?.flaw
    }

    /// Nil for a row that names no game or no state: the others are good all the same.
    func scheduled(on day: String?) -> ScheduledGame? {
      guard let gamePk, (1...999_999_999_999).contains(gamePk), let status, let codes = status.codes else { return nil }
      let teams = teams?.value
      return ScheduledGame(
        game: GameID(league: .mlb, gamePk: gamePk), status: codes,
        start: status.startTimeTBD == true ? nil : gameDate?.value.flatMap { Timestamp(rfc3339: $0) },
        date: officialDate?.value ?? day, number: gameNumber?.value, type: gameType?.value,
        clubs: LiveCore.Sides(away: teams?.away?.team ?? .init(), home: teams?.home?.team ?? .init()))
    }
  }

  private struct Status: Decodable {
    var codedGameState: String?
    var statusCode: String?
    var detailedState: String?
    var reason: String?
    var startTimeTBD: Bool?

    private enum CodingKeys: String, CodingKey {
      case codedGameState, statusCode, detailedState, reason, startTimeTBD
    }

    /// Throws where a code is there and no text: it decides what the row means.
    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      codedGameState = try members.decodeIfPresent(String.self, forKey: .codedGameState)
      statusCode = try members.decodeIfPresent(String.self, forKey: .statusCode)
      detailedState = (try? members.decodeIfPresent(String.self, forKey: .detailedState)) ?? nil
      reason = (try? members.decodeIfPresent(String.self, forKey: .reason)) ?? nil
      startTimeTBD = (try? members.decodeIfPresent(Bool.self, forKey: .startTimeTBD)) ?? nil
    }

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
