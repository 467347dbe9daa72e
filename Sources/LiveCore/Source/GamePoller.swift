internal import FoundationEssentials
internal import Logging

/// One game's life: poll, decode, track, append, wait. Run in a child task that ends with the game.
struct GamePoller<L: League, C: Clock<Duration>>: Sendable where C: Sendable {
  let game: GameID
  /// What to do with what has already been, if the log does not know the game.
  let baseline: Baseline
  let context: PollContext<L, C>
  /// What the schedule says of it, kept up to date.
  let rows: Reloadable<ScheduledGame?>
  /// Whether the plan in force still wants this game.
  let isWanted: @Sendable () -> Bool

  /// What a watch remembers from one poll to the next.
  private struct Progress {
    var state: L.State
    /// The log knows the game.
    var isKnown: Bool
    var health: FeedMonitor
    var cadence: Cadence
    var outage = PollFailureLog()
    var relevance: Relevance
  }

  /// What comes after a poll.
  private enum Step {
    case wait(Duration)
    /// At least so long, whatever the operator changes: the server may have asked for it.
    case backOff(Duration)
    case end
  }

  /// Returns when the game is over, or nobody wants it any more. Throws when cancelled.
  func run() async throws {
    let logger = context.logger(for: game)
    guard var progress = try await begin(logger) else { return logger.info("game no longer followed") }
    logger.info("game watched")
    while true {
      let (generation, listing) = (context.plan.generation, Listing(rows))
      guard isWanted() else { break }
      try await context.turn(of: .game(game), isDue: progress.cadence.isDue, logger)
      progress.cadence.bounds = context.bounds
      progress.cadence.mode = LiveCadence.Mode(isEarly: context.router.hasEarlySinks, speed: progress.health.speed)
      switch try await context.round({ try await poll(&progress, logger) }) {
      case .wait(let span): try await context.pause(for: span, in: generation, listing)
      case .backOff(let span): try await context.backOff(for: span, while: isWanted)
      case .end: return logger.info("game over")
      }
    }
    logger.info("game no longer followed")
  }

