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
  var meters = Meters()

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

  /// Takes what went wrong in one round, tells it, and says how long to wait. Only a cancel goes on. What is no fault of
  /// the feed is the log's, which comes after an answer.
  func setback(
    _ error: any Error, of asker: SourceHealth.Asker, _ cadence: inout Cadence, _ outage: inout Outage,
    _ logger: Logger
  ) throws -> Duration {
    if error is CancellationError { throw error }
    let feed = error as? FeedFault
    let wait = cadence.failed(retryAfter: feed?.retryAfter, jitter: .random(in: 0...1))
    outage.failed(feed?.fault ?? Fault(eventLog: error), retryIn: wait, at: now(), logger)
    if let feed {
      health.failed(asker, because: feed.fault, at: now())
    } else {
      health.answered(asker, at: now())
      log.health.failed(error)
    }
    return wait
  }
}
