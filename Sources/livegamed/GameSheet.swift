import FoundationEssentials
import LiveModel

/// The members of the daemon's answer to `game_details`. Unknown members are absent.
struct GameSheet: Decodable {
  /// The members that a row of a date's scoreboard has, too.
  var row: ScheduleGame
  /// The official date, `YYYY-MM-DD`.
  var date: String?
  var venue: GameDetails.Venue?
  var others: [Other]
  /// A note of the schedule: `Makeup of 6/18 ppd`.
  var note: String?
  /// Baseball's members; nil for a game of another league.
  var baseball: BaseballSheet?

  /// Another game of the same teams on the same date.
  struct Other: Decodable {
    var id: Int
    var number: Int?
    var state: String
    var start: Timestamp?
  }

  private struct Game: Decodable { var date: String? }

  private enum CodingKeys: String, CodingKey {
    case game, venue, others, note, league
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    row = try ScheduleGame(from: decoder)
    date = try container.decode(Game.self, forKey: .game).date
    venue = try container.decodeIfPresent(GameDetails.Venue.self, forKey: .venue)
    others = try container.decodeIfPresent([Other].self, forKey: .others) ?? []
    note = try container.decodeIfPresent(String.self, forKey: .note)
    let league = try container.decodeIfPresent(String.self, forKey: .league)
    baseball = league == "mlb" ? try BaseballSheet(from: decoder) : nil
  }

  /// Decodes the answer; nil when it is malformed.
  init?(_ bytes: [UInt8]) {
    guard let answer = try? JSONDecoder().decode(GameSheet.self, from: Data(bytes)) else { return nil }
    self = answer
  }
}
