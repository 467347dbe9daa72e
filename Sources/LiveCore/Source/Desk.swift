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

  func logger(for game: GameID) -> Logger {
    var logger = logger
    logger[metadataKey: LogKey.game] = "\(game.gamePk)"
    logger[metadataKey: LogKey.league] = "\(game.league.rawValue)"
    return logger
  }
}
