internal import FoundationEssentials
internal import LiveModel

/// The members of an event's line that filters, clients and programs use. Unknown types and members are accepted, and
/// most members may be missing, because another version may have written the line.
struct EventHead: Decodable, Equatable, Sendable {
  /// The sequence in the log.
  let sequence: Int
  /// The id of the event, for example `mlb/747175/5-top/pa/665489/1@1`.
  let id: String
  let type: String
  /// The id of its log; nil when `source` does not contain one.
  let log: String?
  /// The subject, for example `TOR@AZ`.
  let subject: String?
  /// The time when it happened.
  let time: Timestamp?
  let data: Content

  struct Content: Decodable, Equatable, Sendable {
    var revision: Int?
    /// `new`, `completed`, `corrected` or `retracted`.
    var change: String?
    var retracted: Bool?
    var provisional: Bool?
    /// The abbreviation of the club whose event it is.
    var team: String?
    var league: String?
    var game: Game?
    var score: Score?
    var players: [Player]?
    var importance: Int?
    var tags: [String]?
    var summary: String?
    /// The new start time of a game that was moved.
    var scheduledStart: Timestamp?
    /// The time when the daemon observed it.
    var observedAt: Timestamp?
  }

  struct Game: Decodable, Equatable, Sendable {
    /// The gamePk.
    var id: Int?
    var away, home: Club?
  }

  struct Player: Decodable, Equatable, Sendable { var name: String? }

  struct Club: Decodable, Equatable, Sendable { var abbreviation: String? }

  /// The abbreviations of the away team and the home team; nil without a game.
  var teams: [String]? { data.game.map { [$0.away, $0.home].compactMap { $0?.abbreviation } } }

  private enum CodingKeys: String, CodingKey { case specversion, id, source, type, subject, time, sequence, data }

  /// Decodes a line. Throws when it is not a CloudEvent 1.x with a sequence.
  init(line: some Sequence<UInt8>) throws { self = try JSONDecoder().decode(Self.self, from: Data(line)) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decode(String.self, forKey: .specversion).hasPrefix("1."),
      let sequence = Int(try container.decode(String.self, forKey: .sequence), in: Int.counted)
    else { throw DecodingError.dataCorruptedError(forKey: .sequence, in: container, debugDescription: "no event") }
    self.sequence = sequence
    id = try container.decode(String.self, forKey: .id)
    type = try container.decode(String.self, forKey: .type)
    log = try container.decodeIfPresent(String.self, forKey: .source).flatMap(LogID.init(source:))?.rawValue
    subject = try container.decodeIfPresent(String.self, forKey: .subject)
    time = try container.decodeIfPresent(Timestamp.self, forKey: .time)
    data = try container.decode(Content.self, forKey: .data)
  }
}
