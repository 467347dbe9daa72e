internal import LiveModel
internal import LivePlatform
internal import Logging

/// Shared services of a league's pollers.
struct PollContext<L: League, C: Clock<Duration>>: Sendable where C: Sendable {
  let league: L
  let reader: FeedReader<L>
  /// The limit of the league's host.
  let budget: HostRateLimiter<C>
  let plan: Reloadable<PollSettings>
  let log: any GameLog
  let clock: C
  var now: @Sendable () -> Timestamp
  /// Run clock, for intervals.
  var monotonic: @Sendable () -> Timestamp = RunClock.shared.now
  let logger: Logger
  let scoreboard: Scoreboard
  let health: SourceHealth
  let rounds: InFlightDeadlines
  var meters = Meters()
  /// Returns the last answer to the question that predicts a game, at once; nil if games are not predicted.
  var prediction: (@Sendable (GameID, PredictionQuestion) -> LeagueMembers?)?
  /// The push service; nil if the configuration uses none.
  var push: PushService?
  /// The recording or the replay of the polls; nil for the daemon.
  var session: (any PollSession)?

  var bounds: PollBounds { plan.current.bounds }
  var router: Router { plan.current.router }

  /// Deadline of one round, beyond the time limits of the request and of the log.
  private static var longestRound: Duration { .seconds(120) }

  /// Returns a logger with the game and its league as metadata.
  func logger(for game: GameID) -> Logger {
    var logger = logger
    logger[metadataKey: LogKey.game] = "\(game.gamePk)"
    logger[metadataKey: LogKey.league] = "\(game.league.rawValue)"
    return logger
  }

  /// Runs the work of one round, a request and the handling of its answer, under a deadline.
  func round<Result>(of asker: SourceHealth.Asker, _ work: () async throws -> Result) async rethrows -> Result {
    guard let session else { return try await rounds.doing(within: Self.longestRound, work) }
    return try await session.round(of: asker, work)
  }

  /// Returns whether the game is one of those that were chosen by number.
  func isChosen(_ game: GameID) -> Bool { session?.games?.contains(game.gamePk) ?? false }

  /// Returns whether games may be polled by number: all, or the chosen ones.
  func isAllowed(_ game: GameID) -> Bool { session?.games?.contains(game.gamePk) ?? true }

  /// Waits for a turn under the request budget. Logs a wait longer than three times `live_max`, at most once in ten
  /// minutes.
  func turn(of asker: SourceHealth.Asker, isDue: Bool = false, _ logger: Logger) async throws {
    let limit = bounds.liveMax * 3
    let host = league.id.rawValue
    let waited = try await budget.turn(at: host, isDue: isDue, reportAfter: limit) { [health, monotonic, plan] waited in
      guard health.waits(asker, at: monotonic()) else { return }
      let fault = Fault(
        .sourceBudget,
        "has waited \(waited.wholeMilliseconds / 1000) s for its turn: \(plan.current.requestsPerSecond) requests a"
          + " second are too few for all polled games",
        hint: "raise poll.requests_per_second, or follow fewer games")
      logger.warning("poll late", metadata: Fault.metadata(of: fault))
    }
    meters.waitedForTurn(waited)
    if waited <= limit { health.isInTurn(asker) }
  }

  /// Takes a turn for the second request of a poll, which does not wait, since the first one has.
  func secondTurn(of asker: SourceHealth.Asker, _ logger: Logger) async throws {
    if await !budget.takeInAdvance(at: league.id.rawValue) { try await turn(of: asker, isDue: true, logger) }
  }

  /// Waits for `span`. Returns earlier, but not before `liveMin`, if the configuration is newer than `generation` or
  /// the game's schedule row changes, since either may need an earlier poll.
  func pause(for span: Duration, in generation: Int, _ listing: Listing? = nil) async throws {
    let least = min(span, bounds.liveMin)
    try await rest(for: least)
    try await rest(for: span - least, orUntilAfter: generation, listing)
  }

  /// Waits for the poll that the push service and the polling policy ask for. Returns earlier like the other pause.
  func pause(by push: GamePush, in generation: Int, _ listing: Listing) async throws {
    while plan.generation == generation, listing.rows.generation == listing.generation {
      let (deadline, planned) = push.plan
      let left = deadline - monotonic()
      guard left > .zero else { return }
      try await rest(for: left, orUntilAfter: generation, listing, push: { await push.replanned(since: planned) })
    }
  }

