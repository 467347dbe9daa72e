internal import Logging

/// What every watch of a league shares.
struct Desk<L: League, C: Clock<Duration>>: Sendable where C: Sendable {
  let league: L
  let reader: FeedReader<L>
  let budget: RequestBudget<C>
  let bounds: Cadence.Bounds
  let router: Router
  let log: EventLog
  let clock: C
  let now: @Sendable () -> Timestamp
  let logger: Logger
  let scoreboard: Scoreboard
  let health: SourceHealth

  func logger(for game: GameID) -> Logger {
    var logger = logger
    logger[metadataKey: LogKey.game] = "\(game.gamePk)"
    logger[metadataKey: LogKey.league] = "\(game.league.rawValue)"
    return logger
  }

  /// Takes that a round went well.
  func success(of asker: SourceHealth.Asker, _ outage: inout Outage, _ logger: Logger) {
    outage.recovered(logger)
    health.answered(asker, at: now())
  }

  /// Takes what went wrong in one round, tells it, and says how long to wait. Only a cancel goes on.
  func setback(
    _ error: any Error, of asker: SourceHealth.Asker, _ cadence: inout Cadence, _ outage: inout Outage,
    _ logger: Logger
  ) throws -> Duration {
    if error is CancellationError { throw error }
    let feed = error as? FeedFault
    let wait = cadence.failed(retryAfter: feed?.retryAfter, jitter: .random(in: 0...1))
    let fault = feed?.fault ?? Self.logFault(error)
    outage.failed(fault, retryIn: wait, at: now(), logger)
    health.failed(asker, because: fault, at: now())
    return wait
  }

  private static func logFault(_ error: any Error) -> Fault {
    Fault(.logUnusable, "the event log did not take it: \(error)", mend: "see whether the disk is full")
  }
}
