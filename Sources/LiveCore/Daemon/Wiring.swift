internal import Logging
internal import ServiceLifecycle

/// Makes the services from the configuration: the one place where rooms meet.
struct Wiring: Sendable {
  let config: Config
  let places: Places
  let logger: Logger
  let observatory = Observatory(meters: Meters())

  /// In the order of need, for a process that may have so many files open; the announcer is last, hence the first to hear of a stop.
  func services(
    log: EventLog, transport: some HTTPTransport, deliveries: some HTTPTransport, manager: some ServiceManager,
    openFiles: Int
  ) throws -> [any Service] {
    let board = StatusBoard(manager)
    let (scoreboard, health) = (Scoreboard(), SourceHealth(since: WallClock.now()))
    let options = socketOptions(scoreboard, health, openFiles: openFiles)
    observatory.open(.init(log: log, view: options.view) { options.sinks })
    return [
      LogKeeper(log: log, logger: logger),
      try delivery(log, deliveries, board),
      try SocketServer(log: log, endpoint: try endpoint(), options: options, logger: logger),
      RosterService(roster: roster(log, transport, board, scoreboard, health)),
      Announcer(manager: manager),
    ]
  }

  private func delivery(
    _ log: EventLog, _ transport: some HTTPTransport, _ board: StatusBoard
  ) throws -> DeliveryService<ContinuousClock> {
    let builder = SinkBuilder(transport: transport, environment: places.environment)
    return DeliveryService(
      posts: try config.sinks.map(builder.post), journal: journal(log), log: log, clock: ContinuousClock(),
      now: WallClock.now, logger: logger, meters: observatory.meters
    ) { await board.sink($0, isDisabled: $1) }
  }

  private func journal(_ log: EventLog) -> JournalSink<ContinuousClock>? {
    guard config.journal.events else { return nil }
    let writer = JournalWriter()
    guard writer.isAvailable else {
      logger.notice("no journald here: events are not written to the journal")
      return nil
    }
    let (id, router) = (log.id.rawValue, Router(config))
    return JournalSink(
      log: log, clock: ContinuousClock(), now: WallClock.now, logger: logger, meters: observatory.meters,
      follows: { router.follows($0) }
    ) { event, sequence in
      try writer.write(JournalEntry(event, sequence: sequence, logID: id).fields)
    }
  }

  private func socketOptions(_ scoreboard: Scoreboard, _ health: SourceHealth, openFiles: Int) -> SocketOptions {
    var options = SocketOptions()
    options.meters = observatory.meters
    options.sinks = config.sinks.map(ServedSink.init)
    // The log, the feeds and the sinks need some too.
    options.clients = min(options.clients, max(16, openFiles - 256))
    options.view = DaemonView(
      board: { scoreboard.board }, sources: { [LeagueID.mlb.rawValue: health.state] }, since: WallClock.now())
    return options
  }

  /// The socket that systemd keeps, else one of our own. Its folder is made where it is ours to make.
  private func endpoint() throws -> SocketEndpoint {
    if let descriptor = try SystemdManager().listeningSocket(named: "livegamed") { return .inherited(descriptor) }
    let path = places.socket(config)
    if let folder = Folder.parent(of: path) { try? Folder.make(folder) }
    return .path(path, mode: config.socket.mode ?? 0o660, group: config.socket.group)
  }

  private func roster(
    _ log: EventLog, _ transport: some HTTPTransport, _ board: StatusBoard, _ scoreboard: Scoreboard,
    _ health: SourceHealth
  ) -> Roster<MLB, ContinuousClock> {
    let league = MLB(baseURL: config.mlb.baseURL, sportIDs: config.mlb.sportIDs)
    let clock = ContinuousClock()
    let desk = Desk(
      league: league, reader: FeedReader(league: league, transport: transport),
      budget: RequestBudget(perSecond: config.poll.requestsPerSecond, clock: clock),
      bounds: Cadence.Bounds(
        liveMin: config.poll.liveMin, liveMax: config.poll.liveMax, idleMax: config.poll.idleMax),
      router: Router(config),
      log: log, clock: clock, now: WallClock.now, logger: logger,
      scoreboard: scoreboard, health: health, meters: observatory.meters)
    let now = WallClock.now()
    return Roster(desk: desk, catchUp: Baseline(config.catchUp), knownSince: min(log.lastAlive ?? now, now)) {
      await board.schedule($0)
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
