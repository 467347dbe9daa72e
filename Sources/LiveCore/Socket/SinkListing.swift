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
    public var uncomposed: Int
    /// Dead letters.
    public var dead: Int
    /// When a message was last taken.
    public var lastTold: Timestamp?
    /// Why nothing is sent any more; nil when all is well.
    public var disabled: String?
    /// Since when.
    public var disabledSince: Timestamp?

    private enum CodingKeys: String, CodingKey {
      case name, type, waiting, uncomposed, dead, disabled
      case lastTold = "last_told"
      case disabledSince = "disabled_since"
    }
  }
}

extension SinkListing.Entry {
  /// One for each of these sinks, in their order.
  static func all(of sinks: [ServedSink], _ standings: [String: SinkStanding]) -> [Self] {
    sinks.map { Self($0, standings[$0.name] ?? SinkStanding()) }
  }

  init(_ sink: ServedSink, _ standing: SinkStanding) {
    self.init(
      name: sink.name, type: sink.kind, waiting: standing.waiting, uncomposed: standing.uncomposed,
      dead: standing.dead, lastTold: standing.lastTold, disabled: standing.disabled,
      disabledSince: standing.disabledSince)
  }
}
