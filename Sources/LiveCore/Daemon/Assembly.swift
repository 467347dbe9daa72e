internal import LiveMLB
internal import LiveModel
internal import LiveNBA
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// Builds the services from the configuration and connects the modules; no other type does.
struct Assembly: Sendable {
  let config: Config
  let paths: Paths
  let logger: Logger
  /// Reads the configuration again; nil when it does not come from a file.
  let reread: (@Sendable (Credentials?) throws(ConfigFaults) -> Config)?
  /// Output of `logger`; nil when nothing counts its dropped lines.
  var ownLog: OwnLog?
  /// The leagues whose events are routed and shown.
  var leagues = Leagues.known
  /// Returns the source of each league that the configuration enables.
  var sources: @Sendable (Config) -> [any League] = Assembly.sources(of:)
  /// Whether all games are simulated, and all events and messages are marked as a test.
  var isTest = false
  /// The recording or the replay of the polls; nil for none.
  var session: (any PollSession)?
  let observatory = DaemonMonitor(meters: Meters(eventTypes: Leagues.known.eventTypes))
  let reader = DaemonReader()

  /// Returns the source of each league that a configuration does not turn off. It is idle while none of its teams is
  /// followed, unless the configuration turns it on.
  @Sendable static func sources(of config: Config) -> [any League] {
    var mlb = MLB(baseURL: config.mlb.baseURL, sportIDs: config.mlb.sportIDs, gameMemory: config.poll.gameMemory)
    mlb.pushURL = config.mlb.push ? config.mlb.pushURL : nil
    let nba = NBA(
      server: config.nba.baseURL, userAgent: config.nba.userAgent, gameMemory: config.poll.gameMemory,
      balldontlie: config.balldontlie)
    return (config.mlb.enabled ? [mlb] : []) + (config.nba.enabled != false ? [nba] : [])
  }

  /// Connections to the outside: the log, the network and the service manager.
  struct Dependencies: Sendable {
    let log: EventLog
    /// Transport for requests to the leagues.
    let polls: CurlTransport
    /// Transport for messages to the receivers. Separate from `polls`, so that a receiver that hangs cannot delay
    /// polls.
    let deliveries: CurlTransport
    /// MLB's push service; nil if the configuration does not use it.
    var push: PushService?
    /// This daemon's part in a cluster; nil for a machine alone.
    var cluster: ClusterNode?
    let manager: any ServiceManager
    /// Limit of open files of this process.
    let openFiles: Int
    /// File of the last answers to lookups; nil keeps them in memory.
    var lookupPath: String?
    /// SIGHUPs since the start; nil when SIGHUP does nothing.
    let hangUps: UnixSignalsSequence?
  }

  /// State that several services share.
  struct SharedState: Sendable {
    let settings: ActiveConfig
    let scoreboard = Scoreboard()
    let sources: [LeagueID: SourceHealth]
    /// The request budget of each league's host.
    let budgets: [LeagueID: HostRateLimiter<ContinuousClock>]
    let rounds = InFlightDeadlines()
    let attempts = InFlightDeadlines()
    let info: DaemonInfo
    /// The predictions of games; nil if the configuration turns them off.
    var predictions: PredictionSource<ContinuousClock>?
    let book: PredictionBook
    /// The services that refuse their key, one sentence each.
    let refusedKeys: Locked<[String]>
    let board: ServiceStatus

