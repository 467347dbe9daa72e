import FoundationEssentials
import LiveCore
import LiveModel

/// The daemon's answer to a lookup: its own members, and those that every lookup has.
struct LookupReply<Members: Decodable>: Decodable {
  var members: Members
  /// The time at which the sources last confirmed the answer.
  private var confirmed: Timestamp?
  /// The reason why there is no newer answer; nil if this one is fresh.
  private var staleBecause: String?
  private var warnings: [String]?

  private enum CodingKeys: String, CodingKey {
    case confirmed, warnings
    case staleBecause = "stale_because"
  }

  /// Decodes the answer; nil when it is malformed.
  init?(_ line: WatchLine) {
    guard let answer = try? JSONDecoder().decode(Self.self, from: Data(line.bytes)) else { return nil }
    self = answer
  }

  init(from decoder: any Decoder) throws {
    members = try Members(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    confirmed = try container.decodeIfPresent(Timestamp.self, forKey: .confirmed)
    staleBecause = try container.decodeIfPresent(String.self, forKey: .staleBecause)
    warnings = try container.decodeIfPresent([String].self, forKey: .warnings)
  }

  /// Writes the warnings, and how old the answer is if it is not fresh. `subject` is what was asked for: `the players`.
  func complain(about subject: String, in zone: LocalZone, at now: Timestamp) {
    (warnings ?? []).forEach { Terminal.complain($0) }
    guard let staleBecause else { return }
    let since = confirmed.map { "\(subject) as of \(zone.time(at: $0).beside(zone.time(at: now)))" } ?? "old data"
    Terminal.complain("\(since), because of an error: \(staleBecause)")
  }
}

/// The daemon's answer to `team`.
struct TeamMembers: Decodable {
  var season: Int
  var team: TeamListing
  var next: NextGame?
  /// Nil if the league gave none, of which the answer warns.
  var roster: [PlayerListing]?

  private enum CodingKeys: String, CodingKey {
    case season, team, roster
    case next = "next_game"
  }

  /// The game of a team that is in progress, or the next one.
  struct NextGame: Decodable {
    var board: BoardGame
    /// `YYYY-MM-DD`.
    var date: String?

    private enum CodingKeys: String, CodingKey { case game }
    private struct Day: Decodable { var date: String? }

    init(from decoder: any Decoder) throws {
      board = try BoardGame(from: decoder)
      date = try decoder.container(keyedBy: CodingKeys.self).decode(Day.self, forKey: .game).date
    }
  }
}
