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

/// What the log fails to do for one game is no reason to keep another one waiting.
extension PollContext {
  /// Writes the checkpoints of games that are not known yet, where the log takes them. The next look at the schedule
  /// tries again.
  func begin(_ checkpoints: [Checkpoint]) async {
    // In one transaction, or else one by one: a single damaged page must not count for all.
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

  /// Returns whether the log knows the game of a row of the schedule, and knows it as over; nil when it does not know
  /// the game. A game that was put off is not over once the schedule says that it was played to its end. One that cannot
  /// be read now counts as not over: its watch reads it again until it can.
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
  /// One request to the source, timed and, if it brings nothing, counted. What an answer is worth is for the caller to say.
  func asking<Answer>(_ poll: Meters.Poll, _ ask: () async throws -> Answer) async throws -> Answer {
    let start = clock.now
    do {
      let answer = try await ask()
      meters.took(poll, start.duration(to: clock.now))
      return answer
    } catch let failure as FeedFault {
      meters.took(poll, start.duration(to: clock.now))
      meters.failed(poll, because: failure.fault.code)
      throw failure
    }
  }
}

extension Meters {
  /// Takes an accepted answer, and what the cadence has made of it.
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

/// What the operator wants polled, and how often: the part of the configuration that a reload may replace while games are
/// on.
struct PollSettings: Sendable {
  var router: Router
  var bounds = Cadence.Bounds()
  /// To one host, over all games; within `RequestRate.bounds`.
  var requestsPerSecond = 4.0
  /// When others began to be followed than at the start: their games were not missed before.
  var followedSince: Timestamp?
}

/// What the schedule says of a game that is polled, as far as a wait for its next poll depends on it.
struct Listing: Sendable {
  /// Nil for a game that the schedule does not list.
  let rows: Reloadable<ScheduledGame?>
  /// The generation that is known.
  let generation: Int

  init(_ rows: Reloadable<ScheduledGame?>) { (self.rows, generation) = (rows, rows.generation) }
}

extension PollHints {
  /// Adds what only the schedule knows.
  mutating func take(_ row: ScheduledGame) {
    isListedAsLive = row.status.phase == .live
    if phase == .suspended { resumption = row.start }
  }
}

/// A run of failures, told once when it begins, once a minute while it lasts, and once when it ends.
struct PollFailureLog: Sendable {
  private var failures = 0
  private var toldAt: Timestamp?
  private var toldCode: Fault.Code?

  /// Not more often than this for one cause.
  static let quiet: Duration = .seconds(60)

  mutating func failed(_ fault: Fault, retryIn wait: Duration, at now: Timestamp, _ logger: Logger) {
    failures += 1
    let isNews = toldCode != fault.code || toldAt.map { now - $0 >= Self.quiet } ?? true
    logger.log(
      level: isNews ? .warning : .debug, "poll failed",
      metadata: Fault.metadata(
        of: fault, and: [LogKey.attempt: "\(failures)", LogKey.retryIn: "\(wait.wholeMilliseconds)"]))
    if isNews { (toldAt, toldCode) = (now, fault.code) }
  }

  /// Tells of a fault that stops nothing, at most once a minute.
  mutating func noted(_ fault: Fault, _ words: Logger.Message, at now: Timestamp, _ logger: Logger) {
    if let toldAt, toldCode == fault.code, now - toldAt < Self.quiet { return }
    (toldAt, toldCode) = (now, fault.code)
    logger.warning(words, metadata: Fault.metadata(of: fault))
  }

  mutating func recovered(_ logger: Logger) {
    guard failures > 0 else { return }
    logger.notice("poll recovered", metadata: [LogKey.attempt: "\(failures)"])
    self = PollFailureLog()
  }
}
