internal import FoundationEssentials
internal import LiveModel

/// An event in its wire form: CloudEvents 1.0 as JSON, one object on one line, keys sorted.
///
/// Source: CloudEvents 1.0 §2, JSON Event Format §2; `docs/events.md` describes `data`.
struct CloudEvent: Equatable, Sendable {
  var event: Event
  /// Sequence in the log that `logID` names.
  var sequence: Int
  var logID: LogID

  /// Returns a sequence as text that sorts like the number: 19 digits hold every positive Int.
  static func text(of sequence: Int) -> String { padded(sequence, to: 19) }

  /// Encodes the event as one line, without a newline.
  func line() throws -> [UInt8] { try StableJSON.bytes(of: self) }

  init(event: Event, sequence: Int, logID: LogID) {
    (self.event, self.sequence, self.logID) = (event, sequence, logID)
  }

  /// Decodes a line that this or another release wrote.
  init(line: some Sequence<UInt8>) throws {
    self = try JSONDecoder().decode(CloudEvent.self, from: Data(line))
  }
}

extension CloudEvent: Codable {
  private enum CodingKeys: String, CodingKey {
    case specversion, id, source, type, subject, time, datacontenttype, sequence, data
  }

  /// Such as `/livegamed/9f2c61/mlb/games/747175`. Contains the log's id, so that id and source stay unique after a log
  /// is lost.
  private var source: String {
    "/livegamed/\(logID.rawValue)/\(event.data.league.rawValue)/games/\(event.data.game.id)"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    event = Event(
      type: try container.decode(EventType.self, forKey: .type),
      time: try container.decode(Timestamp.self, forKey: .time),
      data: try container.decode(EventData.self, forKey: .data))
    sequence = Int(try container.decode(String.self, forKey: .sequence), in: Int.counted) ?? 0
    logID = LogID(source: try container.decode(String.self, forKey: .source)) ?? LogID(rawValue: "")
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("1.0", forKey: .specversion)
    try container.encode(event.id, forKey: .id)
    try container.encode(source, forKey: .source)
    try container.encode(event.type, forKey: .type)
    try container.encode(event.subject, forKey: .subject)
    try container.encode(event.time, forKey: .time)
    try container.encode("application/json", forKey: .datacontenttype)
    try container.encode(Self.text(of: sequence), forKey: .sequence)
    try container.encode(event.data, forKey: .data)
  }
}

/// Random name of one log, made with its file. A sequence has a meaning only within its log.
struct LogID: RawRepresentable, Hashable, Codable, Sendable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }

  /// Reads the id from the `source` of an event; fails when there is none in it.
  init?(source: String) {
    guard let id = source.split(separator: "/").dropFirst().first else { return nil }
    rawValue = String(id)
  }

  /// Returns eight random hex digits.
  static func random() -> LogID {
    LogID(rawValue: String(UInt32.random(in: 1 << 31 ... .max), radix: 16))
  }
}
