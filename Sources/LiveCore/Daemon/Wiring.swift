internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// Makes the services from the configuration: the one place where rooms meet.
struct Wiring: Sendable {
  let config: Config
  let places: Places
  let logger: Logger
  /// Reads the configuration anew; nil for one that is not from a file.
  let reread: (@Sendable () throws(ConfigFaults) -> Config)?
  /// Where what `logger` is told goes; nil where nobody counts what is dropped there.
  var ownLog: OwnLog?
  let observatory = Observatory(meters: Meters())

  /// What is outside: the log, the network and the service manager.
  struct World: Sendable {
    let log: EventLog
    /// To the leagues.
    let polls: CurlTransport
    /// To the receivers. Of its own: one that hangs must not keep a league from being asked.
    let posts: CurlTransport
    let manager: any ServiceManager
    /// How many this process may have.
    let openFiles: Int
    /// SIGHUPs since the start; nil where they mean nothing.
    let hangUps: UnixSignalsSequence?
  }

  /// What several rooms look at.
  private struct Commons: Sendable {
    let settings: Settings
    let scoreboard = Scoreboard()
    let source = SourceHealth(since: WallClock.now())
    let rounds = WorkInHand()
    let attempts = WorkInHand()
    let board: StatusBoard

    init(_ settings: Settings, _ world: World) {
      self.settings = settings
      board = StatusBoard(
        world.manager, scoreboard: scoreboard, source: source, log: world.log.health, refusal: { settings.refusal },
        now: WallClock.now)
    }
  }

  /// In the order of need: the announcer is last, hence the first to hear of a stop.
  func services(in world: World) throws -> [any Service] {
    let builder = SinkBuilder(transport: world.posts, environment: places.environment)
    let commons = Commons(try Settings(config, builder: builder), world)
    let options = socketOptions(commons, world)
    let socket = try SocketServer(log: world.log, endpoint: try endpoint(), options: options, logger: logger)
    observatory.meters.expectFailures(FeedFault.codes)
    observatory.open(.init(log: world.log, view: options.view))
    return [
      LogKeeper(
        log: world.log, limits: { [settings = commons.settings] in settings.retention }, meters: observatory.meters,
        logger: logger),
      watchdog(commons, world, socket),
      try delivery(commons, world),
      socket,
      RosterService(roster: roster(commons, world)),
    ] + [reload(commons, world)].compactMap(\.self) + [Announcer(board: commons.board)]
  }

  private func reload(_ commons: Commons, _ world: World) -> Reload? {
    guard let reread, let hangUps = world.hangUps else { return nil }
    return Reload(
      read: reread, settings: commons.settings, board: commons.board, logger: logger, hangUps: hangUps)
  }

  private func watchdog(_ commons: Commons, _ world: World, _ socket: SocketServer) -> Watchdog<SuspendingClock> {
    Watchdog(
      manager: world.manager, board: commons.board,
      hearts: [
        .log(world.log), .polls(world.polls, commons.rounds), .deliveries(world.posts, commons.attempts),
        .socket(socket),
      ],
      clock: SuspendingClock(), logger: logger)
  }

  private func delivery(_ commons: Commons, _ world: World) throws -> DeliveryService<SuspendingClock> {
    DeliveryService(
      plan: commons.settings.deliveries, journal: try journal(commons, world.log), log: world.log,
      clock: SuspendingClock(),
      now: world.log.clock?.now ?? RunClock.shared.now, wall: WallClock.now, logger: logger, attempts: commons.attempts,
      meters: observatory.meters
    ) { [board = commons.board] in await board.sink($0, isDisabled: $1) }
  }

  private func journal(_ commons: Commons, _ log: EventLog) throws -> JournalSink<SuspendingClock>? {
    let writer = JournalWriter()
    guard writer.isAvailable else {
      if config.journal.events { logger.notice("no journald here: events are not written to the journal") }
      return nil
    }
    let (id, plan) = (log.id.rawValue, commons.settings.polls)
    // A journald that hangs blocks whoever writes to it.
    let thread = try BlockingThread(name: "livegamed-jrnl")
    return JournalSink(
      log: log, clock: SuspendingClock(), now: WallClock.now, logger: logger, meters: observatory.meters,
      follows: { plan.current.router.follows($0) }
    ) { event, sequence in
      let entry = JournalEntry(event, sequence: sequence, logID: id)
      try await thread.call { try writer.write(entry.fields) }
    }
  }

  private func socketOptions(_ commons: Commons, _ world: World) -> SocketOptions {
    var options = SocketOptions()
    options.meters = observatory.meters
    // The log, the feeds and the sinks need some too.
    options.clients = min(options.clients, max(16, world.openFiles - 256))
    let (scoreboard, source, settings) = (commons.scoreboard, commons.source, commons.settings)
    let start = StartTime()
    options.view = DaemonView(
      board: { scoreboard.board }, sources: { [LeagueID.mlb.rawValue: source.state] }, sinks: { settings.sinks },
      refusal: { settings.refusal }, ownLog: { [ownLog] in ownLog?.standing ?? OwnLogStanding() },
      since: { start.instant() })
    return options
  }

  /// The socket that systemd keeps, else one of our own. Its folder is made where it is ours to make.
  private func endpoint() throws -> SocketEndpoint {
    if let descriptor = try SystemdManager().listeningSocket(named: "livegamed") {
      if config.socket != Config.SocketSettings() {
        logger.warning("settings of the socket not used: systemd has opened it, and its unit says how")
      }
      return .inherited(descriptor)
    }
    let path = places.socket(config)
    if let folder = Folder.parent(of: path) { try? Folder.make(folder) }
    return .path(path, mode: config.socket.mode ?? 0o660, group: config.socket.group)
  }

  private func roster(_ commons: Commons, _ world: World) -> Roster<MLB, ContinuousClock> {
    let league = MLB(baseURL: config.mlb.baseURL, sportIDs: config.mlb.sportIDs, gameMemory: config.poll.gameMemory)
    let (clock, plan) = (ContinuousClock(), commons.settings.polls)
    let desk = Desk(
      league: league, reader: FeedReader(league: league, transport: world.polls),
      budget: RequestBudget(clock: clock, patience: { plan.current.bounds.liveMax }) {
        plan.current.requestsPerSecond
      }, plan: plan, log: world.log, clock: clock,
      now: WallClock.now, logger: logger, scoreboard: commons.scoreboard, health: commons.source,
      rounds: commons.rounds, meters: observatory.meters)
    return Roster(desk: desk, catchUp: Baseline(config.catchUp), lastAlive: world.log.lastAlive) {
      [board = commons.board] _ in await board.ready()
    }
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
