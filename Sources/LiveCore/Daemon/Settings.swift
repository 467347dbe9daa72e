/// The configuration in force, in the parts that the rooms go by. It is replaced as a whole or not at all.
final class Settings: Sendable {
  /// A configuration of which all is known to work: to put it in force can fail no more.
  struct Prepared: Sendable {
    fileprivate let config: Config
    fileprivate let polls: PollPlan
    fileprivate let deliveries: DeliveryPlan
  }

  let polls: InForce<PollPlan>
  let deliveries: InForce<DeliveryPlan>
  private let config: Guarded<Config>
  private let builder: SinkBuilder

  /// Throws what is wrong with a sink.
  init(_ config: Config, builder: SinkBuilder) throws(Fault) {
    let first = try Self.prepared(config, builder)
    (polls, deliveries) = (InForce(first.polls), InForce(first.deliveries))
    (self.config, self.builder) = (Guarded(config), builder)
  }

  /// Does all that can fail and changes nothing. Throws what is wrong with a sink.
  func prepare(_ config: Config) throws(Fault) -> Prepared { try Self.prepared(config, builder) }

  /// Puts it in force. What stays as it is is not touched: polls go on, and so do the workers of such sinks.
  func commit(_ next: Prepared) -> ConfigChange {
    let change = config.withLock { config in
      defer { config = next.config }
      return ConfigChange(from: config, to: next.config)
    }
    // First who serves, then who routes: no event is meant for a sink that nobody serves yet.
    deliveries.replace(with: next.deliveries)
    polls.replace(with: next.polls)
    return change
  }

  /// What the socket tells of the sinks.
  var sinks: [ServedSink] { deliveries.current.posts.map { ServedSink($0.settings) } }

  private static func prepared(_ config: Config, _ builder: SinkBuilder) throws(Fault) -> Prepared {
    var posts: [SinkPost] = []
    for settings in config.sinks { posts.append(try builder.post(settings)) }
    let bounds = Cadence.Bounds(
      liveMin: config.poll.liveMin, liveMax: config.poll.liveMax, idleMax: config.poll.idleMax)
    return Prepared(
      config: config,
      polls: PollPlan(router: Router(config), bounds: bounds, requestsPerSecond: config.poll.requestsPerSecond),
      deliveries: DeliveryPlan(posts: posts, hasJournal: config.journal.events))
  }
}
