import Testing

@testable import LiveCore

/// A receiver that wants nothing for a while: for how long that holds, for whom, and what ends it.
@Suite(.timeLimit(.minutes(1))) struct SilenceTests {
  private let bench: DeliveryBench

  init() throws { bench = try DeliveryBench() }

  private func log(_ name: String, game: Int = 1) async throws {
    let entry = LogEntry(event: SampleEvents.event(name, game: game), sinks: ["chat"])
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: game), state: [], isOver: false)
    try await bench.log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: bench.now())
  }

  private static let hour = Answer.slowDown(.seconds(3600), .sink, .init(cause: .status(503), text: "status 503"))

  /// Wants an hour of silence after the first message, and takes everything after that.
  private static func sinkWithAnHour(_ scope: Answer.Scope = .sink) -> ChatSink {
    ChatSink { _, number in
      number == 1
        ? .slowDown(.seconds(3600), scope, .init(cause: .status(503), text: "status 503")) : .accepted(Receipt())
    }
  }

  private let long = DeliveryOptions(expires: .seconds(7200))

  private func whenPaused() async throws {
    while try await bench.outbox("chat").pause() == nil { try await bench.next() }
    await bench.clock.whenSleeping()
  }

  /// Two hours of `expires`, so that nothing is given up because of the silence.
  @Test(arguments: ["retry all", "retry chat", "retry 1", "enable chat"])
  func anOrderEndsIt(order: String) async throws {
    try await log("a")
    try await log("b")
    let sink = Self.sinkWithAnHour()
    try await bench.during(bench.worker(for: sink, options: long).run) {
      await sink.whenSent(1)
      try await whenPaused()
      let span = ["chat": Duration.seconds(7200)]
      switch order {
      case "enable chat": #expect(try bench.log.enable("chat", at: bench.now()).wasPaused)
      case "retry all": #expect(try bench.log.retry(.all, expires: span, at: bench.now()).resumed == ["chat"])
      case "retry chat":
        #expect(try bench.log.retry(.sink("chat"), expires: span, at: bench.now()).resumed == ["chat"])
      default: #expect(try bench.log.retry(.number(1), expires: span, at: bench.now()).resumed == ["chat"])
      }
      await sink.whenSent(3)
      try await bench.whenSettled("chat")
    }
    #expect(sink.texts == ["news 1/a@1", "news 1/a@1", "news 1/b@1"])
    #expect(try await bench.outbox("chat").pause() == nil)
  }

  /// The silence of a whole host is in its limiter too, and there are sinks that wait for it there.
  @Test func anOrderEndsTheSilenceOfTheHost() async throws {
    try await log("a")
    let (sink, hosts) = (Self.sinkWithAnHour(.host), HostRateLimiter(clock: bench.clock))
    let worker = SinkWorker(
      ConfiguredSink(sink: sink, options: long, host: "discord.com:443"), log: bench.log, hosts: hosts,
      clock: bench.clock,
      now: bench.now, logger: bench.said.logger
    ) { _ in }
    try await bench.during(worker.run) {
      await sink.whenSent(1)
      try await whenPaused()
      _ = try bench.log.retry(.all, expires: ["chat": .seconds(7200)], at: bench.now())
      while sink.texts.count < 2 {
        bench.clock.advance(by: .milliseconds(20))
        try await bench.next()
      }
    }
    #expect(sink.texts == ["news 1/a@1", "news 1/a@1"])
  }

  private func worker(_ sink: ChatSink, _ hosts: HostRateLimiter<ManualClock>, at address: String = "here")
    -> SinkWorker<ManualClock>
  {
    let post = ConfiguredSink(sink: sink, options: long, address: address, host: "ntfy.sh:443")
    return SinkWorker(
      post, log: bench.log, hosts: hosts, clock: bench.clock, now: bench.now, logger: bench.said.logger
    ) { _ in }
  }

  /// One sink was asked for silence, and another of the same host waits with it.
  @Test(arguments: ["retry all", "retry other", "enable other", "another address"])
  func theSilenceOfAHostEndsForTheOthersToo(order: String) async throws {
    try await log("a")
    let (sink, other, hosts) = (Self.sinkWithAnHour(.host), ChatSink("other"), HostRateLimiter(clock: bench.clock))
    let (first, second) = (worker(sink, hosts), worker(other, hosts, at: "there"))
    let before = order == "another address" ? "here" : "there"
    _ = try await bench.outbox("other").adopt(
      before, isForPeople: true, makesDigests: true, at: bench.now())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await first.run() }
      await sink.whenSent(1)
      try await whenPaused()
      let entry = LogEntry(event: SampleEvents.event("b", game: 2), sinks: ["other"])
      let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: 2), state: [], isOver: false)
      try await bench.log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: bench.now())
      group.addTask { await second.run() }
      if order != "another address" { await bench.clock.whenSleeping(2) }
      let span = ["chat": Duration.seconds(7200), "other": .seconds(7200)]
      switch order {
      case "retry all": _ = try bench.log.retry(.all, expires: span, at: bench.now())
      case "retry other": _ = try bench.log.retry(.sink("other"), expires: span, at: bench.now())
      case "enable other": _ = try bench.log.enable("other", at: bench.now())
      default: break
      }
      while other.texts.isEmpty {
        bench.clock.advance(by: .milliseconds(20))
        try await bench.next()
      }
      group.cancelAll()
    }
    #expect(other.texts == ["news 2/b@1"])
    #expect(bench.clock.now.offset < .seconds(600))
  }

  @Test func anOrderForAnotherSinkDoesNotEndIt() async throws {
    try await log("a")
    let sink = Self.sinkWithAnHour()
    try await bench.during(bench.worker(for: sink, options: long).run) {
      await sink.whenSent(1)
      try await whenPaused()
      #expect(try bench.log.retry(.sink("other"), expires: ["other": .seconds(60)], at: bench.now()).resumed == [])
      _ = try bench.log.enable("other", at: bench.now())
      bench.clock.advance(by: .seconds(3599))
      for _ in 0..<100 { try await bench.next() }
      #expect(sink.texts.count == 1)
      await bench.pass(.seconds(1))
      await sink.whenSent(2)
    }
  }

  /// A spent rate limit is a pause of seconds, which the log does not hold.
  @Test(arguments: ["a notice", "an order for another sink", "an order for this sink"])
  func nothingEndsTheWaitForASpentLimit(what: String) async throws {
    try await log("a")
    let sink = ChatSink { _, number in .accepted(Receipt(pause: number == 1 ? .seconds(2) : nil)) }
    try await bench.during(bench.worker(for: sink, options: long).run) {
      await sink.whenSent(1)
      try await bench.whenSettled("chat")
      try await log("b")
      await bench.clock.whenSleeping()
      switch what {
      case "a notice": try await bench.outbox("chat").notify("Sink 'x' is disabled.", due: bench.now(), at: bench.now())
      case "an order for another sink": _ = try bench.log.enable("other", at: bench.now())
      default: _ = try bench.log.enable("chat", at: bench.now())
      }
      bench.clock.advance(by: .milliseconds(1900))
      for _ in 0..<100 { try await bench.next() }
      #expect(sink.texts.count == 1)
      await bench.pass(.milliseconds(100))
      await sink.whenSent(2)
    }
  }

  /// The limit of the host is spent for all its sinks, and a notice is no order.
  @Test func aNoticeDoesNotEndTheSilenceOfAHost() async throws {
    try await log("a")
    let (sink, other, hosts) = (Self.sinkWithAnHour(.host), ChatSink("other"), HostRateLimiter(clock: bench.clock))
    let (first, second) = (worker(sink, hosts), worker(other, hosts, at: "there"))
    _ = try await bench.outbox("other").adopt("there", isForPeople: true, makesDigests: true, at: bench.now())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await first.run() }
      await sink.whenSent(1)
      try await whenPaused()
      group.addTask { await second.run() }
      try await bench.outbox("other").notify("Sink 'x' is disabled.", due: bench.now(), at: bench.now())
      await bench.clock.whenSleeping(2)
      try await bench.outbox("other").notify("Sink 'y' is disabled.", due: bench.now(), at: bench.now())
      for _ in 0..<100 {
        bench.clock.advance(by: .milliseconds(20))
        try await bench.next()
      }
      #expect(other.texts.isEmpty)
      group.cancelAll()
    }
  }

  /// It holds over a restart, for the receiver that asked for it.
  @Test func itIsTheReceiversOwn() async throws {
    try await log("a")
    let sink = Self.sinkWithAnHour()
    try await bench.during(bench.worker(for: sink, options: long).run) {
      await sink.whenSent(1)
      try await whenPaused()
    }
    let same = ChatSink()
    try await bench.during(bench.worker(for: same, options: long).run) {
      await bench.pass(.seconds(3599))
      #expect(same.texts.isEmpty)
    }
    let other = ChatSink()
    try await bench.during(bench.worker(for: other, options: long, address: "there").run) { await other.whenSent(1) }
    #expect(other.texts == ["news 1/a@1"])
  }

  /// What a message has to wait for holds up nothing else.
  @Test func aMessageThatWaitsHoldsUpItsGameAlone() async throws {
    try await log("a")
    try await log("b", game: 2)
    let sink = ChatSink { text, number in
      number == 1
        ? .slowDown(.seconds(30), .message, .init(cause: .status(429), text: "status 429")) : .accepted(Receipt())
    }
    try await bench.during(bench.worker(for: sink).run) {
      await sink.whenSent(2)
      #expect(sink.texts == ["news 1/a@1", "news 2/b@1"])
      #expect(try await bench.outbox("chat").pause() == nil)
      while try await bench.waiting(sink: "chat") != [1] { try await bench.next() }
      await bench.pass(.seconds(30))
      await sink.whenSent(3)
      try await bench.whenSettled("chat")
    }
  }

  @Test func itIsSeenInTheStanding() async throws {
    try await log("a")
    let sink = Self.sinkWithAnHour()
    let start = bench.now()
    try await bench.during(bench.worker(for: sink, options: long).run) {
      await sink.whenSent(1)
      try await whenPaused()
    }
    let standing = try bench.log.standing(of: "chat")
    #expect(standing.pause == SinkPause(address: "here", reason: "status 503", until: start + .seconds(3600)))
    #expect(standing.trouble == "status 503")
    let served = [SinkInfo(name: "chat", kind: "discord", expires: .seconds(60))]
    func entry(at time: Timestamp) throws -> SinkListing.Entry? {
      SinkListing.Entry.all(of: served, ["chat": standing], in: bench.log, at: time).first
    }
    #expect(try entry(at: start)?.pausedUntil == start + .seconds(3600))
    #expect(try entry(at: start)?.pause == "status 503")
    #expect(try entry(at: start + .seconds(3600))?.pausedUntil == nil)
  }
}
