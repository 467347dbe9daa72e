internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// This daemon's part in a cluster: its connections to NATS, its leases, the log of its games, and its sinks.
struct ClusterNode: Sendable {
  /// The time without a heartbeat after which the games and the sinks of a node are taken over.
  private static let ttl = Duration.seconds(5)

  let settings: Config.ClusterSettings
  /// The stream to which this node publishes, and from which it copies.
  private let stream: any FactStream
  private let copied: any FactStream
  /// The games that this node polls.
  let games: LeaseShare<ContinuousClock>
  /// The sinks that this node serves.
  let sinks: SinkShare<ContinuousClock>
  /// Whether the servers do what they should.
  let health: ClusterHealth
  private let sinkLeases: LeaseShare<ContinuousClock>
  private let logger: Logger
  /// The failures of polls to write. They are not those of this daemon's own log.
  private let streamLogHealth = LogHealth()

  /// Begins to connect. Requests of one connection wait for each other, so heartbeats, facts, the copy and the progress of
  /// sinks have one each.
  init(_ settings: Config.ClusterSettings, log: EventLog, logger: Logger) throws(Fault) {
    let session = ClusterSession(node: settings.node)
    let options = NATSOptions(settings, name: "livegamed-\(session)")
    let renewing = try NATSClient(options)
    func client(_ role: Config.ClusterSettings.Role) throws(Fault) -> NATSClient {
      settings.roles.contains(role) ? try NATSClient(options) : renewing
    }
    let (publishing, copying, telling) = (try client(.watch), try client(.deliver), try client(.deliver))
    let (clock, health) = (RunClock(uptime: RunClock.timeSinceBoot), ClusterHealth())
    let (leases, now) = (NATSKeyedStore.leases(renewing), clock.now)
    func share(_ role: Config.ClusterSettings.Role) -> LeaseShare<ContinuousClock> {
      LeaseShare(
        role, leases, session: session, ttl: Self.ttl, clock: ContinuousClock(), now: now, health: health,
        logger: logger)
    }
    (self.settings, self.health, self.logger) = (settings, health, logger)
    (games, sinkLeases) = (share(.watch), share(.deliver))
    (stream, copied) = (NATSStream(publishing), NATSStream(copying))
    sinks = SinkShare(
      sinkLeases, NATSKeyedStore.progress(telling), log: log, clock: ContinuousClock(), now: WallClock.now,
      health: health, logger: logger, untilCopied: health.caughtUp)
  }

  /// The number by which this node divides the budget of requests that all nodes share.
  var budgetDivisor: Double { watches ? games.budgetDivisor : sinkLeases.budgetDivisor }

  private var watches: Bool { settings.roles.contains(.watch) }
  private var delivers: Bool { settings.roles.contains(.deliver) }

  /// The log of the games that this node polls.
  var log: StreamLog<ContinuousClock> { StreamLog(stream, games, health: streamLogHealth) }

  /// The node's line of `status`.
  var state: ClusterState {
    // The log tells a failure for a minute after it is over.
    let publishing =
      streamLogHealth.isFailing
      ? streamLogHealth.trouble.map { (since: $0.since, error: $0.error) } : nil
    let trouble = [health.trouble, publishing].compactMap(\.self).min { $0.since < $1.since }
    return ClusterState(
      node: settings.node, roles: settings.roles.map(\.rawValue).sorted(by: >),
      watchers: watches ? games.nodes : nil, games: watches ? games.items.count : nil,
      sinks: delivers ? sinks.sinks : nil, behind: delivers ? health.behind : nil, error: trouble?.error,
      since: trouble?.since)
  }

  /// Returns the services that those which poll and deliver need. They end after these, so that leases are given back when
  /// nothing is under way any more.
  func services(in dependencies: Assembly.Dependencies, _ shared: Assembly.SharedState, _ meters: Meters)
    -> [any Service]
  {
    let copier = StreamCopier(
      stream: copied, log: dependencies.log, plan: shared.settings.polls, scoreboard: shared.scoreboard,
      meters: meters, health: health, clock: ContinuousClock(), now: WallClock.now, logger: logger)
    return (watches ? [LeaseShareService(share: games)] : [])
      + (delivers ? [LeaseShareService(share: sinkLeases), SinkShareService(sinks: sinks), copier] : [])
  }
}

/// Renews the leases until the daemon stops, and then gives them back.
struct LeaseShareService<C: Clock<Duration>>: Service where C: Sendable {
  let share: LeaseShare<C>

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