  /// Sleeps the whole back-off, even across a reload, because the server may have demanded it. Returns early only when
  /// `isWanted()` turns false, or, but not before `liveMin`, when the log that has failed works again.
  func backOff(_ backOff: BackOff, while isWanted: @Sendable () -> Bool = { true }) async throws {
    let start = clock.now
    while true {
      let generation = plan.generation
      let isRecovered = backOff.recovery.map { log.health.recovery > $0 } ?? false
      let end = start.advanced(by: isRecovered ? min(backOff.span, bounds.liveMin) : backOff.span)
      guard clock.now < end, isWanted() else { return }
      try await rest(
        for: clock.now.duration(to: end), orUntilAfter: generation, recovery: isRecovered ? nil : backOff.recovery)
    }
  }

  private func rest(
    for span: Duration, orUntilAfter generation: Int? = nil, _ listing: Listing? = nil, recovery: Int? = nil,
    push: (@Sendable () async -> Void)? = nil
  ) async throws {
    try await rounds.doing(within: span + Self.longestRound) {
      guard let generation else { return try await clock.sleep(for: span) }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await clock.sleep(for: span) }
        group.addTask { _ = await plan.changed(since: generation) }
        if let recovery { group.addTask { await log.health.recovered(after: recovery) } }
        if let listing { group.addTask { _ = await listing.rows.changed(since: listing.generation) } }
        if let push { group.addTask { await push() } }
        await group.next()
        group.cancelAll()
      }
      try Task.checkCancellation()
    }
  }

  /// Records a successful round.
  func success(of asker: SourceHealth.Asker, _ outage: inout PollFailureLog, _ logger: Logger) {
    outage.recovered(logger)
    health.answered(asker, at: now())
  }

  /// The wait after a failed round.
  struct BackOff: Sendable {
    var span: Duration
    /// The number of the log's recoveries before its failure, the next of which ends the wait; nil after a failure of the
    /// source.
    var recovery: Int?
  }

  /// Records and logs a failed round, and returns the wait before the next one. Rethrows a cancellation. An error other
  /// than `FeedFault` is the log's, since the log is written after an answer.
  func failure(
    _ error: any Error, of asker: SourceHealth.Asker, _ cadence: inout Cadence, _ outage: inout PollFailureLog,
    _ logger: Logger
  ) throws -> BackOff {
    if error is CancellationError { throw error }
    let feed = error as? FeedFault
    let pause = feed?.isRefusal == true ? cadence.refusedClient(league.pausesAfterRefusals) : .zero
    let wait = max(cadence.failed(retryAfter: feed?.retryAfter, jitter: .random(in: 0...1)), pause)
    outage.failed(feed?.fault ?? Fault(eventLog: error), retryIn: wait, at: monotonic(), logger)
    if let feed {
      health.failed(asker, because: feed.fault, at: now())
      return BackOff(span: wait)
    }
    health.answered(asker, at: now())
    // Read first: a recovery right after the failure counts.
    let recovery = log.health.recovery
    log.health.failed(error)
    return BackOff(span: wait, recovery: recovery)
  }
}

extension Fault.Code {
  /// The request budget of the host is too small for the polled games.
  static let sourceBudget = Fault.Code("source.budget")
}

/// Access to the log. An error for one game does not delay the others.
extension PollContext {
  /// Writes the checkpoints of games that the log does not have. The next poll of the schedule retries failed ones.
  func begin(_ checkpoints: [Checkpoint]) async {
    // One transaction, or after a failure one per game: a damaged page must not affect all games.
    if await isBegun(checkpoints) { return }
    for checkpoint in checkpoints where !Task.isCancelled { _ = await isBegun([checkpoint]) }
  }

  private func isBegun(_ checkpoints: [Checkpoint]) async -> Bool {
    do {
      try await log.begin(checkpoints, at: now())
      return true
    } catch {
      log.health.failed(error)
      return false
    }
  }

  /// Returns whether the game of a schedule row is over by its checkpoint; nil without a checkpoint. A suspended or
  /// postponed game is not over if the schedule lists it as final. A checkpoint that cannot be read counts as not over:
  /// the game's poller retries until it can.
  func isOver(_ row: ScheduledGame) async throws -> Bool? {
    do {
      return try await log.checkpoint(of: row.game).map { $0.isOver && ($0.isFinal || row.status.phase != .final) }
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      log.health.failed(error)
      return false
    }
  }
}

