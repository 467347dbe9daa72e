internal import LiveModel
internal import LivePlatform

/// The configuration in force, split into the parts that the modules use. Replaced as a whole or not at all.
final class ActiveConfig: Sendable {
  /// A checked configuration: putting it in force cannot fail.
  struct Prepared: Sendable {
    fileprivate let config: Config
    fileprivate let polls: PollSettings
    fileprivate let deliveries: DeliveryConfig
  }

  /// The outcome of the last reload, for the status.
  private struct Standing {
    var refusal: String?
    var needsRestart: [String] = []
  }

  let polls: Reloadable<PollSettings>
  let deliveries: Reloadable<DeliveryConfig>
  /// The configuration at the start.
  private let start: Config
  private let config: Locked<Config>
  private let standing = Locked(Standing())
  private let builder: SinkBuilder

  /// Throws the first fault of a sink's settings.
  init(_ config: Config, builder: SinkBuilder) throws(Fault) {
    let first = try Self.prepared(config, builder)
    (polls, deliveries) = (Reloadable(first.polls), Reloadable(first.deliveries))
    (start, self.config, self.builder) = (config, Locked(config), builder)
  }

  /// Performs every step that can fail and changes nothing. Throws the first fault of a sink's settings.
  func prepare(_ config: Config) throws(Fault) -> Prepared { try Self.prepared(config, builder) }

  /// Applies a configuration at `now`. Leaves unchanged parts alone: polls and the workers of unchanged sinks go
  /// on.
  func commit(_ next: Prepared, at now: Timestamp) -> ConfigChange {
    let old = config.withLock { config in
      defer { config = next.config }
      return config
    }
    let change = ConfigChange(from: old, to: next.config, since: start)
    standing.withLock { $0 = Standing(needsRestart: change.needsRestart) }
    // Replace the sinks before the router: no event may be routed to a sink that has no worker.
    if old.sinks != next.config.sinks || old.journal != next.config.journal {
      deliveries.replace(with: next.deliveries)
    }
    if !old.isPolled(as: next.config) {
      var polls = next.polls
      polls.followedSince = old.follow == next.config.follow ? self.polls.current.followedSince : now
      self.polls.replace(with: polls)
    }
    return change
  }

  /// Why the last configuration was refused; nil when it is in force.
  var refusal: String? { standing.withLock { $0.refusal } }

  /// Keys whose value in the files takes effect only after a restart.
  var needsRestart: [String] { standing.withLock { $0.needsRestart } }

  /// The number of warnings of the configuration in force.
  var warnings: Int { config.withLock { $0.reading.warnings.count } }

  /// Records that a configuration was refused.
  func refuse(because reason: String) { standing.withLock { $0.refusal = reason } }

  /// Limits for the size and the age of the log.
  var retention: Retention.Limits {
    config.withLock { config in
      Retention.Limits(
        maximumBytes: config.log.maxSize, age: config.log.retention, sinks: Set(config.sinks.map(\.name)))
    }
  }

  /// Sinks as the socket lists them.
  var sinks: [SinkInfo] {
    let now = WallClock.now()
    return deliveries.current.sinks.map {
      SinkInfo($0.settings, lag: $0.options.lag, quietUntil: $0.options.quiet?.end(at: now))
    }
  }

  private static func prepared(_ config: Config, _ builder: SinkBuilder) throws(Fault) -> Prepared {
    var configured: [ConfiguredSink] = []
    for settings in config.sinks { configured.append(try builder.build(settings)) }
    let record = RoutingRecord(config)
    return Prepared(
      config: config,
      polls: PollSettings(
        router: Router(record, leagues: builder.leagues), routing: record.text, bounds: config.poll.bounds,
        requestsPerSecond: config.poll.requestsPerSecond),
      deliveries: DeliveryConfig(sinks: configured, hasJournal: config.journal.events))
  }
}

extension Config {
  /// Returns whether games are polled and events routed in the same way. Compares the sinks too, because the router
  /// depends on them.
  fileprivate func isPolled(as other: Config) -> Bool {
    follow == other.follow && poll == other.poll && routes == other.routes && sinks == other.sinks
  }
}

extension ConfigFiles {
  /// Reads the main file and its drop-ins, and checks the templates in them.
  ///
  /// - Parameters:
  ///   - path: path of the main file, which must exist.
  ///   - environment: environment in which `${env:…}` and `$CREDENTIALS_DIRECTORY` are looked up.
  ///   - credentials: the credentials that replace those of the start; nil to keep them.
  ///   - readsSecrets: whether references to secrets are resolved. If not, the configuration is good for everything but
  ///     sending.
  /// - Returns: the configuration, with defaults for missing settings.
  /// - Throws: all faults, in the order of files and lines.
  public static func read(
    path: String, environment: [String: String], credentials: Credentials? = nil, readsSecrets: Bool = true
  ) throws(ConfigFaults) -> Config {
    try read(path: path, with: nil, environment: environment, credentials: credentials, readsSecrets: readsSecrets)
  }

  /// Reads the configuration as `read(path:environment:)` does, with `text` in place of the content of `file`, which need
  /// not exist.
  package static func read(
    path: String, with planned: (file: String, text: String)?, environment: [String: String],
    credentials: Credentials? = nil, readsSecrets: Bool = true
  ) throws(ConfigFaults) -> Config {
    try read(
      path: path, with: planned, environment: environment, credentials: credentials, kinds: SinkKinds.all,
      readsSecrets: readsSecrets
    ) { text throws(Fault) in
      _ = try TextFormat(text)
    }
  }
}
