import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// A receiver that asks for a pause: how long it holds, for which messages, and what ends it.
@Suite(.timeLimit(.minutes(1))) struct SinkPauseTests {
  private let fixture: DeliveryFixture

  init() throws { fixture = try DeliveryFixture() }

  private func log(_ name: String, game: Int = 1) async throws {
    let entry = LogEntry(event: SampleEvents.event(name, game: game), sinks: ["chat"])
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: game), state: [], isOver: false)
    try await fixture.log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: fixture.now())
  }

  private static let hour = Answer.slowDown(.seconds(3600), .sink, .init(cause: .status(503), text: "status 503"))

  /// A sink whose receiver asks for a pause of an hour after the first message, and accepts everything after that.
  private static func sinkWithAnHour(_ scope: Answer.Scope = .sink) -> ChatSink {
    ChatSink { _, number in
      number == 1
        ? .slowDown(.seconds(3600), scope, .init(cause: .status(503), text: "status 503")) : .accepted(Receipt())
    }
  }

  private let long = DeliveryOptions(expires: .seconds(7200))

  private func whenPaused() async throws {
    while try await fixture.outbox("chat").pause() == nil { try await fixture.next() }
    await fixture.clock.whenSleeping()
  }

  /// Messages expire after two hours, so that none is given up because of the pause.
  @Test(arguments: ["retry all", "retry chat", "retry 1", "enable chat"])
  func aCommandEndsAPause(order: String) async throws {
    try await log("a")
    try await log("b")
    let sink = Self.sinkWithAnHour()
    try await fixture.during(fixture.worker(for: sink, options: long).run) {
      await sink.whenSent(1)
      try await whenPaused()
      let span = ["chat": Duration.seconds(7200)]
      switch order {
      case "enable chat": #expect(try fixture.log.enable("chat", at: fixture.now()).wasPaused)
      case "retry all": #expect(try fixture.log.retry(.all, expires: span, at: fixture.now()).resumed == ["chat"])
      case "retry chat":
        #expect(try fixture.log.retry(.sink("chat"), expires: span, at: fixture.now()).resumed == ["chat"])
      default: #expect(try fixture.log.retry(.number(1), expires: span, at: fixture.now()).resumed == ["chat"])
      }
      await sink.whenSent(3)
      try await fixture.whenSettled("chat")
    }
    #expect(sink.texts == ["news 1/a@1", "news 1/a@1", "news 1/b@1"])
    #expect(try await fixture.outbox("chat").pause() == nil)
  }

  /// The limiter of the host holds the pause too, and sinks wait for it there.
  @Test func aCommandEndsThePauseOfTheHost() async throws {
    try await log("a")
    let (sink, hosts) = (Self.sinkWithAnHour(.host), HostRateLimiter(clock: fixture.clock))
    let worker = SinkWorker(
      ConfiguredSink(sink: sink, options: long, host: "discord.com:443"), log: fixture.log, hosts: hosts,
      clock: fixture.clock,
      now: fixture.now, logger: fixture.logged.logger
    ) { _ in }
    try await fixture.during(worker.run) {
      await sink.whenSent(1)
      try await whenPaused()
      _ = try fixture.log.retry(.all, expires: ["chat": .seconds(7200)], at: fixture.now())
      while sink.texts.count < 2 {
        fixture.clock.advance(by: .milliseconds(20))
        try await fixture.next()
      }
    }
    #expect(sink.texts == ["news 1/a@1", "news 1/a@1"])
  }

  private func worker(_ sink: ChatSink, _ hosts: HostRateLimiter<ManualClock>, at address: String = "here")
    -> SinkWorker<ManualClock>
  {
    let configured = ConfiguredSink(sink: sink, options: long, address: address, host: "ntfy.sh:443")
    return SinkWorker(
      configured, log: fixture.log, hosts: hosts, clock: fixture.clock, now: fixture.now, logger: fixture.logged.logger
    ) { _ in }
  }

  /// The receiver of one sink asked for the pause; another sink of the same host waits with it.
  @Test(arguments: ["retry all", "retry other", "enable other", "another address"])
  func thePauseOfAHostEndsForItsOtherSinksToo(order: String) async throws {
    try await log("a")
    let (sink, other, hosts) = (Self.sinkWithAnHour(.host), ChatSink("other"), HostRateLimiter(clock: fixture.clock))
    let (first, second) = (worker(sink, hosts), worker(other, hosts, at: "there"))
    let before = order == "another address" ? "here" : "there"
    _ = try await fixture.outbox("other").adopt(
      before, isForPeople: true, makesDigests: true, at: fixture.now())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await first.run() }
      await sink.whenSent(1)
      try await whenPaused()
      let entry = LogEntry(event: SampleEvents.event("b", game: 2), sinks: ["other"])
      let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: 2), state: [], isOver: false)
      try await fixture.log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: fixture.now())
      group.addTask { await second.run() }
      if order != "another address" { await fixture.clock.whenSleeping(2) }
      let span = ["chat": Duration.seconds(7200), "other": .seconds(7200)]
      switch order {
      case "retry all": _ = try fixture.log.retry(.all, expires: span, at: fixture.now())
      case "retry other": _ = try fixture.log.retry(.sink("other"), expires: span, at: fixture.now())
      case "enable other": _ = try fixture.log.enable("other", at: fixture.now())
      default: break
      }
      let start = fixture.clock.now.offset
      while other.texts.isEmpty {
        // Less than the hour of the pause: nothing but its end lets the message go, however slow the log is.
        if fixture.clock.now.offset - start < .seconds(3000) { fixture.clock.advance(by: .milliseconds(20)) }
        try await fixture.next()
      }
      group.cancelAll()
    }
    #expect(other.texts == ["news 2/b@1"])
  }

  @Test func aCommandForAnotherSinkDoesNotEndAPause() async throws {
    try await log("a")
    let sink = Self.sinkWithAnHour()
    try await fixture.during(fixture.worker(for: sink, options: long).run) {
      await sink.whenSent(1)
      try await whenPaused()
      #expect(try fixture.log.retry(.sink("other"), expires: ["other": .seconds(60)], at: fixture.now()).resumed == [])
      _ = try fixture.log.enable("other", at: fixture.now())
      fixture.clock.advance(by: .seconds(3599))
      for _ in 0..<100 { try await fixture.next() }
      #expect(sink.texts.count == 1)
      await fixture.pass(.seconds(1))
      await sink.whenSent(2)
    }
  }

  /// A spent rate limit is a pause of seconds that the log does not store.
  @Test(arguments: ["a notice", "an order for another sink", "an order for this sink"])
  func nothingEndsTheWaitForASpentRateLimit(what: String) async throws {
    try await log("a")
    let sink = ChatSink { _, number in .accepted(Receipt(pause: number == 1 ? .seconds(2) : nil)) }
    try await fixture.during(fixture.worker(for: sink, options: long).run) {
      await sink.whenSent(1)
      try await fixture.whenSettled("chat")
      try await log("b")
      await fixture.clock.whenSleeping()
      switch what {
      case "a notice":
        try await fixture.outbox("chat").notify(
          "Sink 'x' is disabled.", about: "x", due: fixture.now(), at: fixture.now())
      case "an order for another sink": _ = try fixture.log.enable("other", at: fixture.now())
      default: _ = try fixture.log.enable("chat", at: fixture.now())
      }
      fixture.clock.advance(by: .milliseconds(1900))
      for _ in 0..<100 { try await fixture.next() }
      #expect(sink.texts.count == 1)
      await fixture.pass(.milliseconds(100))
      await sink.whenSent(2)
    }
  }

  /// The limit of the host is spent for all its sinks, and a notice is not a command.
  @Test func aNoticeDoesNotEndThePauseOfAHost() async throws {
    try await log("a")
    let (sink, other, hosts) = (Self.sinkWithAnHour(.host), ChatSink("other"), HostRateLimiter(clock: fixture.clock))
    let (first, second) = (worker(sink, hosts), worker(other, hosts, at: "there"))
    _ = try await fixture.outbox("other").adopt("there", isForPeople: true, makesDigests: true, at: fixture.now())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await first.run() }
      await sink.whenSent(1)
      try await whenPaused()
      group.addTask { await second.run() }
      try await fixture.outbox("other").notify(
        "Sink 'x' is disabled.", about: "x", due: fixture.now(), at: fixture.now())
      await fixture.clock.whenSleeping(2)
      try await fixture.outbox("other").notify(
        "Sink 'y' is disabled.", about: "y", due: fixture.now(), at: fixture.now())
      for _ in 0..<100 {
        fixture.clock.advance(by: .milliseconds(20))
        try await fixture.next()
      }
      #expect(other.texts.isEmpty)
      group.cancelAll()
    }
  }

  /// The pause holds across a restart, for the receiver that asked for it.
  @Test func aPauseBelongsToTheReceiver() async throws {
    try await log("a")
    let sink = Self.sinkWithAnHour()
    try await fixture.during(fixture.worker(for: sink, options: long).run) {
      await sink.whenSent(1)
      try await whenPaused()
    }
    let same = ChatSink()
    try await fixture.during(fixture.worker(for: same, options: long).run) {
      await fixture.pass(.seconds(3599))
      #expect(same.texts.isEmpty)
    }
    let other = ChatSink()
    try await fixture.during(fixture.worker(for: other, options: long, address: "there").run) {
      await other.whenSent(1)
    }
    #expect(other.texts == ["news 1/a@1"])
  }

  /// A message that waits delays only its own game.
  @Test func aWaitingMessageDelaysOnlyItsGame() async throws {
    try await log("a")
    try await log("b", game: 2)
    let sink = ChatSink { text, number in
      number == 1
        ? .slowDown(.seconds(30), .message, .init(cause: .status(429), text: "status 429")) : .accepted(Receipt())
    }
    try await fixture.during(fixture.worker(for: sink).run) {
      await sink.whenSent(2)
      #expect(sink.texts == ["news 1/a@1", "news 2/b@1"])
      #expect(try await fixture.outbox("chat").pause() == nil)
      while try await fixture.waiting(sink: "chat") != [1] { try await fixture.next() }
      await fixture.pass(.seconds(30))
      await sink.whenSent(3)
      try await fixture.whenSettled("chat")
    }
  }

  @Test func thePauseIsListedWithTheSink() async throws {
    try await log("a")
    let sink = Self.sinkWithAnHour()
    let start = fixture.now()
    try await fixture.during(fixture.worker(for: sink, options: long).run) {
      await sink.whenSent(1)
      try await whenPaused()
    }
    let standing = try fixture.log.standing(of: "chat")
    #expect(standing.pause == SinkPause(address: "here", reason: "status 503", until: start + .seconds(3600)))
    #expect(standing.trouble == "status 503")
    let served = [SinkInfo(name: "chat", kind: "discord", expires: .seconds(60))]
    func entry(at time: Timestamp) throws -> SinkListing.Entry? {
      SinkListing.Entry.all(of: served, ["chat": standing], in: fixture.log, at: time).first
    }
    #expect(try entry(at: start)?.pausedUntil == start + .seconds(3600))
    #expect(try entry(at: start)?.pause == "status 503")
    #expect(try entry(at: start + .seconds(3600))?.pausedUntil == nil)
  }
}
