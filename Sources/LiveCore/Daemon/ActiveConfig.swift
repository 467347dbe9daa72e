internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// The configuration in force, split into the parts that the modules use. Replaced as a whole or not at all.
final class ActiveConfig: Sendable {
  /// A checked configuration: putting it in force cannot fail.
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

  /// Throws the first fault of a sink's settings.
  init(_ config: Config, builder: SinkBuilder) throws(Fault) {
    let first = try Self.prepared(config, builder)
    (polls, deliveries) = (Reloadable(first.polls), Reloadable(first.deliveries))
    (start, self.config, self.builder) = (config, Locked(config), builder)
  }

  /// Performs every step that can fail and changes nothing. Throws the first fault of a sink's settings.
  func prepare(_ config: Config) throws(Fault) -> Prepared { try Self.prepared(config, builder) }

  /// Puts a configuration in force at `now`. Leaves unchanged parts alone: polls and the workers of unchanged sinks go
  /// on.
  func commit(_ next: Prepared, at now: Timestamp) -> ConfigChange {
    let old = config.withLock { config in
      defer { config = next.config }
      return config
    }
    refused.withLock { $0 = nil }
    // Replace the sinks before the router: no event may be routed to a sink that has no worker.
    if old.sinks != next.config.sinks || old.journal != next.config.journal {
      deliveries.replace(with: next.deliveries)
    }
    if !old.isPolled(as: next.config) {
      var polls = next.polls
      polls.followedSince = old.follow == next.config.follow ? self.polls.current.followedSince : now
      self.polls.replace(with: polls)
    }
    return ConfigChange(from: old, to: next.config, since: start)
  }

  /// Why the last configuration was refused; nil when it is in force.
  var refusal: String? { refused.withLock { $0 } }

  /// Records that a configuration was refused.
  func refuse(because reason: String) { refused.withLock { $0 = reason } }

  /// Limits for the size of the log.
  var retention: Retention.Limits {
    config.withLock { config in
      Retention.Limits(maximumBytes: config.log.maxSize, sinks: Set(config.sinks.map(\.name)))
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
    return Prepared(
      config: config,
      polls: PollSettings(
        router: Router(config, leagues: builder.leagues), bounds: config.poll.bounds,
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

/// Reloads the configuration on SIGHUP. Logs the faults of a bad one and keeps the old one in force.
struct Reload: Service {
  /// Reads the configuration from its source.
  let read: @Sendable () throws(ConfigFaults) -> Config
  let settings: ActiveConfig
  let board: ServiceStatus
  let logger: Logger
  /// SIGHUPs, trapped since before the first configuration was put in force.
  let hangUps: UnixSignalsSequence

  func run() async throws {
    for await _ in hangUps.cancelOnGracefulShutdown() { await reload() }
  }

  func reload() async {
    await board.reloading()
    do {
      let next = try settings.prepare(try read())
      log(settings.commit(next, at: WallClock.now()))
    } catch let faults as ConfigFaults {
      refuse(because: faults.faults)
    } catch {
      refuse(because: [error as? Fault ?? Fault(.configUnreadable, "\(error)")])
    }
    await board.reloaded()
  }

  private func log(_ change: ConfigChange) {
    let applied = change.applied.isEmpty ? "nothing" : change.applied.joined(separator: ", ")
    logger.notice("configuration reloaded", metadata: [LogKey.changes: "\(applied)"])
    guard !change.needsRestart.isEmpty else { return }
    logger.warning(
      "settings wait for a restart", metadata: [LogKey.changes: "\(change.needsRestart.joined(separator: ", "))"])
  }

  /// Returns the place and the code of a fault, without its message: every local user may read the status, and a
  /// misplaced value may be a secret. The full message is logged.
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

extension ConfigFiles {
  /// Reads the main file and its drop-ins, and checks the templates in them.
  ///
  /// - Parameters:
  ///   - path: path of the main file, which must exist.
  ///   - environment: environment in which `${env:…}` and `$CREDENTIALS_DIRECTORY` are looked up.
  /// - Returns: the configuration, with defaults for missing settings.
  /// - Throws: all faults, in the order of files and lines.
  public static func read(path: String, environment: [String: String]) throws(ConfigFaults) -> Config {
    try read(path: path, environment: environment, kinds: SinkKinds.all) { text throws(Fault) in
      _ = try TextFormat(text)
    }
  }
}
