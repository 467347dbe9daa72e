/// A kind of receiver: says what a message holds, and brings it there.
protocol Sink: Sendable {
  /// As in the configuration.
  var name: String { get }
  var traits: SinkTraits { get }

  /// The body of a message, and where it goes. Pure: the same content gives the same bytes in every run. Throws what
  /// makes it unfit for this sink for ever.
  func compose(_ content: MessageContent) throws(Fault) -> MessagePayload

  /// Makes one attempt, stamped with `now`, and returns within the sink's time limit or as soon as the task is
  /// cancelled.
  func send(_ message: Message, at now: Timestamp) async -> Answer
}

/// Properties of a kind of sink that the delivery engine needs.
struct SinkTraits: Equatable, Sendable {
  /// The kind of reader, which decides how revisions are sent.
  enum Audience: Sendable {
    /// A program: gets each revision as an event of its own.
    case program
    /// People: get what is so now, hear of corrections once, and are told when another sink fails.
    case people
  }

  var audience: Audience
  /// A message whose receipt has a handle can be changed in place.
  var canEdit = false
  /// One message a game, kept up to date, instead of one a fact.
  var isScoreboard = false
  /// Facts that one message can hold.
  var capacity = 1
  /// The shortest time between two messages.
  var spacing: Duration = .zero
}

/// One sink as it is to be served.
struct ConfiguredSink: Sendable {
  var sink: any Sink
  /// The settings. A sink with other settings counts as another one.
  var settings: SinkSettings
  var options: DeliveryOptions
  /// A digest of where it sends to, so that another address is known as another receiver.
  var address: String
  /// `host:port` of a service that counts the requests of all sinks together; nil where there is no such count.
  var host: String?
}

/// How the operator wants one sink served.
struct DeliveryOptions: Equatable, Sendable {
  /// How long a fact waits before it is told.
  var delay = Duration.zero
  /// How long the first fact of a burst waits for the others.
  var group = Duration.zero
  /// How long a message that is not a final is tried, from when it was due.
  var expires = Retry.standardExpiry
  /// Attempts at one time.
  var maxInFlight = 1
  /// Messages in any minute; nil for no limit.
  var maxPerMinute: Int?
  var quiet: QuietHours?

  /// From when a fact is logged until it is due.
  var lag: Duration { delay + group }
}

/// The configured sinks. A reload may replace this part of the configuration while messages are in flight.
struct DeliveryConfig: Sendable {
  /// One a sink, in the order of their names.
  var posts: [ConfiguredSink]
  /// Each event is an entry of the journal.
  var hasJournal: Bool

  func post(of sink: String) -> ConfiguredSink? { posts.first { $0.sink.name == sink } }
}