    init(
      _ settings: ActiveConfig, _ enabled: [any League], _ leagues: Leagues, _ dependencies: Dependencies,
      ownLog: OwnLog?
    ) {
      let start = StartTime()
      self.settings = settings
      let book = PredictionBook(log: dependencies.log, leagues: leagues)
      self.book = book
      let refusedKeys = Locked<[String]>([])
      self.refusedKeys = refusedKeys
      let push = dependencies.push?.health
      sources = Dictionary(
        enabled.map { ($0.id, SourceHealth(since: WallClock.now(), push: $0.hasPush ? push : nil)) }
      ) { first, _ in first }
      let cluster = dependencies.cluster
      budgets = Dictionary(enabled.map { ($0.id, Self.budget(settings.polls) { cluster?.budgetDivisor ?? 1 }) }) {
        first, _ in
        first
      }
      info = DaemonInfo(
        board: { [scoreboard] in scoreboard.board },
        sources: { [sources] in
          let idle = settings.polls.current.idle
          return Dictionary(
            sources.filter { !idle.contains($0.key) }.map { ($0.key.rawValue, $0.value.state) }
          ) { first, _ in first }
        },
        followGroup: { settings.followGroup }, sinks: { settings.sinks }, refusal: { settings.refusal },
        needsRestart: { settings.needsRestart }, warnings: { settings.warnings.count },
        predictions: { book.records },
        ownLog: { ownLog?.standing ?? OwnLogStanding() },
        refusedKeys: { refusedKeys.withLock { $0 } },
        cluster: { [cluster = dependencies.cluster] in cluster?.state },
        zone: .system,
        explain: { [log = dependencies.log] record in
          let wall = WallClock.now()
          return EventExplainer(
            record: record, present: settings.polls.current.routing, sinks: settings.sinks,
            now: log.outboxTime(at: wall), wall: wall, log: log.messageID
          ).explanation
        },
        since: { start.instant() })
      board = ServiceStatus(dependencies.manager, info: info, log: dependencies.log.health) { [scoreboard] in
        scoreboard.lag(at: WallClock.now())
      }
    }

    /// Returns a budget of requests, divided by what `divisor` returns.
    private static func budget(
      _ plan: Reloadable<PollSettings>, _ divisor: @escaping @Sendable () -> Double
    ) -> HostRateLimiter<ContinuousClock> {
      HostRateLimiter(
        clock: ContinuousClock(), longestSleep: .seconds(1),
        spacing: { RequestRate.spacing(perSecond: plan.current.requestsPerSecond) * divisor() },
        patience: { plan.current.bounds.liveMax })
    }

    /// Returns the budget that all requests to a league share.
    func budget(of league: LeagueID) -> HostRateLimiter<ContinuousClock> {
      budgets[league] ?? Self.budget(settings.polls) { 1 }
    }
  }

  /// Returns the services, each after those that it needs. `StopNotifier` is last and therefore stops first.
  func services(in dependencies: Dependencies) throws -> [any Service] {
    let builder = SinkBuilder(
      transport: dependencies.deliveries, environment: paths.environment, leagues: leagues)
    let enabled = isTest ? sources(config).map(\.asTest) : sources(config)
    let settings = try ActiveConfig(config, followed: followed(in: dependencies.log), builder: builder)
    var shared = SharedState(settings, enabled, leagues, dependencies, ownLog: ownLog)
    let source = lookupSource(enabled, shared, dependencies)
    if config.mlb.enabled, config.mlb.predictions, session == nil { shared.predictions = predictionSource(source) }
    let options = socketOptions(shared, dependencies)
    let socket = try SocketServer(log: dependencies.log, endpoint: try endpoint(), options: options, logger: logger)
    observatory.meters.expectFailures(FeedFault.codes)
    observatory.open(.init(log: dependencies.log, view: shared.info, survey: socket.survey))
    let directory = directory(enabled, source, shared, dependencies)
    reader.open(
      .init(
        log: dependencies.log, scoreboard: shared.scoreboard, settings: settings, view: shared.info,
        survey: socket.survey, monitor: observatory, directory: directory))
    return [
      LogMaintenance(
        log: dependencies.log, limits: { [settings = shared.settings] in settings.retention },
        meters: observatory.meters,
        logger: logger),
      watchdog(shared, dependencies, socket),
    ] + (dependencies.cluster?.services(in: dependencies, shared, observatory.meters) ?? [])
      + (delivers ? [try delivery(shared, dependencies)] : []) + [socket]
      + lookups(directory, shared, dependencies, socket)
      + enabled.map { schedulePoller($0, shared, dependencies) }
      + [reload(shared, dependencies, socket.reloads)].compactMap(\.self)
      + [StopNotifier(board: shared.board)]
  }

  /// Whether this daemon polls games, and whether it delivers facts. A machine alone does both.
  private var watches: Bool { config.cluster?.roles.contains(.watch) ?? true }
  private var delivers: Bool { config.cluster?.roles.contains(.deliver) ?? true }

  private func reload(_ shared: SharedState, _ dependencies: Dependencies, _ orders: ReloadOrders) -> Reload? {
    guard let reread, let hangUps = dependencies.hangUps else { return nil }
    return Reload(
      settings: shared.settings, board: shared.board, logger: logger, hangUps: hangUps, orders: orders, read: reread)
  }

