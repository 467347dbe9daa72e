import Testing

@testable import LiveCore

/// Single messages while somebody sets the clock, or the machine sleeps, or is off.
@Suite(.timeLimit(.minutes(1))) struct ClockSetTests {
  private static let steps: [Duration] = [
    .seconds(-40 * 86_400), .seconds(-7200), .seconds(7200), .seconds(40 * 86_400),
  ]

  private let bench: ClockBench

  init() throws { bench = try ClockBench() }

  @Test(arguments: steps) func aDelayIsAsLongAsItIs(_ step: Duration) async throws {
    let sink = ChatSink("hook")
    let worker = bench.worker(for: sink, options: DeliveryOptions(delay: .seconds(30)))
    try await bench.append("a")
    bench.step(step)
    try await bench.during(worker) {
      await bench.clock.whenSleeping()
      try await bench.pass(.seconds(29), [worker])
      #expect(sink.texts.isEmpty)
      try await bench.pass(.seconds(1), [worker])
      await sink.whenSent(1)
    }
    #expect(sink.texts == ["news 1/a@1"])
  }

  @Test(arguments: steps) func aRetryIsNeitherForgottenNorHurried(_ step: Duration) async throws {
    let sink = ChatSink("hook") { _, number in
      number == 1 ? .slowDown(.seconds(100), .sink, .init(cause: .status(429), text: "429")) : .accepted(Receipt())
    }
    let worker = bench.worker(for: sink)
    try await bench.append("a", "b")
    try await bench.during(worker) {
      await sink.whenSent(1)
      await bench.clock.whenSleeping()
      bench.step(step)
      try await bench.pass(.seconds(99), [worker])
      #expect(sink.texts.count == 1)
      try await bench.pass(.seconds(1), [worker])
      await sink.whenSent(3)
    }
    #expect(sink.texts == ["news 1/a@1", "news 1/a@1", "news 1/b@1"])
  }

  /// With the clock two hours ahead at the next start, or the machine off in between.
  @Test(arguments: steps, [false, true]) func noStepBetweenTwoRunsExpiresAnything(_ step: Duration, isOff: Bool)
    async throws
  {
    try await bench.append("a", "b")
    bench.clock.advance(by: .seconds(60))
    bench.step(step)
    try bench.restart(anew: isOff)
    let sink = ChatSink("hook")
    try await bench.during(bench.worker(for: sink)) { await sink.whenSent(2) }
    #expect(sink.texts == ["news 1/a@1", "news in m1 1/b@1"])
  }

  /// The daemon was down and the machine was not: that is no step of a clock.
  @Test(arguments: steps) func whatIsReallyOldExpires(_ step: Duration) async throws {
    try await bench.append("a")
    bench.clock.advance(by: .seconds(3600))
    bench.step(step)
    try bench.restart()
    let sink = ChatSink("hook")
    let worker = bench.worker(for: sink)
    try await bench.during(worker) {
      try await bench.append("b")
      await sink.whenSent(1)
    }
    #expect(sink.texts == ["news 1/b@1"])
    #expect(try await bench.count(.dead, of: "hook") == 1)
  }

  /// A state folder of a release that reckoned by the wall clock, which stood 40 days ahead then.
  @Test func instantsFarAheadAreBoundedAtTheStart() async throws {
    try await bench.append("a", "b")
    try await bench.log.pool.write { database in
      try database.execute(sql: "DELETE FROM log WHERE key IN ('clock', 'alive')")
      try database.execute(sql: "UPDATE delivery SET due = due + 40 * 86400000")
    }
    try bench.restart()
    let sink = ChatSink("hook")
    try await bench.during(bench.worker(for: sink)) { await sink.whenSent(2) }
    #expect(sink.texts == ["news 1/a@1", "news in m1 1/b@1"])
  }

  /// What an order sets, and what is listed, is right by either clock.
  @Test(arguments: steps) func ordersGoByTheClockOfTheOutbox(_ step: Duration) async throws {
    try await bench.append("a")
    let sink = ChatSink("hook") { _, number in
      number == 1 ? .badMessage(.init(cause: .status(400), text: "400")) : .accepted(Receipt())
    }
    try await bench.during(bench.worker(for: sink)) {
      await sink.whenSent(1)
      while try await bench.count(.dead, of: "hook") == 0 { await Task.yield() }
      bench.step(step)
      #expect(try bench.log.retry(.all, expires: ["hook": .seconds(60)], at: bench.wall()).messages == 1)
      await sink.whenSent(2)
    }
    #expect(sink.texts.count == 2)
    #expect(bench.log.wallTime(of: bench.now, at: bench.wall()) == bench.wall())
  }
}
