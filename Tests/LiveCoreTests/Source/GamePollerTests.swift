import GRDB
import Logging
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct GamePollerTests {
  private let log: TemporaryLogFile
  private let source = ToyTransport()
  private let clock = ManualClock()
  private let meters = Meters()
  private let health = SourceHealth(since: ToyTransport.start)
  private let rows = Reloadable<ScheduledGame?>(nil)
  private let plan = Reloadable(PollSettings(router: Router(rules: [], sinks: ["hook"], follow: [])))

  init() throws { log = try TemporaryLogFile() }

  private func row(_ state: String) -> ScheduledGame {
    ScheduledGame(
      game: ToyLeague.game(1),
      status: MLBStatus(codedGameState: state, statusCode: state, detailedState: "", reason: nil).status)
  }

  private func context(perSecond: Double = 1000) -> PollContext<ToyLeague, ManualClock> {
    PollContext(
      league: ToyLeague(), reader: FeedReader(league: ToyLeague(), transport: source),
      budget: HostRateLimiter(clock: clock, longestSleep: .seconds(1)) { RequestRate.spacing(perSecond: perSecond) },
      plan: plan, log: log.log,
      clock: clock,
      now: { ToyTransport.start }, monotonic: { [clock] in ToyTransport.start + clock.now.offset },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, scoreboard: Scoreboard(), health: health,
      rounds: InFlightDeadlines(), meters: meters)
  }

  private var polls: Double {
    meters.value(of: #"livegamed_polls_total{kind="game",outcome="answered"}"#) ?? 0
  }

  /// Runs a poller until it has polled `count` times; advances the clock by a second each time everything sleeps.
  private func run(until count: Double, _ change: @escaping @Sendable (Double) -> Void = { _ in }) async {
    let (clock, context, rows) = (clock, context(), rows)
    await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await GamePoller(
          game: ToyLeague.game(1), baseline: .tellAll, context: context, rows: rows, isWanted: { true }
        )
        .run()
      }
      while polls < count {
        await clock.whenSleeping()
        change(polls)
        clock.advance(by: .seconds(1))
        // Yields to the log's own threads; no result depends on the length.
        try? await Task.sleep(for: .milliseconds(1))
      }
      group.cancelAll()
    }
  }

  @Test func pollsAreCounted() async {
    source.script(schedule: "", then: "", feed: ["a", "a b", "a b c d"])
    await run(until: 4)
    #expect(meters.value(of: #"livegamed_results_total{outcome="unforeseen"}"#) == 3)
    #expect(meters.value(of: #"livegamed_results_total{outcome="foreseen"}"#) == 0)
    #expect(meters.value(of: "livegamed_learnt_news_seconds_count") == 2)
    #expect(meters.value(of: "livegamed_turn_wait_seconds_count") ?? 0 >= 4)
  }

  /// One request in five minutes for two games.
  @Test func aTooSmallBudgetIsReported() async throws {
    source.script(schedule: "", then: "", feed: ["a", "a b"])
    let (clock, context, rows) = (clock, context(perSecond: 1.0 / 300), rows)
    await withThrowingTaskGroup(of: Void.self) { group in
      for game in 1...2 {
        group.addTask {
          try await GamePoller(
            game: ToyLeague.game(game), baseline: .tellAll, context: context, rows: rows, isWanted: { true }
          )
          .run()
        }
      }
      while health.state.gamesWaiting == nil, clock.now.offset < .seconds(600) {
        await clock.whenSleeping(2)
        clock.advance(by: .seconds(1))
        // Yields to other threads; no result depends on the length.
        try? await Task.sleep(for: .milliseconds(1))
      }
      group.cancelAll()
    }
    #expect(health.state.gamesWaiting == 1)
    #expect(clock.now.offset > .seconds(90))
  }

  @Test func aLogThatWorksAgainEndsTheBackOff() async throws {
    let (clock, context) = (clock, context())
    let start = clock.now
    var (cadence, outage) = (Cadence(bounds: context.bounds), PollFailureLog())
    var backOff = PollContext<ToyLeague, ManualClock>.BackOff(span: .zero)
    for _ in 0..<10 {
      backOff = try context.failure(
        DatabaseError(resultCode: .SQLITE_FULL), of: .game(ToyLeague.game(1)), &cadence, &outage, context.logger)
    }
    #expect(backOff.span > .seconds(30))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [backOff] in try await context.backOff(backOff) }
      await clock.whenSleeping()
      context.log.health.worked()
      // Not before `liveMin`, so that a log that fails now and then causes no more polls than play does.
      while clock.now.offset - start.offset < context.bounds.liveMin {
        await clock.whenSleeping()
        clock.advance(by: .milliseconds(500))
        // Yields to other threads; no result depends on the length.
        try? await Task.sleep(for: .milliseconds(1))
      }
      try await group.waitForAll()
    }
    #expect(clock.now.offset - start.offset < .seconds(10))
  }

  @Test func aFailedSourceGetsItsWholeBackOff() throws {
    struct Broken: Error {}
    var (cadence, outage) = (Cadence(bounds: context().bounds), PollFailureLog())
    let fault = FeedFault(Broken(), asking: "http://127.0.0.1")
    let backOff = try context().failure(fault, of: .schedule, &cadence, &outage, context().logger)
    #expect(backOff.recovery == nil)
  }

  @Test func aGameWithoutAStartIsPolledSeldom() async {
    source.script(schedule: "", then: "", feed: ["tbd"])
    rows.replace(with: row("S"))
    await run(until: 2)
    #expect(clock.now.offset >= .seconds(600))
  }

  @Test func aGameThatTheScheduleCallsLiveEndsTheWait() async {
    source.script(schedule: "", then: "", feed: ["tbd", "a"])
    rows.replace(with: row("S"))
    let (rows, live) = (rows, row("I"))
    let isLogged = Locked(false)
    await run(until: 2) { polls in
      let isFirst = isLogged.withLock { isLogged in
        defer { isLogged = isLogged || polls == 1 }
        return polls == 1 && !isLogged
      }
      if isFirst { rows.replace(with: live) }
    }
    #expect(clock.now.offset < .seconds(30))
  }
}

/// A log in a folder that is removed with it.
private struct TemporaryLogFile {
  let folder: TemporaryFolder
  let log: EventLog

  init() throws {
    folder = try TemporaryFolder()
    log = try EventLog(path: "\(folder.path)/log.sqlite")
  }
}
