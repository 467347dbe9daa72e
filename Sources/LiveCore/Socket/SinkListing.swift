/// What `sinks` is answered.
public struct SinkListing: Equatable, Codable, Sendable {
  /// In the order of the configuration.
  public var sinks: [Entry]

  /// A sink that the daemon serves, and how it stands.
  public struct Entry: Equatable, Codable, Sendable {
    /// As in the configuration.
    public var name: String
    /// What it speaks, such as `webhook`.
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
    /// What the receiver answered when it asked for silence; nil when it may be sent to.
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
