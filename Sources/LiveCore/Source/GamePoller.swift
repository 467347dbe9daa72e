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

  private var writer: EventWriter<L, C> { EventWriter(game: game, context: context) }

  /// State kept from one poll to the next.
  private struct Progress {
    var state: L.State
    /// True once the log has a checkpoint of the game.
    var isKnown: Bool
    var health: FeedMonitor
    var cadence: Cadence
    var outage = PollFailureLog()
    var shorts = ShortPolls<L.Outline>()
    var relevance: Relevance
    /// The push service of the game; nil without one.
    let push: GamePush?
    /// The time of the last request, by the run's clock.
    var asked: Timestamp
  }

  /// Next step after a poll.
  private enum Step {
    case wait(Duration)
    /// Requests the whole answer at once.
    case again
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
    var isOver = false
    do {
      isOver = try await watch(with: push, logger)
    } catch {
      await context.log.close(game, isOver: false)
      throw error
    }
    await context.log.close(game, isOver: isOver)
    logger.info(isOver ? "game over" : "game no longer followed")
  }

  /// Polls until the game is over, or no longer followed. Returns whether it is over.
  private func watch(with push: GamePush?, _ logger: Logger) async throws -> Bool {
    guard var progress = try await OwnTask.run({ try await begin(push, logger) }) else { return isWanted() }
    logger.info("game watched")
    while true {
      let (generation, listing) = (context.plan.generation, Listing(rows))
      guard isWanted() else { return false }
      if !context.log.isCurrent(game) {
        guard let again = try await OwnTask.run({ try await begin(push, logger) }) else { return isWanted() }
        progress = again
      }
      if progress.shorts.isWholeWanted {
        try await context.secondTurn(of: .game(game), logger)
      } else {
        try await context.turn(of: .game(game), isDue: progress.cadence.isDue || push?.isWanted ?? false, logger)
      }
      progress.cadence.bounds = context.bounds
      push?.adapt(to: context.bounds, speed: progress.health.speed)
      progress.cadence.mode = LiveCadence.Mode(isEarly: context.router.hasEarlySinks, speed: progress.health.speed)
      let (next, step) = try await context.round(of: .game(game)) { try await poll(progress, logger) }
      progress = next
      switch step {
      case .wait(let span):
        if let push {
          try await context.pause(by: push, in: generation, listing)
        } else {
          try await context.pause(for: span, in: generation, listing)
        }
      case .backOff(let backOff):
        push?.failed(wait: backOff.span, at: context.monotonic())
        try await context.backOff(backOff, while: isWanted)
      case .again: continue
      case .end: return true
      }
    }
  }

  /// Restores the game from the log, and retries until the log can be read. Returns nil if the game is no longer
  /// followed, or was taken to its end by another daemon.
  private func begin(_ push: GamePush?, _ logger: Logger) async throws -> Progress? {
    var (cadence, outage) = (Cadence(bounds: context.bounds), PollFailureLog())
    while isWanted() {
      do {
        guard let game = try await restored(logger) else { return nil }
        let health = FeedMonitor(
          known: context.league.trouble(of: game.state), revision: context.league.revision(of: game.state))
        outage.recovered(logger)
        await rememberLast()
        let now = context.monotonic()
        return Progress(
          state: game.state, isKnown: game.isKnown, health: health, cadence: Cadence(bounds: context.bounds),
          relevance: Relevance(at: now), push: push, asked: now)
      } catch let moved as GameMoved {
        moved.log(logger)
      } catch {
        let wait = try context.failure(error, of: .game(game), &cadence, &outage, logger)
        try await context.backOff(wait, while: isWanted)
      }
    }
    return nil
  }

  /// Polls once, in a task of its own.
  private func poll(_ progress: Progress, _ logger: Logger) async throws -> (Progress, Step) {
    try await OwnTask.run {
      var progress = progress
      let step = try await poll(&progress, logger)
      return (progress, step)
    }
  }

  private func poll(_ progress: inout Progress, _ logger: Logger) async throws -> Step {
    do {
      if try await isOver(byListing: &progress, logger) { return .end }
      let state = progress.state
      progress.asked = context.monotonic()
      let outline = outline(progress)
      let answer = try await context.asking(.game, isNormal: { next(after: $0, state) != nil }) {
        try await context.reader.answer(of: game, in: state, after: outline)
      }
      return try await answered(answer, &progress, logger)
    } catch let moved as GameMoved {
      moved.log(logger)
      return .again
    } catch {
      if let fault = error as? FeedFault, let step = missed(fault, &progress, logger) { return step }
      let wait = try context.failure(error, of: .game(game), &progress.cadence, &progress.outage, logger)
      if let fault = error as? FeedFault {
        let verdict = progress.health.failed(fault, at: context.monotonic())
        // If the log cannot be written now, the next poll reports the trouble.
        progress.state = (try? await writer.report(verdict, progress.state, logger)) ?? progress.state
      }
      progress.relevance.failed(error as? FeedFault)
      progress.shorts.forget()
      return hasLeft(progress, logger) ? .end : .backOff(wait)
    }
  }

  /// Returns the outline for a short request; nil if the request must be whole: a result is likely, or the push service has
  /// announced news. A recording keeps whole answers, which any later version can replay.
  private func outline(_ progress: Progress) -> L.Outline? {
    guard context.session == nil, !progress.cadence.isResultLikely, progress.push?.isWanted != true else { return nil }
    return progress.shorts.base(at: context.monotonic(), speed: progress.health.speed)
  }

  /// Logs what the game's row of the schedule adds. Returns whether the game is over by it.
  private func isOver(byListing progress: inout Progress, _ logger: Logger) async throws -> Bool {
    guard let row = rows.current,
      let tracked = context.league.track(
        progress.state, listed: row, of: game, observedAt: context.now(), monotonic: context.monotonic())
    else { return false }
    progress.state = try await writer.write(tracked, always: false, logger)
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
    guard let outline = answer.outline else { return try await track(answer.snapshot, answer, &progress, logger) }
    switch context.league.read(answer.snapshot, after: outline) {
    case .whole(let snapshot): return try await track(snapshot, answer, &progress, logger)
    case .unchanged(let snapshot):
      context.meters.answered(.game, isRefused: false)
      observe(snapshot, progress.state)
      progress.shorts.unchanged(context.league.outline(of: snapshot, progress.state))
      return try await settle(snapshot, answer, nil, &progress, logger)
    case .changed: progress.shorts.insufficient(isBlank: false)
    case .blank: progress.shorts.insufficient(isBlank: true)
    }
    context.meters.answered(.game, isRefused: false)
    return .again
  }

  /// Logs what a whole answer adds.
  private func track(
    _ snapshot: L.Snapshot, _ answer: FeedReader<L>.Answer, _ progress: inout Progress, _ logger: Logger
  ) async throws -> Step {
    let tracked = context.league.track(
      progress.state, snapshot, of: game, observedAt: context.now(), monotonic: context.monotonic())
    let isRefused = tracked.refusal != nil
    context.meters.answered(.game, isRefused: isRefused)
    if !isRefused { observe(snapshot, tracked.state) }
    // Nothing is written without events, except for the first answer, which decides what counts as already logged.
    let isFirst = !progress.isKnown && !isRefused
    progress.state = try await writer.write(tracked, always: isFirst, logger)
    progress.isKnown = progress.isKnown || isFirst
    if isRefused {
      progress.shorts.forget()
    } else {
      progress.state = try await writer.predicted(snapshot, progress.state, logger)
      progress.shorts.accepted(context.league.outline(of: snapshot, progress.state), at: context.monotonic())
    }
    return try await settle(snapshot, answer, tracked, &progress, logger)
  }

  /// Updates the scoreboard, before the log: a subscriber's snapshot may be ahead of its sequence, but never older.
  private func observe(_ snapshot: L.Snapshot, _ state: L.State) {
    context.scoreboard.observe(context.league.summary(of: snapshot, state, observedAt: context.now()), of: game)
  }

  /// Returns the step after an answer. `tracked` is what it added; nil for a short answer with nothing new.
  private func settle(
    _ snapshot: L.Snapshot, _ answer: FeedReader<L>.Answer, _ tracked: Tracked<L.State>?, _ progress: inout Progress,
    _ logger: Logger
  ) async throws -> Step {
    let isRefused = tracked?.refusal != nil
    context.success(of: .game(game), &progress.outage, logger)
    var pulse = context.league.pulse(of: snapshot, progress.state)
    if let row = rows.current { pulse.take(row) }
    let at = Cadence.Instant(wall: context.now(), monotonic: context.monotonic())
    let verdict = progress.health.answered(pulse, isRefused: isRefused, at: at.monotonic)
    context.health.isStale(verdict.trouble == .stale, game)
    progress.state = try await writer.report(verdict, progress.state, logger)
    if tracked?.isOver == true { return .end }
    progress.relevance.answered(pulse, at: at.monotonic)
    if hasLeft(progress, logger) { return .end }
    let fresh = answer.freshness.remaining
    guard !isRefused else {
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
}

extension Fault.Code {
  static let sourceGameGone = Fault.Code("source.game-gone")
}
