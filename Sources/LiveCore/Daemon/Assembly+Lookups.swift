internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// The services that ask the leagues for more than the polls bring.
extension Assembly {
  /// Returns the source of all answers besides the polls.
  func lookupSource(
    _ leagues: [any League], _ shared: SharedState, _ dependencies: Dependencies
  ) -> LookupSource<ContinuousClock> {
    LookupSource(
      transport: dependencies.polls, store: LookupStore(path: dependencies.lookupPath),
      services: leagues.compactMap(\.teamsAndPlayers?.service), budget: { shared.budget(of: $0) },
      clock: ContinuousClock(), now: WallClock.now,
      report: { [logger, refused = shared.refusedKeys] fault, endpoint in
        logger.warning("\(fault)", metadata: [LogKey.code: "\(fault.code.rawValue)"])
        // Another endpoint is refused because of the plan, which needs nobody's attention.
        if endpoint.isBasic {
          refused.withLock { $0.append([fault.message, fault.hint].compactMap(\.self).joined(separator: "; ")) }
        }
      })
  }

  /// Returns the source of predictions.
  func predictionSource(_ source: LookupSource<ContinuousClock>) -> PredictionSource<ContinuousClock> {
    PredictionSource(source: source, clock: ContinuousClock(), logger: logger)
  }

  /// Returns what answers questions to the leagues.
  func directory(
    _ leagues: [any League], _ source: LookupSource<ContinuousClock>, _ shared: SharedState,
    _ dependencies: Dependencies
  ) -> LookupDirectory<ContinuousClock> {
    let log = dependencies.log
    return LookupDirectory(
      leagues: leagues, idle: { [polls = shared.settings.polls] in polls.current.idle }, source: source,
      now: WallClock.now,
      logged: { try await log.newestRevisions(of: $0).compactMap { try? $0.decoded() } },
      revisions: { game in
        // A log that cannot be read says nothing of corrections. Its fault is reported elsewhere.
        ((try? await log.severalRevisions(of: game)) ?? []).compactMap { try? $0.decoded() }
      }, records: { [book = shared.book] in try await book.records(of: $0) })
  }

  /// Returns the services that ask the leagues when somebody asks the daemon.
  func lookups(
    _ directory: LookupDirectory<ContinuousClock>, _ shared: SharedState, _ dependencies: Dependencies,
    _ socket: SocketServer
  ) -> [any Service] {
    let log = dependencies.log
    let logged = LoggedPlayers(log: log)
    let names = FollowNames(leagues: directory.leagues, source: directory.source) {
      try await logged.all()
    } season: {
      try await directory.seasonPlayers(named: $0)
    } person: {
      try await directory.person(of: $0)
    }
    return [
      LookupService(orders: socket.lookups, directory: directory),
      FollowService(
        orders: socket.follows, settings: shared.settings, log: log, names: names, logger: logger,
        now: WallClock.now),
    ] + [shared.predictions].compactMap(\.self) + [shared.book]
  }
}
