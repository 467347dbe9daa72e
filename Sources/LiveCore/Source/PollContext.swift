internal import Logging

/// What every watch of a league shares.
struct PollContext<L: League, C: Clock<Duration>>: Sendable where C: Sendable {
  let league: L
  let reader: FeedReader<L>
  let budget: RequestBudget<C>
  let plan: Reloadable<PollSettings>
  let log: EventLog
  let clock: C
  let now: @Sendable () -> Timestamp
  /// The clock of this run, for spans of time.
  var monotonic: @Sendable () -> Timestamp = RunClock.shared.now
  let logger: Logger
  let scoreboard: Scoreboard
  let health: SourceHealth
  let rounds: InFlightDeadlines
  var meters = Meters()

  var bounds: Cadence.Bounds { plan.current.bounds }
  var router: Router { plan.current.router }

  /// A request ends within its own limits, and what is written after it within the log's.
  private static var longestRound: Duration { .seconds(120) }

  func logger(for game: GameID) -> Logger {
    var logger = logger
    logger[metadataKey: LogKey.game] = "\(game.gamePk)"
    logger[metadataKey: LogKey.league] = "\(game.league.rawValue)"
    return logger
  }

  /// Does one round's work: a request and what follows from its answer.
  func round<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    try await rounds.doing(within: Self.longestRound, work)
  }

  /// Waits for a turn at the host, and reports a wait of more than three times `live_max` while it lasts.
  func turn(of asker: SourceHealth.Asker, isDue: Bool = false, _ logger: Logger) async throws {
    let limit = bounds.liveMax * 3
    let waited = try await budget.take(isDue: isDue, reportAfter: limit) { [health, monotonic, plan] waited in
      guard health.waits(asker, at: monotonic()) else { return }
      let fault = Fault(
        .sourceBudget,
        "has waited \(waited.wholeMilliseconds / 1000) s for its turn: more games are polled than"
          + " \(plan.current.requestsPerSecond) requests a second are enough for",
        hint: "raise poll.requests_per_second, or follow fewer games")
      logger.warning("poll late", metadata: Fault.metadata(of: fault))
    }
    meters.waitedForTurn(waited)
    if waited <= limit { health.isInTurn(asker) }
  }

  /// Waits, or at least for the shortest time between two requests and until there is another plan than that generation's,
  /// or something new in the listing: another may want to know sooner, and the schedule may know more.
  func pause(for span: Duration, in generation: Int, _ listing: Listing? = nil) async throws {
    let least = min(span, bounds.liveMin)
    try await rest(for: least)
    try await rest(for: span - least, orUntilAfter: generation, listing)
  }

  /// Waits for as long as the server may have asked for, whatever the operator changes; but who is not wanted any more
  /// need not wait.
  func backOff(for span: Duration, while isWanted: @Sendable () -> Bool = { true }) async throws {
    let end = clock.now.advanced(by: span)
    while clock.now < end {
      let generation = plan.generation
      guard isWanted() else { return }
      try await rest(for: clock.now.duration(to: end), orUntilAfter: generation)
    }
  }

  private func rest(for span: Duration, orUntilAfter generation: Int? = nil, _ listing: Listing? = nil) async throws {
    try await rounds.doing(within: span + Self.longestRound) {
      guard let generation else { return try await clock.sleep(for: span) }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await clock.sleep(for: span) }
        group.addTask { _ = await plan.changed(since: generation) }
        if let listing { group.addTask { _ = await listing.rows.changed(since: listing.generation) } }
        await group.next()
        group.cancelAll()
      }
      try Task.checkCancellation()
    }
  }

  /// Takes that a round went well.
  func success(of asker: SourceHealth.Asker, _ outage: inout PollFailureLog, _ logger: Logger) {
    outage.recovered(logger)
    health.answered(asker, at: now())
  }

  /// Takes what went wrong in one round, tells it, and says how long to wait. Only a cancel goes on. What is no fault of
  /// the feed is the log's, which comes after an answer.
  func setback(
    _ error: any Error, of asker: SourceHealth.Asker, _ cadence: inout Cadence, _ outage: inout PollFailureLog,
    _ logger: Logger
  ) throws -> Duration {
    if error is CancellationError { throw error }
    let feed = error as? FeedFault
    let wait = cadence.failed(retryAfter: feed?.retryAfter, jitter: .random(in: 0...1))
    outage.failed(feed?.fault ?? Fault(eventLog: error), retryIn: wait, at: monotonic(), logger)
    if let feed {
      health.failed(asker, because: feed.fault, at: now())
    } else {
      health.answered(asker, at: now())
      log.health.failed(error)
    }
    return wait
  }
}

extension Fault.Code {
  /// The host's budget of requests is too small for the games that are polled.
  static let sourceBudget = Fault.Code("source.budget")
}
