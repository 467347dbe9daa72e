internal import FoundationEssentials
internal import LiveModel
internal import LivePlatform
internal import Logging

/// Polling loop of one game: request, decode, track, append to the log, wait. Runs in a child task that ends with the
/// game.
struct GamePoller<L: League, C: Clock<Duration>>: Sendable where C: Sendable {
  let game: GameID
  /// Treatment of plays before the first answer, if the log has no checkpoint of the game.
  let baseline: Baseline
  let context: PollContext<L, C>
  /// Current schedule row of the game; nil if the schedule does not list it.
  let rows: Reloadable<ScheduledGame?>
  /// Returns whether the current configuration follows this game.
  let isWanted: @Sendable () -> Bool

  /// State kept from one poll to the next.
  private struct Progress {
    var state: L.State
    /// True once the log has a checkpoint of the game.
    var isKnown: Bool
    var health: FeedMonitor
    var cadence: Cadence
    var outage = PollFailureLog()
    var relevance: Relevance
    /// The push service of the game; nil without one.
    let push: GamePush?
    /// The time of the last request, by the run's clock.
    var asked: Timestamp
  }

  /// Next step after a poll.
  private enum Step {
    case wait(Duration)
    /// Waits the whole time even across a reload, because the server may have demanded it, unless only the log has failed.
    case backOff(PollContext<L, C>.BackOff)
    case end
  }