  /// Returns what orders have added to `follow`. If that cannot be read, the configuration alone decides.
  private func followed(in log: EventLog) -> [FollowedName] {
    do {
      return try log.followed()
    } catch {
      log.health.failed(error)
      logger.error("what orders have followed cannot be read", metadata: Fault.metadata(of: Fault(eventLog: error)))
      return []
    }
  }

  private func watchdog(_ shared: SharedState, _ dependencies: Dependencies, _ socket: SocketServer) -> Watchdog<
    SuspendingClock
  > {
    Watchdog(
      manager: dependencies.manager, board: shared.board,
      hearts: [
        .log(dependencies.log), .polls(dependencies.polls, shared.rounds),
        .deliveries(dependencies.deliveries, shared.attempts),
        .socket(socket),
      ],
      clock: SuspendingClock(), logger: logger)
  }

  private func socketOptions(_ shared: SharedState, _ dependencies: Dependencies) -> SocketOptions {
    var options = SocketOptions()
    options.meters = observatory.meters
    // Leave 256 files for the log, the feeds and the sinks.
    options.clients = min(options.clients, max(16, dependencies.openFiles - 256))
    options.view = shared.info
    options.isReloadable = reread != nil && dependencies.hangUps != nil
    return options
  }

  /// Returns the socket that systemd passed, else one to be created. Creates its folder when that is missing and
  /// permitted.
  private func endpoint() throws -> SocketEndpoint {
    if let descriptor = try SystemdManager().listeningSocket(named: "livegamed") {
      if config.socket != Config.SocketSettings() {
        logger.warning("socket settings ignored: systemd has opened the socket, and its unit sets them")
      }
      return .inherited(descriptor)
    }
    let path = paths.socket(config)
    if let folder = Folder.parent(of: path) { try? Folder.make(folder) }
    return .path(path, mode: config.socket.mode ?? 0o660, group: config.socket.group)
  }

  private func schedulePoller(
    _ league: some League, _ shared: SharedState, _ dependencies: Dependencies
  ) -> any Service {
    guard session?.isVirtual == true else {
      return schedulePoller(league, shared, dependencies, ContinuousClock(), shared.budget(of: league.id))
    }
    let clock = VirtualPollClock()
    return schedulePoller(league, shared, dependencies, clock, HostRateLimiter(clock: clock))
  }

  private func schedulePoller<C: Clock<Duration>>(
    _ league: some League, _ shared: SharedState, _ dependencies: Dependencies, _ clock: C,
    _ budget: HostRateLimiter<C>
  ) -> any Service where C: Sendable {
    let transport = session?.transport(over: dependencies.polls) ?? dependencies.polls
    var context = PollContext(
      league: league, reader: FeedReader(league: league, transport: transport), budget: budget,
      plan: shared.settings.polls, log: dependencies.cluster?.log ?? dependencies.log, clock: clock, now: WallClock.now,
      logger: logger,
      scoreboard: shared.scoreboard, health: shared.sources[league.id] ?? SourceHealth(since: WallClock.now()),
      rounds: shared.rounds, meters: observatory.meters)
    context.push = dependencies.push
    if let predictions = shared.predictions { context.prediction = { predictions.prediction(of: $0, $1) } }
    if let session {
      context.session = session
      context.now = { session.time.wall }
      context.monotonic = { session.time.monotonic }
    }
    let poller = SchedulePoller(
      context: context, catchUp: Baseline(config.catchUp), lastAlive: dependencies.log.lastAlive, pollsGames: watches
    ) { [board = shared.board] _ in await board.ready() }
    return SchedulePollerService(poller: poller)
  }
}

extension Baseline {
  fileprivate init(_ catchUp: Config.CatchUp) {
    switch catchUp {
    case .none: self = .silent
    case .summary: self = .summary
    case .all: self = .tellAll
    }
  }
}

/// Runs the schedule poller as a service. Polls end at once when the daemon stops; an append that has begun commits.
struct SchedulePollerService<L: League, C: Clock<Duration>>: Service where C: Sendable {
  let poller: SchedulePoller<L, C>

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { try await poller.run() }
    } catch is CancellationError {}
  }
}
