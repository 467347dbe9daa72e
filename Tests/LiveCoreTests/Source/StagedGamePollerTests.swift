import Logging
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A game whose file depends on its state, and whose row of the schedule says more than its feed.
@Suite(.timeLimit(.minutes(1))) struct StagedGamePollerTests {
  private let folder: TemporaryFolder
  private let log: EventLog
  private let clock = ManualClock()
  private let health = SourceHealth(since: ToyTransport.start)
  private let meters = Meters()
  private let rows = Reloadable<ScheduledGame?>(nil)
  private let plan = Reloadable(PollSettings(router: Router(rules: [], sinks: ["hook"], follow: [])))

  init() throws {
    folder = try TemporaryFolder()
    log = try EventLog(path: "\(folder.path)/log.sqlite")
  }

  private func row(_ phase: GameStatus.Phase, startsIn span: Duration = .seconds(-60)) -> ScheduledGame {
    ScheduledGame(
      game: ToyLeague.game(1), status: GameStatus(phase: phase, isUnderway: phase == .live),
      start: ToyTransport.start + span)
  }

  /// Polls the game to its end; advances the clock each time everything sleeps.
  private func play(_ transport: ScriptedTransport) async {
    let (clock, rows) = (clock, rows)
    let context = PollContext(
      league: StagedLeague(), reader: FeedReader(league: StagedLeague(), transport: transport),
      budget: HostRateLimiter(clock: clock) { .milliseconds(1) }, plan: plan, log: log, clock: clock,
      now: { ToyTransport.start + clock.now.offset }, monotonic: { ToyTransport.start + clock.now.offset },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, scoreboard: Scoreboard(), health: health,
      rounds: InFlightDeadlines(), meters: meters)
    await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await GamePoller(
          game: ToyLeague.game(1), baseline: .tellAll, context: context, rows: rows, isWanted: { true }
        )
        .run()
      }
      group.addTask {
        while true {
          await clock.whenSleeping()
          try Task.checkCancellation()
          clock.advance(by: .seconds(1))
          // Yields to the log's own threads; no result depends on the length.
          try await Task.sleep(for: .milliseconds(1))
        }
      }
      _ = await group.nextResult()
      group.cancelAll()
    }
  }

  /// Returns how many requests had this outcome.
  private func polls(_ outcome: String) -> Double? {
    meters.value(of: "livegamed_polls_total{kind=\"game\",outcome=\"\(outcome)\"}")
  }

  private func summaries() throws -> [String] {
    try log.events(after: 0, limit: 100).map { try $0.decoded().data.summary }
  }

  @Test func anAbsentFileIsNormalBeforeTheGame() async throws {
    rows.replace(with: row(.scheduled))
    let transport = ScriptedTransport(
      .status(404), .status(403, headers: ["content-type": "application/xml"]), .status(404),
      .status(200, body: "a"), .status(200, body: "a b."))
    await play(transport)
    #expect(
      transport.requests.map(\.url) == [
        "toy:preview/1", "toy:feed/1", "toy:preview/1", "toy:feed/1", "toy:feed/1",
      ])
    #expect(try summaries() == ["a", "b"])
    #expect(health.state.gamesFailing == nil)
    #expect(polls("absent") == 3 && polls("failed") == 0 && polls("answered") == 2)
  }

  @Test func anAbsentFileIsAFailureAfterTheStart() async throws {
    rows.replace(with: row(.live))
    let transport = ScriptedTransport(
      .status(200, body: "a"), .status(404), .status(404), .status(200, body: "a b."))
    await play(transport)
    #expect(transport.requests.map(\.url) == ["toy:preview/1"] + Array(repeating: "toy:feed/1", count: 3))
    #expect(try summaries() == ["a", "b"])
    #expect(polls("absent") == 0 && polls("failed") == 2)
  }

  /// The feed of such a game may never exist.
  @Test func aRowThatCallsTheGameOffEndsItWithoutARequest() async throws {
    rows.replace(with: row(.postponed))
    let transport = ScriptedTransport(.status(404))
    await play(transport)
    #expect(transport.requests.isEmpty)
    #expect(try summaries() == ["off"])
    #expect(try await log.checkpoint(of: ToyLeague.game(1))?.isOver == true)
  }

  @Test func refusalsInARowAreAnsweredByTheLeaguesPauses() async throws {
    rows.replace(with: row(.live))
    let page = ScriptedTransport.Reply.status(403, headers: ["content-type": "text/html"])
    let transport = ScriptedTransport(page, page, page, page, .status(200, body: "a."))
    await play(transport)
    // The third refusal is followed by five minutes, the fourth by fifteen.
    #expect(clock.now.offset >= .seconds(1200) && clock.now.offset < .seconds(1500))
    #expect(try summaries() == ["a"])
  }
}
