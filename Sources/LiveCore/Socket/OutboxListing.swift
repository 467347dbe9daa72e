/// The answer to `outbox`.
public struct OutboxListing: Equatable, Codable, Sendable {
  /// The newest last.
  public var entries: [Entry]
  /// There are older ones than these.
  public var more: Bool
  /// Facts that wait and that no message tells yet, by sink.
  public var pending: [String: Int]

  /// A message that waits, or a dead letter.
  public struct Entry: Equatable, Codable, Sendable {
    /// Whether anybody still tries it.
    public enum State: String, Codable, Sendable { case waiting, dead }

    /// By which an order names it.
    public var number: Int
    /// Its receiver.
    public var sink: String
    /// Its game, `mlb/747175`; `quiet` for a digest of quiet hours, `notice` for a word to the operator.
    public var lane: String
    /// Whether it waits or was given up.
    public var state: State
    /// The id of the first event that it tells; nil for a notice.
    public var event: String?
    /// Facts that it tells; 0 for a notice.
    public var facts: Int
    /// How many failed.
    public var attempts: Int
    /// When the next attempt is due; of a dead letter when its last one was.
    public var due: Timestamp
    /// Why the last attempt failed.
    public var error: String?
    /// When it came to stand so.
    public var changed: Timestamp
  }
}

extension OutboxListing.Entry {
  init(_ entry: OutboxEntry) {
    self.init(
      number: entry.number, sink: entry.sink, lane: entry.lane, state: entry.state == .dead ? .dead : .waiting,
      event: entry.event, facts: entry.facts, attempts: entry.attempts, due: entry.due, error: entry.error,
      changed: entry.changed)
  }
}

/// The answer to `sinks`.
public struct SinkListing: Equatable, Codable, Sendable {
  /// In the order of the configuration.
  public var sinks: [Entry]

  /// A sink that the daemon serves, and how it stands.
  public struct Entry: Equatable, Codable, Sendable {
    /// As in the configuration.
    public var name: String
    /// The sink's type, such as `webhook`.
    public var type: String
    /// Facts that it has not been told.
    public var waiting: Int
    /// Of those, how many no message tells yet.
    public var pending: Int
    /// Facts that were given up.
    public var dead: Int
    /// When a message was last taken.
    public var lastDelivered: Timestamp?
    /// Why nothing is sent any more; nil when all is well.
    public var disabled: String?
    /// Since when.
    public var disabledSince: Timestamp?
    /// The receiver's answer that asked for a pause; nil if the sink is not paused.
    public var pause: String?
    /// Until when nothing is sent.
    public var pausedUntil: Timestamp?
    /// Why the last attempt failed of what is tried most often; nil when nothing that waits has failed.
    public var error: String?

    private enum CodingKeys: String, CodingKey {
      case name, type, waiting, pending, dead, disabled, pause, error
      case lastDelivered = "last_delivered"
      case disabledSince = "disabled_since"
      case pausedUntil = "paused_until"
    }
  }
}

extension SinkListing.Entry {
  /// Returns one for each of these sinks, in their order, as `log` has them; `wall` is the time.
  static func all(
    of sinks: [SinkInfo], _ standings: [String: SinkStatus], in log: EventLog, at wall: Timestamp = WallClock.now()
  ) -> [Self] {
    let now = log.outboxTime(at: wall)
    return sinks.map { Self($0, standings[$0.name] ?? SinkStatus(), at: now, wall: wall) }
  }

  /// `now` is the time of the outbox, `wall` what people call it.
  private init(_ sink: SinkInfo, _ standing: SinkStatus, at now: Timestamp, wall: Timestamp) {
    let pause = standing.pause.flatMap { $0.until > now ? $0 : nil }
    self.init(
      name: sink.name, type: sink.kind, waiting: standing.waiting, pending: standing.pending,
      dead: standing.dead, lastDelivered: standing.lastDelivered, disabled: standing.disabled,
      disabledSince: standing.disabledSince, pause: pause?.reason,
      pausedUntil: pause.map { wall + ($0.until - now) }, error: standing.trouble)
  }
}

/// A configured sink as the socket reports it, without its secrets.
struct SinkInfo: Equatable, Sendable {
  var name: String
  /// `webhook`
  var kind: String
  /// How long a dead letter is tried again.
  var expires: Duration
  /// How long a fact waits there after it was logged.
  var lag = Duration.zero
}

extension SinkInfo {
  init(_ settings: SinkSettings, lag: Duration) {
    self.init(name: settings.name, kind: settings.kind.rawValue, expires: settings.expires, lag: lag)
  }
}
