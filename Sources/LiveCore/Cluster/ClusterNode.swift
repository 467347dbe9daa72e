internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// This daemon's part in a cluster: its connections to NATS, its leases, and the log of its games.
struct ClusterNode: Sendable {
  /// The time without a heartbeat after which the games of a node are taken over.
  private static let ttl = Duration.seconds(5)

  let settings: Config.ClusterSettings
  let stream: any FactStream
  let share: GameShare<ContinuousClock>
  /// Whether the servers do what they should.
  let health: ClusterHealth
  /// The failures of polls to write. They are not those of this daemon's own log.
  private let logHealth = LogHealth()

  /// Begins to connect. Leases have a connection of their own, so that no long read delays a heartbeat.
  init(_ settings: Config.ClusterSettings, logger: Logger) throws(Fault) {
    let session = ClusterSession(node: settings.node)
    let options = NATSOptions(settings, name: "livegamed-\(session)")
    stream = NATSStream(try NATSClient(options))
    let clock = RunClock(uptime: RunClock.timeSinceBoot)
    let health = ClusterHealth()
    self.health = health
    share = GameShare(
      NATSLeases(try NATSClient(options)), session: session, ttl: Self.ttl, clock: ContinuousClock(), now: clock.now,
      health: health, logger: logger)
    self.settings = settings
  }

  /// The log of the games that this node polls.
  var log: StreamLog<ContinuousClock> { StreamLog(stream, share, health: logHealth) }

  /// What `status` shows.
  var state: ClusterState {
    let (trouble, watches) = (health.trouble, settings.roles.contains(.watch))
    return ClusterState(
      node: settings.node, roles: settings.roles.map(\.rawValue).sorted(by: >),
      watchers: watches ? share.watchers : nil, games: watches ? share.games : nil,
      behind: settings.roles.contains(.deliver) ? health.behind : nil, error: trouble?.error, since: trouble?.since)
  }

  /// Returns the services before those that poll.
  func services(
    in dependencies: Assembly.Dependencies, _ shared: Assembly.SharedState, _ meters: Meters, _ logger: Logger
  )
    -> [any Service]
  {
    var services: [any Service] = []
    if settings.roles.contains(.deliver) {
      services.append(
        StreamCopier(
          stream: stream, log: dependencies.log, plan: shared.settings.polls, scoreboard: shared.scoreboard,
          meters: meters, health: health, clock: ContinuousClock(), now: WallClock.now, logger: logger))
    }
    if settings.roles.contains(.watch) { services.append(GameShareService(share: share)) }
    return services
  }
}

/// Renews the leases until the daemon stops, and then gives them back.
struct GameShareService<C: Clock<Duration>>: Service where C: Sendable {
  let share: GameShare<C>

  func run() async throws {
    await cancelWhenGracefulShutdown { await share.run() }
    await share.giveBackAll()
  }
}

extension NATSOptions {
  fileprivate init(_ settings: Config.ClusterSettings, name: String) {
    self.init(url: settings.nats, name: name)
    (caFile, credentialsFile) = (settings.caFile, settings.credentialsFile)
    settings.credentials?.reveal { text in
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      (user, password) = (parts.first, parts.last.map { Secret($0) })
    }
  }
}