  /// Polls until the game is over or no longer followed. Throws only when cancelled.
  func run() async throws {
    guard let push = context.push(of: game) else { return try await run(with: nil) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await push.run() }
      defer { group.cancelAll() }
      try await run(with: push)
    }
  }

  private func run(with push: GamePush?) async throws {
    let logger = context.logger(for: game)
    guard var progress = try await begin(push, logger) else { return logger.info("game no longer followed") }
    logger.info("game watched")
    while true {
      let (generation, listing) = (context.plan.generation, Listing(rows))
      guard isWanted() else { break }
      try await context.turn(of: .game(game), isDue: progress.cadence.isDue || push?.isWanted ?? false, logger)
      progress.cadence.bounds = context.bounds
      push?.adapt(to: context.bounds, speed: progress.health.speed)
      progress.cadence.mode = LiveCadence.Mode(isEarly: context.router.hasEarlySinks, speed: progress.health.speed)
      switch try await context.round(of: .game(game), { try await poll(&progress, logger) }) {
      case .wait(let span):
        if let push {
          try await context.pause(by: push, in: generation, listing)
        } else {
          try await context.pause(for: span, in: generation, listing)
        }
      case .backOff(let backOff):
        push?.failed(wait: backOff.span, at: context.monotonic())
        try await context.backOff(backOff, while: isWanted)
      case .end: return logger.info("game over")
      }
    }
    logger.info("game no longer followed")
  }

  /// Restores the game from the log, and retries until the log can be read. Returns nil if the game is no longer
  /// followed.
  private func begin(_ push: GamePush?, _ logger: Logger) async throws -> Progress? {
    var (cadence, outage) = (Cadence(bounds: context.bounds), PollFailureLog())
    while isWanted() {
      do {
        let game = try await restored(logger)
        let health = FeedMonitor(
          known: context.league.trouble(of: game.state), revision: context.league.revision(of: game.state))
        outage.recovered(logger)
        await rememberLast()
        return Progress(
          state: game.state, isKnown: game.isKnown, health: health, cadence: Cadence(bounds: context.bounds),
          relevance: Relevance(at: context.monotonic()), push: push,
          asked: context.monotonic())
      } catch {
        let wait = try context.failure(error, of: .game(game), &cadence, &outage, logger)
        try await context.backOff(wait, while: isWanted)
      }
    }
    return nil
  }

  private func poll(_ progress: inout Progress, _ logger: Logger) async throws -> Step {
    do {
      if try await isOver(byListing: &progress, logger) { return .end }
      let state = progress.state
      progress.asked = context.monotonic()
      let answer = try await context.asking(.game, isNormal: { next(after: $0, state) != nil }) {
        try await context.reader.answer(of: game, in: state)
      }
      return try await answered(answer, &progress, logger)
    } catch {
      if let fault = error as? FeedFault, let step = missed(fault, &progress, logger) { return step }
      let wait = try context.failure(error, of: .game(game), &progress.cadence, &progress.outage, logger)
      if let fault = error as? FeedFault {
        let verdict = progress.health.failed(fault, at: context.monotonic())
        // If the log cannot be written now, the next poll reports the trouble.
        progress.state = (try? await report(verdict, progress.state, logger)) ?? progress.state
      }
      progress.relevance.failed(error as? FeedFault)
      return hasLeft(progress, logger) ? .end : .backOff(wait)
    }
  }

  /// Logs what the game's row of the schedule adds. Returns whether the game is over by it.
  private func isOver(byListing progress: inout Progress, _ logger: Logger) async throws -> Bool {
    guard let row = rows.current,
      let tracked = context.league.track(
        progress.state, listed: row, of: game, observedAt: context.now(), monotonic: context.monotonic())
    else { return false }
    progress.state = try await take(tracked, always: false, logger)
    return tracked.isOver
  }

  /// Returns the state after an answer that the file does not exist, if that is normal before the game; nil if it is a
  /// failure.
  private func next(after fault: FeedFault, _ state: L.State) -> L.State? {
    fault.isAbsence ? context.league.missed(state, of: game) : nil
  }

  /// Returns the step after such an answer; nil if it is a failure.
  private func missed(_ fault: FeedFault, _ progress: inout Progress, _ logger: Logger) -> Step? {
    guard let state = next(after: fault, progress.state) else { return nil }
    progress.state = state
    context.meters.absent()
    progress.relevance.failed(fault)
    context.success(of: .game(game), &progress.outage, logger)
    if hasLeft(progress, logger) { return .end }
    let wait = progress.cadence.missed(rows.current, at: context.now())
    progress.push?.failed(wait: wait, at: context.monotonic())
    return .wait(wait)
  }

  private func answered(
    _ answer: FeedReader<L>.Answer, _ progress: inout Progress, _ logger: Logger
  ) async throws -> Step {
    let (snapshot, now) = (answer.snapshot, context.now())
    let tracked = context.league.track(
      progress.state, snapshot, of: game, observedAt: now, monotonic: context.monotonic())
    context.meters.answered(.game, isRefused: tracked.refusal != nil)
    // Update the scoreboard before the log: a subscriber's snapshot may be ahead of its sequence, but never older.
    if tracked.refusal == nil {
      context.scoreboard.observe(context.league.summary(of: snapshot, tracked.state, observedAt: now), of: game)
    }
    // Nothing is written without events, except for the first answer, which decides what counts as already logged.
    let isFirst = !progress.isKnown && tracked.refusal == nil
    progress.state = try await take(tracked, always: isFirst, logger)
    progress.isKnown = progress.isKnown || isFirst
    if tracked.refusal == nil { progress.state = try await predicted(snapshot, progress.state, logger) }
    context.success(of: .game(game), &progress.outage, logger)
    var pulse = context.league.pulse(of: snapshot, progress.state)
    if let row = rows.current { pulse.take(row) }
    let at = Cadence.Instant(wall: context.now(), monotonic: context.monotonic())
    let verdict = progress.health.answered(pulse, isRefused: tracked.refusal != nil, at: at.monotonic)
    context.health.isStale(verdict.trouble == .stale, game)
    progress.state = try await report(verdict, progress.state, logger)
    if tracked.isOver { return .end }
    progress.relevance.answered(pulse, at: at.monotonic)
    if hasLeft(progress, logger) { return .end }
    let fresh = answer.freshness.remaining
    guard tracked.refusal == nil else {
      let wait = progress.cadence.refused(fresh: fresh)
      progress.push?.refused(asked: progress.asked, wait: wait, fresh: fresh, at: at.monotonic)
      return .wait(wait)
    }
    let (wasDue, isNew) = (progress.cadence.isDue, progress.cadence.isNew(pulse))
    let wait = progress.cadence.answered(pulse, fresh: fresh, at: at)
    context.meters.took(answer.freshness, pulse, progress.cadence, wasDue: wasDue, isNew: isNew, at: at.wall)
    progress.push?.answered(pulse, asked: progress.asked, wait: wait, fresh: fresh, at: at)
    return .wait(wait)
  }

  /// Returns whether polling of a game ends because the schedule no longer lists it and its feed is gone or unchanged.
  /// Polling starts again when the schedule lists the game, or after a restart.
  private func hasLeft(_ progress: Progress, _ logger: Logger) -> Bool {
    guard rows.current == nil, let reason = progress.relevance.reasonToLeave(at: context.monotonic()) else {
      return false
    }
    let fault = Fault(.sourceGameGone, reason, hint: "nothing to do unless the game is still played")
    logger.warning("game left", metadata: Fault.metadata(of: fault))
    return true
  }

  /// Shows the last event before a restart on the scoreboard.
  private func rememberLast() async {
    guard let last = try? await context.log.newestEvent(of: game)?.decoded() else { return }
    context.scoreboard.tell(last.data.summary, of: game)
  }

  /// Logs a prediction of the game, or a changed one, as an event. Returns the state after it.
  private func predicted(_ snapshot: L.Snapshot, _ state: L.State, _ logger: Logger) async throws -> L.State {
    guard let ask = context.prediction, let question = context.league.question(for: snapshot, state, of: game),
      let prediction = ask(game, question)
    else { return state }
    let tracked = context.league.predict(prediction, state, snapshot, of: game, observedAt: context.now())
    return tracked.events.isEmpty ? state : try await take(tracked, always: false, logger)
  }

  /// Logs a change of the feed's trouble as an event. Returns the state after it.
  private func report(_ verdict: FeedMonitor.Verdict, _ state: L.State, _ logger: Logger) async throws -> L.State {
    let tracked = context.league.report(
      verdict.trouble, reason: verdict.reason, state, of: game, observedAt: context.now(),
      monotonic: context.monotonic())
    return try await take(tracked, always: false, logger)
  }

  /// Appends the events and the checkpoint to the log. Returns the state after them.
  private func take(_ tracked: Tracked<L.State>, always: Bool, _ logger: Logger) async throws -> L.State {
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
      context.meters.logged(events, isCatchUp: always, at: context.now())
    }
    if let last = events.last { context.scoreboard.tell(last.data.summary, of: game) }
    for event in events { logger.info("event logged", metadata: [LogKey.event: "\(event.id)"]) }
    return tracked.state
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

extension Fault.Code {
  static let sourceGameGone = Fault.Code("source.game-gone")
}
