internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// The configuration in force, in the parts that the rooms go by. It is replaced as a whole or not at all.
final class ActiveConfig: Sendable {
  /// A configuration of which all is known to work: to put it in force can fail no more.
  struct Prepared: Sendable {
    fileprivate let config: Config
    fileprivate let polls: PollSettings
    fileprivate let deliveries: DeliveryConfig
  }

  let polls: Reloadable<PollSettings>
  let deliveries: Reloadable<DeliveryConfig>
  /// The configuration at the start.
  private let start: Config
  private let config: Locked<Config>
  private let refused = Locked<String?>(nil)
  private let builder: SinkBuilder

  /// Throws what is wrong with a sink.
  init(_ config: Config, builder: SinkBuilder) throws(Fault) {
    let first = try Self.prepared(config, builder)
    (polls, deliveries) = (Reloadable(first.polls), Reloadable(first.deliveries))
    (start, self.config, self.builder) = (config, Locked(config), builder)
  }

  /// Does all that can fail and changes nothing. Throws what is wrong with a sink.
  func prepare(_ config: Config) throws(Fault) -> Prepared { try Self.prepared(config, builder) }

  /// Puts it in force at that time. What stays as it is is not touched: polls go on, and so do the workers of such
  /// sinks.
  func commit(_ next: Prepared, at now: Timestamp) -> ConfigChange {
    let old = config.withLock { config in
      defer { config = next.config }
      return config
    }
    refused.withLock { $0 = nil }
    // First who serves, then who routes: no event is meant for a sink that nobody serves yet.
    if old.sinks != next.config.sinks || old.journal != next.config.journal {
      deliveries.replace(with: next.deliveries)
    }
    if !old.isPolled(as: next.config) {
      var plan = next.polls
      plan.followedSince = old.follow == next.config.follow ? polls.current.followedSince : now
      polls.replace(with: plan)
    }
    return ConfigChange(from: old, to: next.config, since: start)
  }

  /// Why the last one was not put in force; nil when it was.
  var refusal: String? { refused.withLock { $0 } }

  /// It was not put in force.
  func refuse(because reason: String) { refused.withLock { $0 = reason } }

  /// How much the log may keep.
  var retention: Retention.Limits {
    config.withLock { config in
      Retention.Limits(maximumBytes: config.log.maxSize, sinks: Set(config.sinks.map(\.name)))
    }
  }

  /// The sinks as the socket reports them.
  var sinks: [SinkInfo] { deliveries.current.posts.map { SinkInfo($0.settings, lag: $0.options.lag) } }

  private static func prepared(_ config: Config, _ builder: SinkBuilder) throws(Fault) -> Prepared {
    var posts: [ConfiguredSink] = []
    for settings in config.sinks { posts.append(try builder.post(settings)) }
    let bounds = Cadence.Bounds(
      liveMin: config.poll.liveMin, liveMax: config.poll.liveMax, idleMax: config.poll.idleMax)
    return Prepared(
      config: config,
      polls: PollSettings(router: Router(config), bounds: bounds, requestsPerSecond: config.poll.requestsPerSecond),
      deliveries: DeliveryConfig(posts: posts, hasJournal: config.journal.events))
  }
}

extension Config {
  /// Whether games are polled and events routed in the same way; a router knows the sinks, too.
  fileprivate func isPolled(as other: Config) -> Bool {
    follow == other.follow && poll == other.poll && routes == other.routes && sinks == other.sinks
  }
}

/// SIGHUP: reads the configuration anew and puts it in force, or says what is wrong with it and leaves the old one.
struct Reload: Service {
  /// Reads it from where it came.
  let read: @Sendable () throws(ConfigFaults) -> Config
  let settings: ActiveConfig
  let board: ServiceStatus
  let logger: Logger
  /// Heard since before the configuration was put in force first.
  let hangUps: UnixSignalsSequence

  func run() async throws {
    for await _ in hangUps.cancelOnGracefulShutdown() { await reload() }
  }

  func reload() async {
    await board.reloading()
    do {
      let next = try settings.prepare(try read())
      tell(settings.commit(next, at: WallClock.now()))
    } catch let faults as ConfigFaults {
      refuse(because: faults.faults)
    } catch {
      refuse(because: [error as? Fault ?? Fault(.configUnreadable, "\(error)")])
    }
    await board.reloaded()
  }

  private func tell(_ change: ConfigChange) {
    let applied = change.applied.isEmpty ? "nothing" : change.applied.joined(separator: ", ")
    logger.notice("configuration reloaded", metadata: [LogKey.changes: "\(applied)"])
    guard !change.needsRestart.isEmpty else { return }
    logger.warning(
      "settings wait for a restart", metadata: [LogKey.changes: "\(change.needsRestart.joined(separator: ", "))"])
  }

  /// Everybody may read the status, and what stands in a wrong place may be a secret: the words are in the log.
  private static func outline(_ fault: Fault, of count: Int) -> String {
    (fault.place.map { "\($0) " } ?? "") + "[\(fault.code.rawValue)]" + (count > 1 ? " and \(count - 1) more" : "")
  }

  private func refuse(because faults: [Fault]) {
    for fault in faults {
      logger.error(
        "configuration not reloaded: the old one stays in force",
        metadata: Fault.metadata(of: fault))
    }
    settings.refuse(because: faults.first.map { Self.outline($0, of: faults.count) } ?? "")
  }
}