  /// Takes the game up as the log has it, as soon as the log can be read; nil when nobody wants it any more.
  private func begin(_ logger: Logger) async throws -> Progress? {
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
          relevance: Relevance(at: context.monotonic()))
      } catch {
        let wait = try context.setback(error, of: .game(game), &cadence, &outage, logger)
        try await context.backOff(for: wait, while: isWanted)
      }
    }
    return nil
  }

  private func poll(_ progress: inout Progress, _ logger: Logger) async throws -> Step {
    do {
      let answer = try await context.asking(.game) { try await context.reader.answer(of: game) }
      return try await answered(answer, &progress, logger)
    } catch {
      let wait = try context.setback(error, of: .game(game), &progress.cadence, &progress.outage, logger)
      if let fault = error as? FeedFault {
        let verdict = progress.health.failed(fault, at: context.monotonic())
        // What cannot be written now is told with the next poll.
        progress.state = (try? await report(verdict, progress.state, logger)) ?? progress.state
      }
      progress.relevance.failed(error as? FeedFault)
      return hasLeft(progress, logger) ? .end : .backOff(wait)
    }
  }

  private func answered(
    _ answer: FeedReader<L>.Answer, _ progress: inout Progress, _ logger: Logger
  ) async throws -> Step {
    let (snapshot, now) = (answer.snapshot, context.now())
    let tracked = context.league.track(
      progress.state, snapshot, of: game, observedAt: now, monotonic: context.monotonic())
    context.meters.answered(.game, isRefused: tracked.refusal != nil)
    // Before the log: a subscriber's snapshot may be ahead of its sequence, never behind it.
    if tracked.refusal == nil {
      context.scoreboard.observe(context.league.summary(of: snapshot, observedAt: now), of: game)
    }
    // Nothing is written while nothing happens, but for the first answer: it settles what counts as told.
    let isFirst = !progress.isKnown && tracked.refusal == nil
    progress.state = try await take(tracked, always: isFirst, logger)
    progress.isKnown = progress.isKnown || isFirst
    context.success(of: .game(game), &progress.outage, logger)
    var pulse = context.league.pulse(of: snapshot, progress.state)
    if let row = rows.current { pulse.take(row) }
    let at = Cadence.Instant(wall: context.now(), monotonic: context.monotonic())
    let verdict = progress.health.answered(pulse, isRefused: tracked.refusal != nil, at: at.monotonic)
    progress.state = try await report(verdict, progress.state, logger)
    if tracked.isOver { return .end }
    progress.relevance.answered(pulse, at: at.monotonic)
    if hasLeft(progress, logger) { return .end }
    let fresh = answer.freshness.remaining
    guard tracked.refusal == nil else { return .wait(progress.cadence.refused(fresh: fresh)) }
    let (wasDue, isNew) = (progress.cadence.isDue, progress.cadence.isNew(pulse))
    let wait = progress.cadence.answered(pulse, fresh: fresh, at: at)
    context.meters.took(answer.freshness, pulse, progress.cadence, wasDue: wasDue, isNew: isNew, at: at.wall)
    return .wait(wait)
  }

  /// A game that the schedule does not list any more is not polled for ever. It is watched anew when the schedule lists
  /// it again, or after a restart.
  private func hasLeft(_ progress: Progress, _ logger: Logger) -> Bool {
    guard rows.current == nil, let reason = progress.relevance.reasonToLeave(at: context.monotonic()) else {
      return false
    }
    let fault = Fault(.sourceGameGone, reason, hint: "nothing to do unless the game is still played")
    logger.warning("game left", metadata: Fault.metadata(of: fault))
    return true
  }

  /// What was told last before a restart.
  private func rememberLast() async {
    guard let last = try? await context.log.newestEvent(of: game)?.decoded() else { return }
    context.scoreboard.tell(last.data.summary, of: game)
  }

  private func report(_ verdict: FeedMonitor.Verdict, _ state: L.State, _ logger: Logger) async throws -> L.State {
    let tracked = context.league.report(
      verdict.trouble, reason: verdict.reason, state, of: game, observedAt: context.now(),
      monotonic: context.monotonic())
    return try await take(tracked, always: false, logger)
  }

  /// Writes down what was found, and answers with the state after it.
  private func take(_ tracked: Tracked<L.State>, always: Bool, _ logger: Logger) async throws -> L.State {
    if let refusal = tracked.refusal { logger.debug("poll refused", metadata: [LogKey.error: "\(refusal)"]) }
    report(tracked, logger)
    let events = try await takenBack(tracked.retractions) + tracked.events
    if always || !events.isEmpty || tracked.isOver {
      var checkpoint = try Checkpoint(game: game, encoding: tracked.state, isOver: tracked.isOver)
      checkpoint.isFinal = tracked.isFinal
      let router = context.router
      let entries = events.map {
        LogEntry(event: $0, sinks: router.sinks(for: $0), correctionSinks: router.correctionSinks(of: $0))
      }
      try await context.log.append(LogAppend(checkpoint: checkpoint, events: entries), at: context.now())
      context.meters.logged(events, isCatchUp: always, at: context.now())
    }
    if let last = events.last { context.scoreboard.tell(last.data.summary, of: game) }
    for event in events { logger.info("event logged", metadata: [LogKey.event: "\(event.id)"]) }
    return tracked.state
  }

  /// Tells the operator what an answer was worth.
  private func report(_ tracked: Tracked<L.State>, _ logger: Logger) {
    for fault in tracked.faults { logger.warning("game in doubt", metadata: Fault.metadata(of: fault)) }
    context.scoreboard.weigh(tracked.bytes, trouble: tracked.trouble, of: game)
    guard tracked.ignored.count > 0 else { return }
    context.meters.ignored(tracked.ignored.count)
    logger.debug("values ignored", metadata: [LogKey.error: "\(tracked.ignored.count): \(tracked.ignored.first ?? "")"])
  }

  /// What was never told needs no taking back.
  private func takenBack(_ retractions: [Retraction]) async throws -> [Event] {
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

/// How a watch takes up a game that the log knows.
extension GamePoller {
  /// A game as it was left.
  struct Restored: Sendable {
    var state: L.State
    /// The log has a checkpoint that says so.
    var isKnown: Bool
  }

  /// Reads the checkpoint. One that cannot be read is rebuilt from the events in the log, and that is reported: the game
  /// goes on, tells nothing again, and loses nothing.
  ///
  /// Throws what the log throws when it cannot be read just now.
  func restored(_ logger: Logger) async throws -> Restored {
    let checkpoint: Checkpoint?
    do {
      checkpoint = try await context.log.checkpoint(of: game)
    } catch let error where EventLog.isDamage(error) {
      return try await rebuilt(because: error, logger)
    }
    guard let checkpoint else {
      // Facts that were told would be told again, and the log refuses their ids.
      if try await context.log.newestEvent(of: game) != nil { return try await rebuilt(because: Missing(), logger) }
      return Restored(state: context.league.beginning(baseline, scheduledStart: nil), isKnown: false)
    }
    do {
      let state = try JSONDecoder().decode(L.State.self, from: Data(checkpoint.state))
      return Restored(state: context.league.resumed(state, monotonic: context.monotonic()), isKnown: true)
    } catch {
      return try await rebuilt(because: error, logger)
    }
  }

  private struct Missing: Error, CustomStringConvertible {
    var description: String { "the log has events of the game, but no checkpoint" }
  }

  private func rebuilt(because error: any Error, _ logger: Logger) async throws -> Restored {
    let told = try await context.log.newestRevisions(of: game)
    let events = told.compactMap { logged in
      do {
        return try logged.decoded()
      } catch {
        let fields: Logger.Metadata = [LogKey.sequence: "\(logged.sequence)"]
        logger.error("event of the log not readable", metadata: Fault.metadata(of: error, and: fields))
        return nil
      }
    }
    let fault = Fault(
      .checkpointUnreadable,
      "the checkpoint of game \(game) cannot be read, and was rebuilt from \(events.count) facts in the log: \(error)",
      hint: "nothing: the game goes on; if it happens again, check the disk")
    logger.error("checkpoint rebuilt", metadata: Fault.metadata(of: fault))
    context.log.health.failed(fault)
    context.meters.rebuiltCheckpoint()
    // Not known: the next answer writes it down.
    guard !events.isEmpty else {
      return Restored(state: context.league.beginning(baseline, scheduledStart: nil), isKnown: false)
    }
    let state = context.league.rebuilding(game, from: events)
    return Restored(state: context.league.resumed(state, monotonic: context.monotonic()), isKnown: false)
  }
}

extension Fault.Code {
  static let checkpointUnreadable = Fault.Code("log.checkpoint-unreadable")
}
