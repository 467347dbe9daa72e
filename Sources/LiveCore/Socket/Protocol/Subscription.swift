internal import LiveModel

/// A `subscribe` request: where the stream begins, and which events it contains.
public struct Subscription: Equatable, Sendable {
  /// The position in the log at which the stream begins.
  public enum Start: Equatable, Sendable {
    /// After the newest event.
    case now
    /// At the oldest event that the log still holds.
    case oldest
    /// After the event with this sequence.
    case sequence(Int)
  }

  /// The valid sequences: 0 (before the first event) to 2^53. Larger numbers are not exact in JSON.
  static let sequences = 0...(1 << 53)

  /// Nil continues at the client's current position, which is initially the newest event when it connected.
  public var after: Start?
  /// The id of the log that the sequence belongs to; nil skips this check.
  public var log: String?
  /// The events to send; an empty filter selects all events.
  public var filter = EventFilter()
  /// Whether the stream begins with a `snapshot` line for each game that is or was polled.
  public var snapshot = false

  /// Creates a subscription to the events after `after` that pass the filter; with `snapshot`, the games come first.
  public init(
    after: Start? = nil, log: String? = nil, filter: EventFilter = EventFilter(), snapshot: Bool = false
  ) {
    (self.after, self.log, self.filter, self.snapshot) = (after, log, filter, snapshot)
  }
}

extension Subscription: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable { case op, id, `protocol`, after, log, filter, snapshot }

  /// Decodes the members of a `subscribe` request. An unknown member is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    after = try container.decodeIfPresent(Start.self, forKey: .after)
    log = try container.decodeIfPresent(String.self, forKey: .log)
    filter = try container.decodeIfPresent(EventFilter.self, forKey: .filter) ?? EventFilter()
    snapshot = try container.decodeIfPresent(Bool.self, forKey: .snapshot) ?? false
  }

  /// Encodes a `subscribe` request.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("subscribe", forKey: .op)
    try container.encodeIfPresent(after, forKey: .after)
    try container.encodeIfPresent(log, forKey: .log)
    try container.encode(filter, forKey: .filter)
    if snapshot { try container.encode(true, forKey: .snapshot) }
  }
}

extension Subscription.Start: Codable {
  /// Decodes `"now"`, `"oldest"`, or a sequence as a number or as a text of digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = (try? container.decode(Int.self)).map(String.init) ?? (try? container.decode(String.self))
    switch text {
    case "now": self = .now
    case "oldest": self = .oldest
    default:
      guard let sequence = text.flatMap({ Int($0, in: 0...Int.max) }) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "must be a sequence, 'oldest' or 'now'")
      }
      self = .sequence(sequence)
    }
  }

  /// Encodes the form that `init(from:)` decodes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .now: try container.encode("now")
    case .oldest: try container.encode("oldest")
    case .sequence(let sequence): try container.encode(sequence)
    }
  }
}
