/// A subscription: the starting place, and the filter.
public struct Subscription: Equatable, Sendable {
  /// Where the stream begins.
  public enum Start: Equatable, Sendable {
    /// With what comes after the newest event.
    case now
    /// With the oldest event that the log still holds.
    case oldest
    /// Behind the event of this sequence.
    case sequence(Int)
  }

  /// Those that a log gives, and 0, which is before them all. Past its end a number is not exact in JSON.
  static let sequences = 0...(1 << 53)

  /// Nil goes on from where the client stands: at first that is the moment it connected.
  public var after: Start?
  /// The log that the sequence belongs to; nil trusts that it is the one in use.
  public var log: String?
  /// Which events; all of them unless it says more.
  public var filter = EventFilter()
  /// Whether it begins with how each game stands that is or was polled.
  public var snapshot = false

  /// A subscription from `after` on to what passes the filter; with `snapshot`, games first.
  public init(
    after: Start? = nil, log: String? = nil, filter: EventFilter = EventFilter(), snapshot: Bool = false
  ) {
    (self.after, self.log, self.filter, self.snapshot) = (after, log, filter, snapshot)
  }
}

extension Subscription: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable { case op, id, `protocol`, after, log, filter, snapshot }

  /// Reads the members of a `subscribe` request.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    after = try container.decodeIfPresent(Start.self, forKey: .after)
    log = try container.decodeIfPresent(String.self, forKey: .log)
    filter = try container.decodeIfPresent(EventFilter.self, forKey: .filter) ?? EventFilter()
    snapshot = try container.decodeIfPresent(Bool.self, forKey: .snapshot) ?? false
  }

  /// Writes a `subscribe` request.
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
  /// Reads `"now"`, `"oldest"`, or a sequence as a number or in digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try? container.decode(Int.self)
    switch (number, number == nil ? try container.decode(String.self) : "") {
    case (let sequence?, _) where sequence >= 0: self = .sequence(sequence)
    case (nil, "now"): self = .now
    case (nil, "oldest"): self = .oldest
    case (nil, let digits):
      guard let sequence = Int(digits, in: 0...Int.max) else { fallthrough }
      self = .sequence(sequence)
    default:
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no start")
    }
  }

  /// Writes what `init(from:)` reads.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .now: try container.encode("now")
    case .oldest: try container.encode("oldest")
    case .sequence(let sequence): try container.encode(sequence)
    }
  }
}
