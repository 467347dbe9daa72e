internal import FoundationEssentials
internal import Logging

/// One game's life: poll, decode, track, append, wait. Run in a child task that ends with the game.
struct GameWatch<L: League, C: Clock<Duration>>: Sendable where C: Sendable {
  let game: GameID
  /// What to do with what has already been, if the log does not know the game.
  let baseline: Baseline
  let desk: Desk<L, C>

  /// Returns when the game is over. Throws when cancelled, or when its checkpoint cannot be read.
  func run() async throws {
    let logger = desk.logger(for: game)
    var cadence = Cadence(bounds: desk.bounds)
    var outage = Outage()
    var (state, isKnown) = try await restored()
    var health = FeedHealth(known: desk.league.trouble(of: state), revision: desk.league.revision(of: state))
    await rememberLast()
    logger.info("game watched")
    while true {
      try await desk.budget.take()
      let wait: Duration
      do {
        let snapshot = try await desk.asking(.game) { try await desk.reader.snapshot(of: game) }
        let now = desk.now()
        let tracked = desk.league.track(state, snapshot, of: game, observedAt: now)
        desk.meters.answered(.game, isRefused: tracked.refusal != nil)
        // Before the log: a subscriber's snapshot may be ahead of its sequence, never behind it.
        if tracked.refusal == nil {
          desk.scoreboard.observe(desk.league.summary(of: snapshot, observedAt: now), of: game)
        }
        // Nothing is written while nothing happens, but for the first answer: it settles what counts as told.
        let isFirst = !isKnown && tracked.refusal == nil
        state = try await take(tracked, always: isFirst, logger)
        isKnown = isKnown || isFirst
        desk.success(of: .game(game), &outage, logger)
        let pulse = desk.league.pulse(of: snapshot)
        let verdict = health.answered(pulse, isRefused: tracked.refusal != nil, at: desk.now())
        state = try await report(verdict, state, logger)
        if tracked.isOver { break }
        wait = tracked.refusal == nil ? cadence.answered(pulse, at: desk.now()) : cadence.refused()
      } catch {
        wait = try desk.setback(error, of: .game(game), &cadence, &outage, logger)
        if let fault = error as? FeedFault {
          let verdict = health.failed(fault, at: desk.now())
          // What cannot be written now is told with the next poll.
          state = (try? await report(verdict, state, logger)) ?? state
        }
      }
      try await desk.clock.sleep(for: wait)
    }
    logger.info("game over")
  }

  private func restored() async throws -> (state: L.State, isKnown: Bool) {
    guard let checkpoint = try await desk.log.checkpoint(of: game) else {
      return (desk.league.beginning(baseline, scheduledStart: nil), false)
    }
    return (try JSONDecoder().decode(L.State.self, from: Data(checkpoint.state)), true)
  }

  /// What was told last before a restart.
  private func rememberLast() async {
    guard let last = try? await desk.log.newestEvent(of: game)?.decoded() else { return }
    desk.scoreboard.tell(last.data.summary, of: game)
  }

  private func report(_ verdict: FeedHealth.Verdict, _ state: L.State, _ logger: Logger) async throws -> L.State {
    let tracked = desk.league.report(
      verdict.trouble, reason: verdict.reason, state, of: game, observedAt: desk.now())
    return try await take(tracked, always: false, logger)
  }

  /// Writes down what was found, and answers with the state after it.
  private func take(_ tracked: Tracked<L.State>, always: Bool, _ logger: Logger) async throws -> L.State {
    if let refusal = tracked.refusal { logger.debug("poll refused", metadata: [LogKey.error: "\(refusal)"]) }
    let events = try await takenBack(tracked.retractions) + tracked.events
    if always || !events.isEmpty || tracked.isOver {
      let checkpoint = try Checkpoint(game: game, encoding: tracked.state, isOver: tracked.isOver)
      let entries = events.map {
        LogEntry(event: $0, sinks: desk.router.sinks(for: $0), heirs: desk.router.heirs(of: $0))
      }
      try await desk.log.append(LogAppend(checkpoint: checkpoint, events: entries), at: desk.now())
      desk.meters.logged(events, isCatchUp: always, at: desk.now())
    }
    if let last = events.last { desk.scoreboard.tell(last.data.summary, of: game) }
    for event in events { logger.info("event logged", metadata: [LogKey.event: "\(event.id)"]) }
    return tracked.state
  }

  /// What was never told needs no taking back.
  private func takenBack(_ retractions: [Retraction]) async throws -> [Event] {
    var events: [Event] = []
    for retraction in retractions {
      guard let last = try await desk.log.event(id: retraction.takenBack) else { continue }
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
