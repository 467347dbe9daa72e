import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

@Suite struct ServiceStatusTests {
  private let manager = RecordingManager()
  private let scoreboard = Scoreboard()
  private let source = SourceHealth(since: SampleEvents.start)
  private let passed = Locked(Duration.zero)
  private let storage: TemporaryLog
  private let refusal = Locked<String?>(nil)
  private let sinks = Locked<[SinkInfo]>([])
  private let board: ServiceStatus

  init() throws {
    storage = try TemporaryLog()
    let info = DaemonInfo(
      board: { [scoreboard] in scoreboard.board }, sources: { [source] in ["mlb": source.state] },
      sinks: { [sinks] in sinks.withLock { $0 } }, refusal: { [refusal] in refusal.withLock { $0 } })
    board = ServiceStatus(manager, info: info, log: storage.log.health) { [scoreboard, passed] in
      scoreboard.lag(at: SampleEvents.start + passed.withLock { $0 })
    }
  }

  /// Makes game `number` polled, with an answer at the start time.
  private func show(_ number: Int, _ phase: GameStatus.Phase) {
    let game = GameID(league: .mlb, gamePk: number)
    scoreboard.observe(
      GameSummary(league: .mlb, game: .init(id: number, status: phase), observedAt: SampleEvents.start), of: game)
    scoreboard.watch(game, isOn: true)
    source.answered(.game(game), at: SampleEvents.start)
  }

  @Test func statusBeforeReadinessIsSentWithIt() async {
    await board.sink("den", isDisabled: "404 Unknown Webhook")
    await board.reloading()
    await board.reloaded()
    await board.refresh()
    #expect(manager.messages.isEmpty)
    await board.ready()
    #expect(manager.messages == ["ready no answer from the schedule yet; sink 'den' is disabled: 404 Unknown Webhook"])
  }

  @Test func reportsGamesLagAndSinksAndOnlyChanges() async {
    show(1, .live)
    show(2, .scheduled)
    await board.ready()
    await board.refresh()
    passed.withLock { $0 = .milliseconds(4600) }
    await board.refresh()
    await board.sink("hook", isDisabled: "gone")
    await board.sink("den", isDisabled: "gone too")
    await board.sink("hook", isDisabled: nil)
    #expect(
      manager.messages == [
        "ready 1 of 2 games live, lag 0 s", "status 1 of 2 games live, lag 4 s",
        "status 1 of 2 games live, lag 4 s; sink 'hook' is disabled: gone",
        "status 1 of 2 games live, lag 4 s; sink 'den' is disabled: gone too; sink 'hook' is disabled: gone",
        "status 1 of 2 games live, lag 4 s; sink 'den' is disabled: gone too",
      ])
  }

  @Test func listsTheSinksInTheOrderOfTheConfiguration() async {
    sinks.withLock {
      $0 = ["phone", "hook", "den"].map { SinkInfo(name: $0, kind: "webhook", expires: .seconds(600)) }
    }
    await board.ready()
    await board.sink("den", isDisabled: "gone")
    await board.sink("phone", isDisabled: "gone")
    let failure = SinkFailure(
      since: SampleEvents.start, span: .seconds(10), attempts: 3, last: FailedAttempt("status 500"))
    await board.sink("hook", fails: failure)
    let sinks = (manager.messages.last ?? "").split(separator: "; ").dropFirst().map { $0.prefix(20) }
    #expect(sinks.map { $0.split(separator: "'").dropFirst().first } == ["phone", "hook", "den"])
  }

  @Test func aRefusedReloadStaysInTheStatusUntilOneSucceeds() async {
    show(1, .final)
    await board.ready()
    await board.reloading()
    refusal.withLock { $0 = "x.yaml:1:1: unknown key 'sink'" }
    await board.reloaded()
    await board.sink("den", isDisabled: "gone")
    await board.reloading()
    refusal.withLock { $0 = nil }
    await board.reloaded()
    let refused = "the old configuration stays in force: x.yaml:1:1: unknown key 'sink'"
    #expect(
      manager.messages.dropFirst() == [
        "reloading", "ready 0 of 1 games live; \(refused)",
        "status 0 of 1 games live; \(refused); sink 'den' is disabled: gone",
        "reloading", "ready 0 of 1 games live; sink 'den' is disabled: gone",
      ])
  }

  @Test func reportsAFailingSourceAndAFailingLog() async {
    source.failed(.schedule, because: Fault(Fault.Code(rawValue: "feed.test"), "no answer"), at: SampleEvents.start)
    await board.ready()
    #expect(manager.messages == ["ready 0 of 0 games live; source 'mlb' fails: no answer [feed.test]"])
    storage.log.health.failed(CancellationError())
    await board.refresh()
    #expect(manager.messages.last?.contains("games live; the event log cannot be read or written") == true)
  }

  @Test func afterStoppingItReportsNothingElse() async {
    await board.ready()
    await board.stopping()
    await board.sink("den", isDisabled: "gone")
    await board.reloading()
    await board.reloaded()
    #expect(manager.messages.dropFirst() == ["stopping", "extend 10", "status stopping"])
    #expect(await board.isStopping)
  }
}
