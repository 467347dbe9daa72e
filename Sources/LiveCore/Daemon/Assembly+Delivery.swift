internal import LiveModel
internal import LivePlatform
internal import Logging

extension Assembly {
  /// Returns the service that delivers facts to the sinks and the journal.
  func delivery(_ shared: SharedState, _ dependencies: Dependencies) throws -> DeliveryService<SuspendingClock> {
    DeliveryService(
      plan: shared.settings.deliveries, journal: try journal(shared, dependencies.log), log: dependencies.log,
      clock: SuspendingClock(),
      now: dependencies.log.clock?.now ?? RunClock.shared.now, wall: WallClock.now, logger: logger,
      attempts: shared.attempts,
      meters: observatory.meters, isTest: isTest, turns: dependencies.cluster?.sinks,
      surroundings: surroundings(shared),
      announceFailure: { [board = shared.board] in await board.sink($0, fails: $1) }
    ) { [board = shared.board] in await board.sink($0, isDisabled: $1) }
  }

  private func journal(_ shared: SharedState, _ log: EventLog) throws -> JournalSink<SuspendingClock>? {
    let writer = JournalWriter()
    guard writer.isAvailable else {
      if config.journal.events { logger.notice("journald is not available: events are not written to the journal") }
      return nil
    }
    let (id, plan, leagues) = (log.id.rawValue, shared.settings.polls, leagues)
    // Writes to a journald that hangs block their thread.
    let thread = try BlockingThread(name: "livegamed-jrnl")
    return JournalSink(
      log: log, clock: SuspendingClock(), now: WallClock.now, logger: logger, meters: observatory.meters,
      follows: { plan.current.router.follows($0) }
    ) { event, sequence in
      let entry = JournalEntry(event, sequence: sequence, logID: id, leagues: leagues)
      try await thread.call { try writer.write(entry.fields) }
    }
  }
}
