import FoundationEssentials
import LiveModel

/// One game of the daemon's answer to `schedule`. Unknown members are absent.
struct ScheduleGame: Decodable {
  /// The members that the scoreboard of polled games has, too.
  var board: BoardGame
  /// The state in a few words, without the reason: `Top 5th`, `F/10`.
  var state: String
  var records: Records?
  var isDoubleheader: Bool
  var continuation: ScoreboardGame.Continuation?
  /// The date on which the game began, or for which it was scheduled first.
  var movedFrom: String?

  struct Records: Decodable {
    var away: TeamRecord?
    var home: TeamRecord?
  }

  private enum CodingKeys: String, CodingKey {
    case state, records, doubleheader, continuation
    case movedFrom = "moved_from"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    board = try BoardGame(from: decoder)
    state = try container.decode(String.self, forKey: .state)
    records = try container.decodeIfPresent(Records.self, forKey: .records)
    isDoubleheader = try container.decodeIfPresent(Bool.self, forKey: .doubleheader) ?? false
    continuation = try container.decodeIfPresent(ScoreboardGame.Continuation.self, forKey: .continuation)
    movedFrom = try container.decodeIfPresent(String.self, forKey: .movedFrom)
  }
}

/// The daemon's answer to `schedule`.
struct ScheduleOfDate: Decodable {
  /// `YYYY-MM-DD`.
  var date: String
  var games: [ScheduleGame]
  /// The time at which the sources last confirmed the games.
  var confirmed: Timestamp?
  /// The reason why there is no newer answer; nil if this one is fresh.
  var staleBecause: String?
  var warnings: [String]?

  private enum CodingKeys: String, CodingKey {
    case date, games, confirmed, warnings
    case staleBecause = "stale_because"
  }

  /// Decodes the answer; nil when it is malformed.
  init?(_ bytes: [UInt8]) {
    guard let answer = try? JSONDecoder().decode(ScheduleOfDate.self, from: Data(bytes)) else { return nil }
    self = answer
  }
}
