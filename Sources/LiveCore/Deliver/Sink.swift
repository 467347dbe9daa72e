internal import LiveModel

/// A kind of receiver: composes messages and sends them.
protocol Sink: Sendable {
  /// The name from the configuration.
  var name: String { get }
  var traits: SinkTraits { get }

  /// Composes a message. Pure: the same content gives the same
  /// bytes in every run. Throws when the content can never be sent through this sink.
  func compose(_ content: MessageContent) throws(Fault) -> Message

  /// Makes one attempt, stamped with `now`. A receiver recognizes a repeat by the `id`. Returns within the sink's timeout, or as soon as the task is cancelled.
  func send(_ message: Message, id: WebhookID, at now: Timestamp) async -> Answer

  /// Runs `deliveries`, which sends all messages of the daemon, with what the sink needs meanwhile, such as a connection.
  func accompany(
    _ deliveries: @Sendable () async -> Void, of outbox: Outbox, in surroundings: SinkSurroundings) async
}

extension Sink {
  func accompany(
    _ deliveries: @Sendable () async -> Void, of outbox: Outbox, in surroundings: SinkSurroundings
  ) async { await deliveries() }
}

/// Properties of a kind of receiver that the delivery engine depends on.
struct SinkTraits: Equatable, Sendable {
  /// The audience of the sink's kind.
  var audience: SinkAudience
  /// Whether a message can be edited, given the handle in its receipt.
  var canEdit = false
  /// One message per game, kept up to date, instead of one per fact.
  var isScoreboard = false
  /// The number of facts that one message can hold.
  var capacity = 1
  /// The shortest time between two messages.
  var spacing: Duration = .zero
}

/// A sink with its settings and delivery options.
struct ConfiguredSink: Sendable {
  var sink: any Sink
  /// The settings that the sink was built from. Changed settings restart its worker.
  var settings: SinkSettings
  var options: DeliveryOptions
  /// A digest of the receiver's address. A different digest means a different receiver.
  var address: String
  /// `host:port` of a service with one rate limit for all sinks; nil for any other.
  var host: String?
}

/// The operator's delivery options for one sink.
struct DeliveryOptions: Equatable, Sendable {
  /// The time that a fact waits before it is sent.
  var delay = Duration.zero
  /// The time that the first fact of a burst waits for more facts.
  var group = Duration.zero
  /// The time until a message expires, counted from when it was due. Finals have at least a day.
  var expires = SinkSettings.standardExpiry
  /// Attempts at one time.
  var maxInFlight = 1
  /// Messages in any 60 s; nil for no limit.
  var maxPerMinute: Int?
  var quiet: QuietHours?

  /// The time between the logging of a fact and its delivery.
  var lag: Duration { delay + group }
}

/// The configured sinks and the journal switch. A reload replaces them while messages are under way.
struct DeliveryConfig: Sendable {
  /// One entry per sink, ordered by name.
  var sinks: [ConfiguredSink]
  /// Whether each event becomes an entry of the systemd journal.
  var hasJournal: Bool

  func sink(named name: String) -> ConfiguredSink? { sinks.first { $0.sink.name == name } }
}

extension Fault.Code {
  static let sinkBadToken = Fault.Code("sink.bad-token")
}
