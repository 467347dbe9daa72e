internal import LiveModel
internal import LivePlatform

/// The configuration in force, split into the parts that the modules use, with what orders have added to `follow`.
/// Replaced as a whole or not at all.
final class ActiveConfig: Sendable {
  /// A checked configuration: putting it in force cannot fail.
  struct Prepared: Sendable {
    fileprivate let config: Config
    fileprivate let deliveries: DeliveryConfig
    fileprivate let group: FollowGroup?
  }

  private struct State {
    /// The configuration of the files.
    var config: Config
    /// The teams and players that orders have added.
    var followed: [FollowedName]
    var group: FollowGroup?
    /// The outcome of the last reload, for the status.
    var refusal: String?
    var needsRestart: [String] = []

    var follow: FollowList { FollowList(config.follow, config.reading, stored: followed) }
    /// The configuration with what orders have added.
    var merged: Config {
      var merged = config
      merged.follow = follow.merged
      return merged
    }
  }

  let polls: Reloadable<PollSettings>
  let deliveries: Reloadable<DeliveryConfig>
  /// The configuration at the start.
  private let start: Config
  private let state: Locked<State>
  private let builder: SinkBuilder

  /// Creates the settings from the configuration and from what orders have added to `follow`. Throws the first fault of a
  /// sink's settings.
  init(_ config: Config, followed: [FollowedName] = [], builder: SinkBuilder) throws(Fault) {
    let first = try Self.prepared(config, builder)
    let state = State(config: config, followed: followed, group: first.group)
    polls = Reloadable(Self.polls(of: state.merged, builder.leagues))
    deliveries = Reloadable(first.deliveries)
    (start, self.state, self.builder) = (config, Locked(state), builder)
  }

  /// Performs every step that can fail and changes nothing. Throws the first fault of a sink's settings.
  func prepare(_ config: Config) throws(Fault) -> Prepared { try Self.prepared(config, builder) }

  /// Applies a configuration at `now`. Leaves unchanged parts alone: polls and the workers of unchanged sinks go
  /// on.
  func commit(_ next: Prepared, at now: Timestamp) -> ConfigChange {
    state.withLock { state in
      let (old, before) = (state.config, state.merged)
      let change = ConfigChange(from: old, to: next.config, since: start)
      state = State(
        config: next.config, followed: state.followed, group: next.group, needsRestart: change.needsRestart)
      // Replace the sinks before the router: no event may be routed to a sink that has no worker.
      if old.sinks != next.config.sinks || old.journal != next.config.journal {
        deliveries.replace(with: next.deliveries)
      }
      repoll(from: before, to: state.merged, at: now)
      return change
    }
  }

  /// Applies what orders have added to `follow`, at `now`.
  func apply(_ followed: [FollowedName], at now: Timestamp) {
    state.withLock { state in
      let before = state.merged
      state.followed = followed
      repoll(from: before, to: state.merged, at: now)
    }
  }

  /// Replaces the settings of the polls if they differ.
  private func repoll(from old: Config, to next: Config, at now: Timestamp) {
    guard !old.isPolled(as: next) else { return }
    var polls = Self.polls(of: next, builder.leagues)
    polls.followedSince = old.follow.isSame(as: next.follow) ? self.polls.current.followedSince : now
    self.polls.replace(with: polls)
  }

  /// Everything that is followed.
  var follow: FollowList { state.withLock { $0.follow } }

  /// The group whose members may change what is followed; nil without one.
  var followGroup: FollowGroup? { state.withLock { $0.group } }

  /// Why the last configuration was refused; nil when it is in force.
  var refusal: String? { state.withLock { $0.refusal } }

  /// Keys whose value in the files takes effect only after a restart.
  var needsRestart: [String] { state.withLock { $0.needsRestart } }

  /// The warnings of the configuration in force.
  var warnings: [Fault] {
    state.withLock { state in
      state.config.reading.warnings(alsoFollowing: state.follow.storedTeams, players: state.follow.storedPlayers)
    }
  }

  /// Records that a configuration was refused.
  func refuse(because reason: String) { state.withLock { $0.refusal = reason } }

  /// Limits for the size and the age of the log.
  var retention: Retention.Limits {
    state.withLock { state in
      Retention.Limits(
        maximumBytes: state.config.log.maxSize, age: state.config.log.retention,
        sinks: Set(state.config.sinks.map(\.name)))
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
      config: config, deliveries: DeliveryConfig(sinks: configured, hasJournal: config.journal.events),
      group: config.follow.group.map(FollowGroup.init(named:)))
  }

  private static func polls(of config: Config, _ leagues: Leagues) -> PollSettings {
    let record = RoutingRecord(config)
    return PollSettings(
      router: Router(record, leagues: leagues), routing: record.text, bounds: config.poll.bounds,
      requestsPerSecond: config.poll.requestsPerSecond, idle: config.idleLeagues(leagues))
  }
}

extension Config {
  /// Returns whether games are polled and events routed in the same way. Compares the sinks too, because the router
  /// depends on them.
  fileprivate func isPolled(as other: Config) -> Bool {
    follow.isSame(as: other.follow) && poll == other.poll && routes == other.routes && sinks == other.sinks
  }
}

extension Config.Follow {
  /// Returns whether the same teams and players are followed.
  fileprivate func isSame(as other: Config.Follow) -> Bool { teams == other.teams && players == other.players }
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
    // A conversion of the whole list would look up each conformance at run time.
    let kinds: [any SinkKind.Type] = SinkKinds.all.map { $0 }
    var config = try read(
      path: path, with: planned, environment: environment, credentials: credentials, kinds: kinds,
      readsSecrets: readsSecrets
    ) { text throws(Fault) in
      _ = try TextFormat(text)
    }
    if let warning = config.follow.groupWarning(at: config.reading.followGroup) {
      config.reading.warnings.append(warning)
    }
    return config
  }
}

extension Config.Follow {
  /// Returns the warning about a group that the system does not have, or whose members this process cannot see.
  fileprivate func groupWarning(at place: Fault.Place?) -> Fault? {
    guard let group = group.map(FollowGroup.init(named:)) else { return nil }
    guard group.exists else {
      return Fault(
        .configUnusableGroup,
        "there is no group '\(group.name)', so only root and the daemon's own user may change what is followed",
        at: place, hint: "make it with 'sudo groupadd --system \(group.name)', or set follow.group to another")
    }
    guard !group.isVisible else { return nil }
    return Fault(
      .configUnusableGroup, "the sandbox of the service hides who is in the group '\(group.name)'", at: place,
      hint: "write '[Service]' and 'PrivateUsers=no' into 'systemctl edit livegamed', then restart it")
  }
}

extension Fault.Code {
  /// The members of `follow.group` cannot be known.
  static let configUnusableGroup = Fault.Code("config.unusable-group")
}
