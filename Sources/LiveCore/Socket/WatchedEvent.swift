internal import FoundationEssentials

/// What a client looks at in an event's line. A newer daemon may write types and members that this one does not know.
struct WatchedEvent: Decodable, Sendable {
  /// Its place in the log.
  let sequence: Int
  /// `mlb/747175/5-top/pa/665489/1@1`.
  let id: String
  let type: String
  /// Of its log; nil when its source does not name one.
  let log: String?
  /// `TOR@AZ`.
  let subject: String?
  /// When it happened.
  let time: Timestamp?
  let data: Content

  struct Content: Decodable, Sendable {
    var revision: Int?
    var provisional: Bool?
    var game: Game?
    var importance: Int?
    var tags: [String]?
    var summary: String?
    /// When the daemon saw it.
    var observedAt: Timestamp?
  }

  struct Game: Decodable, Sendable {
    /// The gamePk.
    var id: Int?
    var away, home: Club?
  }

  struct Club: Decodable, Sendable { var abbreviation: String? }

  /// Both sides' abbreviations, the away side's first.
  var teams: [String] { [data.game?.away, data.game?.home].compactMap { $0?.abbreviation } }

  private enum CodingKeys: String, CodingKey { case specversion, id, source, type, subject, time, sequence, data }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decode(String.self, forKey: .specversion).hasPrefix("1."),
      let sequence = Int(
        try container.decode(String.self, forKey: .sequence), in: Subscription.sequences)
    else { throw DecodingError.dataCorruptedError(forKey: .sequence, in: container, debugDescription: "no event") }
    self.sequence = sequence
    id = try container.decode(String.self, forKey: .id)
    type = try container.decode(String.self, forKey: .type)
    let source = try container.decodeIfPresent(String.self, forKey: .source)
    log = source?.split(separator: "/").dropFirst().first.map(String.init)
    subject = try container.decodeIfPresent(String.self, forKey: .subject)
    time = try container.decodeIfPresent(Timestamp.self, forKey: .time)
    data = try container.decode(Content.self, forKey: .data)
  }
}