extension PollContext {
  /// Sends one request to the source. Records its duration, and counts a failure unless it is normal. The caller counts
  /// answers.
  func asking<Answer>(
    _ poll: Meters.Poll, isNormal: (FeedFault) -> Bool = { _ in false }, _ ask: () async throws -> Answer
  ) async throws -> Answer {
    let start = clock.now
    do {
      let answer = try await ask()
      meters.took(poll, start.duration(to: clock.now))
      return answer
    } catch let failure as FeedFault {
      meters.took(poll, start.duration(to: clock.now))
      if !isNormal(failure) { meters.failed(poll, because: failure.fault.code) }
      throw failure
    }
  }
}

extension Meters {
  /// Records the metrics of an accepted answer and of the cadence after it.
  func took(
    _ freshness: Freshness, _ pulse: PollHints, _ cadence: Cadence, wasDue: Bool, isNew: Bool, at now: Timestamp
  ) {
    guard pulse.phase == .live else { return age(ofAnswer: nil, inCache: freshness.age) }
    age(ofAnswer: isNew ? now - pulse.revision : nil, inCache: freshness.age)
    if wasDue { askedWhileDue() }
    guard let lesson = cadence.live.lesson else { return }
    result(isForeseen: lesson.foreseen != nil)
    if lesson.results > 1 { result(isForeseen: false, by: lesson.results - 1) }
    let learnt = cadence.live.learnt
    self.learnt(news: learnt.news, quiet: lesson.foreseen.map(learnt.quiet), of: lesson.foreseen?.rawValue)
  }
}

/// Games to poll, and their rates: the part of the configuration that a reload may replace during games.
struct PollSettings: Sendable {
  var router: Router
  /// The settings that the router is made of, as the log keeps them; nil when they are not recorded.
  var routing: String?
  var bounds = PollBounds()
  /// Request rate to one host, over all games; within `RequestRate.bounds`.
  var requestsPerSecond = Config.Polling().requestsPerSecond
  /// The leagues that are not polled, because none of their teams is followed.
  var idle: Set<LeagueID> = []
  /// Time of the last reload that changed the followed games. Newly followed games that began earlier do not count as
  /// missed.
  var followedSince: Timestamp?
}

/// Schedule row of a polled game, with its generation when a wait begins.
struct Listing: Sendable {
  /// Current row; nil for a game that the schedule does not list.
  let rows: Reloadable<ScheduledGame?>
  /// Generation of the row when this value was made.
  let generation: Int

  init(_ rows: Reloadable<ScheduledGame?>) { (self.rows, generation) = (rows, rows.generation) }
}

extension PollHints {
  /// Adds the values that only the schedule has.
  mutating func take(_ row: ScheduledGame) {
    isListedAsLive = row.status.phase == .live
    if phase == .suspended { resumption = row.start }
  }
}

/// Logs a series of failures: its beginning, each cause once a minute while it lasts, and its end.
struct PollFailureLog: Sendable {
  private var failures = 0
  private var throttle = LogThrottle<Fault.Code>()

  /// Logs a failure: as a warning if it is due, and else at the debug level.
  mutating func failed(_ fault: Fault, retryIn wait: Duration, at now: Timestamp, _ logger: Logger) {
    failures += 1
    let isNews = throttle.count(fault.code, at: now) != nil
    logger.log(
      level: isNews ? .warning : .debug, "poll failed",
      metadata: Fault.metadata(
        of: fault, and: [LogKey.attempt: "\(failures)", LogKey.retryIn: "\(wait.wholeMilliseconds)"]))
  }

  /// Logs a fault that stops nothing, at most once a minute.
  mutating func noted(_ fault: Fault, _ message: Logger.Message, at now: Timestamp, _ logger: Logger) {
    guard throttle.count(fault.code, at: now) != nil else { return }
    logger.warning(message, metadata: Fault.metadata(of: fault))
  }

  /// Logs the end of a series of failures, if there was one.
  mutating func recovered(_ logger: Logger) {
    guard failures > 0 else { return }
    logger.notice("poll recovered", metadata: [LogKey.attempt: "\(failures)"])
    self = PollFailureLog()
  }
}
