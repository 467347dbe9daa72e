import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Facts that a sink never gets are counted, and every place reports the same number.
@Suite(.timeLimit(.minutes(1))) struct LostFactsTests {
  private let fixture: DeliveryFixture

  init() throws { fixture = try DeliveryFixture() }

  private func log(_ names: [String], game: Int = 1) async throws {
    let entries = names.map { LogEntry(event: SampleEvents.event($0, game: game), sinks: ["chat"]) }
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: game), state: [], isOver: false)
    try await fixture.log.append(LogAppend(checkpoint: checkpoint, events: entries), at: fixture.now())
  }

  private func worker(_ sink: ChatSink, _ meters: Meters) -> SinkWorker<ManualClock> {
    SinkWorker(
      ConfiguredSink(sink: sink), log: fixture.log, hosts: HostRateLimiter(clock: fixture.clock), clock: fixture.clock,
      now: fixture.now, logger: fixture.logged.logger, meters: meters
    ) { _ in }
  }

  /// Sixty plays of two games expire because their receiver does not answer, and one message is refused.
  @Test func expiredFactsAreCountedOneByOne() async throws {
    let meters = Meters()
    try await log((0..<30).map { "p\($0)" })
    try await log((0..<30).map { "q\($0)" }, game: 2)
    fixture.clock.advance(by: .seconds(700))
    try await log(["r"], game: 3)
    let sink = ChatSink { _, _ in .badMessage(.init(cause: .status(400), text: "status 400")) }
    try await fixture.during(worker(sink, meters).run) { try await fixture.whenSettled("chat") }
    #expect(try fixture.log.standing(of: "chat").dead == 61)
    let entries = try fixture.log.outboxEntries(of: "chat", limit: 9)
    #expect(entries.map(\.facts).sorted() == [1, 30, 30])
    #expect(entries.map(\.facts).reduce(0, +) == 61)
    #expect(meters.value(of: #"livegamed_deliveries_total{sink="chat",outcome="given_up"}"#) == 61)
    let logged = fixture.logged.lines.filter { $0.contains("delivery given up") }
    #expect(logged.contains { $0.contains("facts=30") })
  }

  @Test func aDropAlsoCountsTheFactsInMessages() async throws {
    try await log(["a", "b"])
    fixture.clock.advance(by: .seconds(700))
    try await fixture.during(worker(ChatSink(), Meters()).run) { try await fixture.whenSettled("chat") }
    try await log(["c"])
    #expect(try fixture.log.standing(of: "chat").dead == 2)
    #expect(try fixture.log.drop(.all, onlyDead: false, at: fixture.now()) == .init(messages: 1, facts: ["chat": 3]))
    #expect(try fixture.log.standing(of: "chat").dead == 0)
  }

  @Test func aRetriedFactIsNoLongerLost() async throws {
    try await log(["a", "b"])
    fixture.clock.advance(by: .seconds(700))
    try await fixture.during(worker(ChatSink(), Meters()).run) { try await fixture.whenSettled("chat") }
    _ = try fixture.log.retry(.all, expires: ["chat": .seconds(60)], at: fixture.now())
    let sink = ChatSink()
    try await fixture.during(worker(sink, Meters()).run) {
      await sink.whenSent(2)
      try await fixture.whenSettled("chat")
    }
    #expect(try fixture.log.standing(of: "chat").dead == 0)
    #expect(sink.texts == ["news 1/a@1", "news in m1 1/b@1"])
  }

  /// The fact has already waited for its delay, and later ones of its game wait for it.
  @Test func aRetriedFactDoesNotWaitForItsDelayAgain() async throws {
    try await log(["a"])
    let options = DeliveryOptions(delay: .seconds(900))
    let refusing = ChatSink { _, _ in .badMessage(.init(cause: .status(400), text: "status 400")) }
    try await fixture.during(fixture.worker(for: refusing, options: options).run) {
      await fixture.pass(.seconds(900))
      try await fixture.whenSettled("chat")
    }
    _ = try fixture.log.retry(
      .all, expires: ["chat": .seconds(60)], lags: ["chat": .seconds(900)], at: fixture.now())
    let sink = ChatSink()
    try await fixture.during(fixture.worker(for: sink, options: options).run) { await sink.whenSent(1) }
    #expect(sink.texts == ["news 1/a@1"])
  }

  /// The configured limit per minute also holds across restarts and reloads.
  @Test func theLimitPerMinuteHoldsAcrossARestart() async throws {
    try await log((0..<6).map { "p\($0)" })
    let sink = ChatSink()
    let options = DeliveryOptions(maxPerMinute: 2)
    for _ in 0..<3 {
      try await fixture.during(fixture.worker(for: sink, options: options).run) {
        await sink.whenSent(2)
        await fixture.clock.whenSleeping()
      }
    }
    #expect(sink.texts.count == 2)
    try await fixture.during(fixture.worker(for: sink, options: options).run) {
      await fixture.pass(.seconds(60))
      await sink.whenSent(4)
    }
    #expect(sink.texts.count == 4)
  }
}
