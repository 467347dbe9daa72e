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
    logger.info("game watched")
    while true {
      try await desk.budget.take()
      let wait: Duration
      do {
        let snapshot = try await desk.reader.snapshot(of: game)
        let tracked = desk.league.track(state, snapshot, of: game, observedAt: desk.now())
        if tracked.refusal == nil {
          // Nothing is written while nothing happens, but for the first answer: it settles what counts as told.
          if !isKnown || !tracked.events.isEmpty || tracked.isOver { try await commit(tracked) }
          (state, isKnown) = (tracked.state, true)
        }
        outage.recovered(logger)
        note(tracked, logger)
        if tracked.isOver { break }
        wait = cadence.answered(desk.league.pulse(of: snapshot), at: desk.now())
      } catch {
        wait = try desk.setback(error, &cadence, &outage, logger)
      }
      try await desk.clock.sleep(for: wait)
    }
    logger.info("game over")
  }

  private func restored() async throws -> (state: L.State, isKnown: Bool) {
    guard let checkpoint = try await desk.log.checkpoint(of: game) else {
      return (desk.league.beginning(baseline), false)
    }
    return (try JSONDecoder().decode(L.State.self, from: Data(checkpoint.state)), true)
  }

  private func commit(_ tracked: Tracked<L.State>) async throws {
    let checkpoint = try Checkpoint(game: game, encoding: tracked.state, isOver: tracked.isOver)
    let entries = tracked.events.map { LogEntry(event: $0, sinks: desk.router.sinks(for: $0)) }
    try await desk.log.append(LogAppend(checkpoint: checkpoint, events: entries), at: desk.now())
  }

  private func note(_ tracked: Tracked<L.State>, _ logger: Logger) {
    if let refusal = tracked.refusal { logger.debug("poll refused", metadata: [LogKey.error: "\(refusal)"]) }
    for event in tracked.events {
      logger.info("event logged", metadata: [LogKey.event: "\(event.id)"])
    }
  }
}

extension Checkpoint {
  init(game: GameID, encoding state: some Encodable, isOver: Bool) throws {
    self.init(game: game, state: [UInt8](try JSONEncoder().encode(state)), isOver: isOver)
  }
}
