internal import FoundationEssentials
internal import LiveModel

/// Answer of `/api/v1/schedule` with the requested fields. The answer is small and rare enough for `JSONDecoder`.
///
/// An unreadable row does not affect other rows, and an unreadable optional member does not affect its row.
struct MLBSchedule: Decodable {
  /// Value of the `fields` parameter: all names on the path to the read values, ancestors included.
  static let fields = [
    "dates", "games", "gamePk", "gameDate", "status", "codedGameState", "statusCode", "detailedState", "reason",
    "startTimeTBD", "teams", "away", "home", "team", "abbreviation", "date", "officialDate", "gameNumber", "gameType",
    "id", "name",
  ].joined(separator: ",")

  /// Decodes a schedule. Throws if the body is not a schedule, or if it has rows but none can be read.
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

  /// Value that is nil if it has the wrong shape, so that its siblings are still decoded.
  private struct Lenient<Value: Decodable>: Decodable {
    var value: Value?
    /// Reason for a missing value.
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

    /// Throws if `games` is present and not a list.
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

    /// Reason of the first malformed optional member. The row is usable without it.
    var flaw: String? {
      let names = [gameDate, officialDate, gameType].compactMap { $0?.flaw }
      return names.first ?? gameNumber?.flaw ?? teams?.flaw
    }

    /// Returns the game; nil for a row without a valid game id or without a status.
    func scheduled(on day: String?) -> ScheduledGame? {
      guard let gamePk, (1...999_999_999_999).contains(gamePk), let status, let codes = status.codes else { return nil }
      let teams = teams?.value
      return ScheduledGame(
        game: GameID(league: .mlb, gamePk: gamePk), status: codes.status,
        start: status.startTimeTBD == true ? nil : gameDate?.value.flatMap { Timestamp(rfc3339: $0) },
        date: officialDate?.value ?? day, number: gameNumber?.value, type: gameType?.value,
        clubs: LiveModel.Sides(away: teams?.away?.team ?? .init(), home: teams?.home?.team ?? .init()))
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

    /// Throws if a status code is present and not a string, since the codes determine the meaning of the row.
    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      codedGameState = try members.decodeIfPresent(String.self, forKey: .codedGameState)
      statusCode = try members.decodeIfPresent(String.self, forKey: .statusCode)
      detailedState = (try? members.decodeIfPresent(String.self, forKey: .detailedState)) ?? nil
      reason = (try? members.decodeIfPresent(String.self, forKey: .reason)) ?? nil
      startTimeTBD = (try? members.decodeIfPresent(Bool.self, forKey: .startTimeTBD)) ?? nil
    }

    var codes: MLBStatus? {
      codedGameState.map { state in
        MLBStatus(
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
