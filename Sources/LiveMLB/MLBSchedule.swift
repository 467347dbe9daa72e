internal import FoundationEssentials
internal import LiveModel

/// Answer of `/api/v1/schedule` with the requested fields. The answer is small and rare enough for `JSONDecoder`.
///
/// An unreadable row does not affect other rows, and an unreadable optional member does not affect its row.
struct MLBSchedule: Decodable {
  /// Value of the `fields` parameter for polls: all names on the path to the read values, ancestors included.
  static let fields = [
    "dates", "games", "gamePk", "gameDate", "status", "codedGameState", "statusCode", "detailedState", "reason",
    "startTimeTBD", "teams", "away", "home", "team", "abbreviation", "date", "officialDate", "gameNumber", "gameType",
    "id", "name",
  ]

  /// The usable values of an answer's rows.
  struct Reading<Value> {
    var values: [Value] = []
    /// Number of unreadable days, rows and members, and the first reason.
    var unreadable = 0
    var reason: String?

    fileprivate mutating func note(_ reason: String) {
      unreadable += 1
      self.reason = self.reason ?? reason
    }
  }

  /// Decodes a schedule for the polls. Throws if the body is not a schedule, or if it has rows but none can be read.
  static func games(in body: [UInt8]) throws -> ScheduleAnswer {
    let reading = try read(body) { row, day in row.scheduled(on: day) }
    return ScheduleAnswer(games: reading.values, unreadable: reading.unreadable, reason: reading.reason)
  }

  /// Decodes a schedule, and makes a value of each row and the day under which it stands; nil for a row without a
  /// value. Throws if the body is not a schedule, or if it has rows but none can be read.
  static func read<Value>(_ body: [UInt8], _ value: (MLBScheduleRow, String?) -> Value?) throws -> Reading<Value> {
    var reading = Reading<Value>()
    for day in try JSONDecoder().decode(MLBSchedule.self, from: Data(body)).dates {
      guard let day = day.value else {
        reading.note(day.reason)
        continue
      }
      for row in day.games {
        guard let game = row.value else {
          reading.note(row.reason)
          continue
        }
        if let flaw = game.flaw { reading.note(flaw) }
        if let value = value(game, day.date) { reading.values.append(value) }
      }
    }
    if reading.values.isEmpty, let reason = reading.reason { throw UnreadableSchedule(reason: reason) }
    return reading
  }

  private var dates: [Lenient<Day>]

  private struct Day: Decodable {
    var date: String?
    var games: [Lenient<MLBScheduleRow>]

    private enum CodingKeys: String, CodingKey { case date, games }

    /// Throws if `games` is present and not a list.
    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      date = (try? members.decodeIfPresent(String.self, forKey: .date)) ?? nil
      games = try members.decodeIfPresent([Lenient<MLBScheduleRow>].self, forKey: .games) ?? []
    }
  }
}
