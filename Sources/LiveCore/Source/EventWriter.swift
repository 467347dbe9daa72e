internal import FoundationEssentials
internal import LiveModel
internal import LivePlatform
internal import Logging

/// Appends what tracking adds to the log, and shows it on the scoreboard, in the meters and in the journal.
struct EventWriter<L: League, C: Clock<Duration>>: Sendable where C: Sendable {
  let game: GameID
  let context: PollContext<L, C>

  /// Appends the events and the checkpoint to the log. Returns the state after them.
  func write(_ tracked: Tracked<L.State>, always: Bool, _ logger: Logger) async throws -> L.State {
    if let refusal = tracked.refusal { logger.debug("poll refused", metadata: [LogKey.error: "\(refusal)"]) }
    report(tracked, logger)
    let events = try await events(for: tracked.retractions) + tracked.events
    if always || !events.isEmpty || tracked.isOver {
      var checkpoint = try Checkpoint(game: game, encoding: tracked.state, isOver: tracked.isOver)
      checkpoint.isFinal = tracked.isFinal
      let plan = context.plan.current
      let router = plan.router
      let isSilent = context.session?.isSilent ?? false
      let entries = events.map {
        LogEntry(
          event: $0, sinks: isSilent ? [] : router.sinks(for: $0), correctionSinks: router.correctionSinks(of: $0))
      }
      let batch = LogAppend(checkpoint: checkpoint, events: entries, routing: plan.routing)
      try await context.log.append(batch, at: context.now())
      if context.log.isOwn { context.meters.logged(events, isCatchUp: always, at: context.now()) }
    }
    if let last = events.last { context.scoreboard.tell(last.data.summary, of: game) }
    let message: Logger.Message = context.log.isOwn ? "event logged" : "event published"
    for event in events { logger.info(message, metadata: [LogKey.event: "\(event.id)"]) }
    return tracked.state
  }

  /// Logs a prediction of the game, or a changed one, as an event. Returns the state after it.
  func predicted(_ snapshot: L.Snapshot, _ state: L.State, _ logger: Logger) async throws -> L.State {
    guard let ask = context.prediction, let question = context.league.question(for: snapshot, state, of: game),
      let prediction = ask(game, question)
    else { return state }
    let tracked = context.league.predict(prediction, state, snapshot, of: game, observedAt: context.now())
    return tracked.events.isEmpty ? state : try await write(tracked, always: false, logger)
  }

  /// Logs a change of the feed's trouble as an event. Returns the state after it.
  func report(_ verdict: FeedMonitor.Verdict, _ state: L.State, _ logger: Logger) async throws -> L.State {
    let tracked = context.league.report(
      verdict.trouble, reason: verdict.reason, state, of: game, observedAt: context.now(),
      monotonic: context.monotonic())
    return try await write(tracked, always: false, logger)
  }

  /// Logs faults and ignored values of an answer for the operator.
  private func report(_ tracked: Tracked<L.State>, _ logger: Logger) {
    for fault in tracked.faults { logger.warning("game in doubt", metadata: Fault.metadata(of: fault)) }
    context.scoreboard.weigh(tracked.bytes, trouble: tracked.trouble, of: game)
    guard tracked.ignored.count > 0 else { return }
    context.meters.ignored(tracked.ignored.count)
    logger.debug("values ignored", metadata: [LogKey.error: "\(tracked.ignored.count): \(tracked.ignored.first ?? "")"])
  }

  /// Returns the events of these retractions. Skips facts that were never logged.
  private func events(for retractions: [Retraction]) async throws -> [Event] {
    var events: [Event] = []
    for retraction in retractions {
      guard let last = try await context.log.event(id: retraction.takenBack) else { continue }
      events.append(retraction.event(after: try last.decoded()))
    }
    return events
  }
}

extension Checkpoint {
  init(game: GameID, encoding state: some Encodable, isOver: Bool) throws {
    self.init(game: game, state: [UInt8](try JSONEncoder().encode(state)), isOver: isOver)
  }
}
