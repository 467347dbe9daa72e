import Testing

@testable import LiveCore

/// Single messages while the operator sets the clock, the machine sleeps, or the machine is off.
@Suite(.timeLimit(.minutes(1))) struct ClockSetTests {
  private static let steps: [Duration] = [
    .seconds(-40 * 86_400), .seconds(-7200), .seconds(7200), .seconds(40 * 86_400),
  ]

  private let fixture: ClockFixture

  init() throws { fixture = try ClockFixture() }

  @Test(arguments: steps) func aStepOfTheClockDoesNotChangeADelay(_ step: Duration) async throws {
    let sink = ChatSink("hook")
    let worker = fixture.worker(for: sink, options: DeliveryOptions(delay: .seconds(30)))
    try await fixture.append("a")
    fixture.step(step)
    try await fixture.during(worker) {
      await fixture.clock.whenSleeping()
      try await fixture.pass(.seconds(29), [worker])
      #expect(sink.texts.isEmpty)
      try await fixture.pass(.seconds(1), [worker])
      await sink.whenSent(1)
    }
    #expect(sink.texts == ["news 1/a@1"])
  }

  @Test(arguments: steps) func aStepOfTheClockDoesNotChangeTheWaitBeforeARetry(_ step: Duration) async throws {
    let sink = ChatSink("hook") { _, number in
      number == 1 ? .slowDown(.seconds(100), .sink, .init(cause: .status(429), text: "429")) : .accepted(Receipt())
    }
    let worker = fixture.worker(for: sink)
    try await fixture.append("a", "b")
    try await fixture.during(worker) {
      await sink.whenSent(1)
      await fixture.clock.whenSleeping()
      fixture.step(step)
      try await fixture.pass(.seconds(99), [worker])
      #expect(sink.texts.count == 1)
      try await fixture.pass(.seconds(1), [worker])
      await sink.whenSent(3)
    }
    #expect(sink.texts == ["news 1/a@1", "news 1/a@1", "news 1/b@1"])
  }

  /// The clock is two hours ahead at the next start, or the machine was off in between.
  @Test(arguments: steps, [false, true]) func aStepOfTheClockBetweenTwoRunsExpiresNothing(_ step: Duration, isOff: Bool)
    async throws
  {
    try await fixture.append("a", "b")
    fixture.clock.advance(by: .seconds(60))
    fixture.step(step)
    try fixture.restart(anew: isOff)
    let sink = ChatSink("hook")
    try await fixture.during(fixture.worker(for: sink)) { await sink.whenSent(2) }
    #expect(sink.texts == ["news 1/a@1", "news in m1 1/b@1"])
  }

  /// The daemon was down while the machine ran: time really passed.
  @Test(arguments: steps) func anOldMessageExpiresInSpiteOfAStepOfTheClock(_ step: Duration) async throws {
    try await fixture.append("a")
    fixture.clock.advance(by: .seconds(3600))
    fixture.step(step)
    try fixture.restart()
    let sink = ChatSink("hook")
    let worker = fixture.worker(for: sink)
    try await fixture.during(worker) {
      try await fixture.append("b")
      await sink.whenSent(1)
    }
    #expect(sink.texts == ["news 1/b@1"])
    #expect(try await fixture.count(.dead, of: "hook") == 1)
  }

  /// The state folder of an older release that used the wall clock, which was 40 days ahead at that time.
  @Test func timesFarAheadAreLimitedAtTheStart() async throws {
    try await fixture.append("a", "b")
    try await fixture.log.pool.write { database in
      try database.execute(sql: "DELETE FROM log WHERE key IN ('clock', 'alive')")
      try database.execute(sql: "UPDATE delivery SET due = due + 40 * 86400000")
    }
    try fixture.restart()
    let sink = ChatSink("hook")
    try await fixture.during(fixture.worker(for: sink)) { await sink.whenSent(2) }
    #expect(sink.texts == ["news 1/a@1", "news in m1 1/b@1"])
  }

  /// Times that a command sets and times that are listed are right by both clocks.
  @Test(arguments: steps) func commandsUseTheClockOfTheOutbox(_ step: Duration) async throws {
    try await fixture.append("a")
    let sink = ChatSink("hook") { _, number in
      number == 1 ? .badMessage(.init(cause: .status(400), text: "400")) : .accepted(Receipt())
    }
    try await fixture.during(fixture.worker(for: sink)) {
      await sink.whenSent(1)
      while try await fixture.count(.dead, of: "hook") == 0 { await Task.yield() }
      fixture.step(step)
      #expect(try fixture.log.retry(.all, expires: ["hook": .seconds(60)], at: fixture.wall()).messages == 1)
      await sink.whenSent(2)
    }
    #expect(sink.texts.count == 2)
    #expect(fixture.log.wallTime(of: fixture.now, at: fixture.wall()) == fixture.wall())
  }
}
