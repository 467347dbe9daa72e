internal import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// Requests of the operator over a real socket, with a real log.
@Suite(.timeLimit(.minutes(1))) struct OutboxHandlerTests {
  private func with(
    _ options: SocketOptions = OutboxFixture.options,
    _ body: @Sendable (SocketFixture, OutboxFixture, SocketClient) async throws -> Void
  ) async throws {
    try await SocketFixture.with(options) { fixture in
      try await body(fixture, OutboxFixture(log: fixture.log), try await fixture.client())
    }
  }

  private func ask(_ client: SocketClient, _ request: OutboxRequest) async throws -> OutboxAnswer {
    try OutboxAnswer(try await client.answer(to: request))
  }

  private func listing(_ client: SocketClient, of sink: String? = nil, limit: Int = 100) async throws -> OutboxListing {
    guard case .outbox(let listing) = try await ask(client, .outbox(sink: sink, limit: limit)) else {
      throw Fault(.socketBadAnswer, "no listing")
    }
    return listing
  }

  @Test func listsWaitingAndGivenUpMessagesAsDocumented() async throws {
    try await with { _, outbox, client in
      try await outbox.deadLetter("a", to: "den")
      try await outbox.append(["b", "c"], to: "hook")
      try client.send(Array("{\"op\":\"outbox\",\"id\":\"x\"}\n".utf8))
      let line = try #require(try await client.next())
      #expect(
        line.text == #"{"op":"outbox","entries":[{"attempts":0,"changed":"2024-07-13T03:00:00.000Z","#
          + #""due":"2024-07-13T03:00:00.000Z","error":"status 413","event":"mlb/1/1-top/a/0/1@1","facts":1,"#
          + #""lane":"mlb/1","number":1,"sink":"den","state":"dead","subject":"TOR@AZ","summary":"a"}],"more":false,"pending":{"hook":2},"id":"x"}"#
      )
    }
  }

  @Test func aTruncatedListIsMarked() async throws {
    try await with { _, outbox, client in
      for number in 1...5 { try await outbox.deadLetter("a\(number)", to: number == 2 ? "hook" : "den") }
      let newest = try await listing(client, limit: 2)
      #expect(newest.entries.map(\.number) == [4, 5] && newest.more)
      let den = try await listing(client, of: "den", limit: 4)
      #expect(den.entries.map(\.number) == [1, 3, 4, 5] && !den.more)
    }
  }

  @Test func noListExceedsItsLimit() async throws {
    try await with { _, outbox, client in
      for number in 1...OutboxRequest.mostEntries + 1 { try await outbox.deadLetter("a\(number)", to: "den") }
      let answer = try await listing(client, limit: 100_000)
      #expect(answer.entries.count == OutboxRequest.mostEntries && answer.more)
      #expect(answer.entries.last?.number == OutboxRequest.mostEntries + 1)
    }
  }

  @Test func reportsTheStandingOfEachSink() async throws {
    try await with { fixture, outbox, client in
      try await outbox.deadLetter("a", to: "den")
      try await outbox.store("b", to: "den")
      try await outbox.append(["c"], to: "den")
      try await outbox.append(["z"], to: "old")
      let message = try await outbox.store("d", to: "hook")
      try await Outbox(log: fixture.log, sink: "hook").accepted(message.number, handle: nil, at: SampleEvents.start)
      let state = DisabledSink(address: "here", reason: "status 410", since: SampleEvents.start)
      try await Outbox(log: fixture.log, sink: "hook").disable(state)
      let entries = [
        SinkListing.Entry(
          name: "den", type: "discord", state: .waiting, waiting: 2, pending: 1, dead: 1, lastDead: SampleEvents.start,
          hasFreshDeadLetters: false),
        SinkListing.Entry(
          name: "hook", type: "webhook", state: .disabled, waiting: 0, pending: 0, dead: 0,
          lastDelivered: SampleEvents.start, disabled: "status 410", disabledSince: SampleEvents.start),
        SinkListing.Entry(name: "old", state: .removed, waiting: 1, pending: 1, dead: 0),
      ]
      #expect(try await ask(client, .sinks) == .sinks(SinkListing(sinks: entries)))
    }
  }

  @Test func aRetryGetsTheExpiryOfItsSink() async throws {
    try await with { fixture, outbox, client in
      let (den, hook) = (try await outbox.deadLetter("a", to: "den"), try await outbox.deadLetter("b", to: "hook"))
      let old = try await outbox.deadLetter("c", to: "old")
      #expect(try await ask(client, .retry(.all)) == .retry(messages: 2))
      for (number, sink, span) in [(den, "den", 60), (hook, "hook", 600)] {
        let message = try #require(
          try await Outbox(log: fixture.log, sink: sink).message(number, dueBy: Timestamp(milliseconds: .max)))
        #expect(
          message.deadline - message.due == .seconds(span) && message.attempts == 0 && message.message.body == [1, 2])
      }
      #expect(try fixture.log.outboxEntry(old)?.state == .dead)
    }
  }

  @Test func aPostponedMessageIsRetriedAtOnce() async throws {
    try await with { fixture, outbox, client in
      let hook = Outbox(log: fixture.log, sink: "hook")
      let (failed, fresh) = (try await outbox.store("a", to: "hook"), try await outbox.store("b", to: "hook"))
      let far = WallClock.now() + .seconds(300)
      try await hook.postpone(failed.number, until: far, because: FailedAttempt("503"), at: SampleEvents.start)
      #expect(try await ask(client, .retry(.sink("hook"))) == .retry(messages: 1))
      let again = try #require(try await hook.message(failed.number, dueBy: Timestamp(milliseconds: .max)))
      #expect(again.due < far && again.attempts == 1 && again.deadline == failed.deadline)
      #expect(try await hook.message(fresh.number, dueBy: Timestamp(milliseconds: .max))?.due == fresh.due)
    }
  }

  @Test func dropsOnlyTheNamedMessages() async throws {
    try await with { fixture, outbox, client in
      let (dead, other) = (try await outbox.deadLetter("a", to: "den"), try await outbox.deadLetter("b", to: "hook"))
      let waiting = try await outbox.store("c", to: "den")
      try await outbox.append(["d", "e"], to: "den")
      #expect(try await ask(client, .drop(.sink("den"), onlyDead: true)) == .drop(messages: 1, facts: 1))
      #expect(try fixture.log.outboxEntry(dead) == nil)
      #expect(try await ask(client, .drop(.number(waiting.number), onlyDead: true)) == .drop(messages: 0, facts: 0))
      #expect(try await ask(client, .drop(.number(waiting.number), onlyDead: false)) == .drop(messages: 1, facts: 1))
      #expect(try fixture.log.standing(of: "den").pending == 2)
      #expect(try await ask(client, .drop(.sink("den"), onlyDead: false)) == .drop(messages: 0, facts: 2))
      #expect(try await listing(client).entries.map(\.number) == [other])
      #expect(try await ask(client, .drop(.all, onlyDead: false)) == .drop(messages: 1, facts: 1))
    }
  }

  @Test func messagesOfARemovedSinkCanBeListedAndDropped() async throws {
    try await with { _, outbox, client in
      let number = try await outbox.deadLetter("a", to: "old")
      #expect(try await listing(client, of: "old").entries.map(\.number) == [number])
      for order in [OutboxRequest.retry(.sink("old")), .retry(.number(number)), .enable(sink: "old")] {
        let fault = await #expect(throws: Fault.self) { try await client.answer(to: order) }
        #expect(fault?.code == .socketUnknownSink)
      }
      #expect(try await ask(client, .drop(.sink("old"), onlyDead: false)) == .drop(messages: 1, facts: 1))
    }
  }

  @Test(arguments: [
    (OutboxRequest.outbox(sink: "dne", limit: 9), "there is no sink 'dne'; did you mean 'den'?"),
    (.drop(.sink("elsewhere"), onlyDead: false), "there is no sink 'elsewhere'; the sinks are den, hook"),
    (.enable(sink: "Hook"), "there is no sink 'Hook'; did you mean 'hook'?"),
    (.pause(sink: "dem", seconds: 60), "there is no sink 'dem'; did you mean 'den'?"),
    (.resume(sink: "dem", dropping: true), "there is no sink 'dem'; did you mean 'den'?"),
    (.retry(.number(7)), "there is no message 7 that waits or was given up"),
    (.drop(.number(-1), onlyDead: false), "there is no message -1 that waits or was given up"),
  ])
  func reportsUnknownSinksAndMessages(request: OutboxRequest, message: String) async throws {
    try await with { _, _, client in
      let fault = await #expect(throws: Fault.self) { try await client.answer(to: request) }
      #expect(fault?.message == message)
      // The connection stays open.
      let answer = try await ask(client, .retry(.all))
      #expect(answer == .retry(messages: 0))
    }
  }

  @Test func aUserWithoutPermissionMayStillList() async throws {
    var options = OutboxFixture.options
    options.admits = { $0?.uid == -1 }
    try await with(options) { fixture, outbox, client in
      let number = try await outbox.deadLetter("a", to: "den")
      #expect(try await listing(client).entries.count == 1)
      let orders: [OutboxRequest] = [
        .retry(.all), .drop(.number(number), onlyDead: false), .enable(sink: "nobody"),
        .pause(sink: "den", seconds: nil), .resume(sink: "den", dropping: true),
      ]
      for order in orders {
        let fault = await #expect(throws: Fault.self) { try await client.answer(to: order) }
        #expect(fault?.code == .socketForbidden)
      }
      #expect(try fixture.log.outboxEntry(number)?.state == .dead)
    }
  }

  @Test func aSinkIsPausedAndResumed() async throws {
    try await with { _, outbox, client in
      try await outbox.append(["a", "b"], to: "den")
      guard case .pause(let until?) = try await ask(client, .pause(sink: "den", seconds: 86_400)) else {
        Issue.record("the pause has no end")
        return
      }
      guard case .sinks(let listing) = try await ask(client, .sinks) else { return }
      let entry = try #require(listing.sinks.first { $0.name == "den" })
      #expect(entry.state == .paused && entry.until == until && entry.waiting == 2)
      #expect(try await ask(client, .pause(sink: "den", seconds: nil)) == .pause(until: nil))
      #expect(try await ask(client, .resume(sink: "den", dropping: true)) == .resume(wasPaused: true, facts: 2))
      #expect(try await ask(client, .resume(sink: "den", dropping: false)) == .resume(wasPaused: false, facts: 0))
    }
  }

  @Test func aDeliveriesRequestDoesNotSubscribe() async throws {
    try await with { fixture, _, client in
      _ = try await client.answer(to: .sinks)
      try await fixture.store.append([1])
      try client.send(Array("{\"op\":\"ping\"}\n".utf8))
      #expect(try await client.read(1) == ["pong"])
    }
  }

  @Test func concurrentRequestsAreAnsweredInOrder() async throws {
    try await with { _, _, client in
      try client.send((1...20).flatMap { Array("{\"op\":\"sinks\",\"id\":\($0)}\n".utf8) })
      for number in 1...20 { #expect(try await client.next()?.text.hasSuffix("\"id\":\(number)}") == true) }
    }
  }

  @Test func aCommandEnablesADisabledSink() async throws {
    try await with { fixture, outbox, client in
      let clock = ManualClock()
      let transport = ScriptedTransport(.status(410), .status(200))
      let announced = Locked<[String?]>([])
      let sink = try WebhookSink(
        name: "hook",
        endpoint: Endpoint(url: Secret(DeliveryFixture.address), timeout: .seconds(15), transport: transport),
        secrets: []
      )
      let worker = SinkWorker(
        ConfiguredSink(sink: sink, options: DeliveryOptions(), address: "here"), log: fixture.log,
        hosts: HostRateLimiter(clock: clock), clock: clock, now: { SampleEvents.start + clock.now.offset },
        logger: SocketFixture.logger
      ) { news in announced.withLock { $0.append(news.reason) } }
      try await outbox.append(["a"], to: "hook")
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await worker.run() }
        await transport.whenAsked(1)
        // The worker announces it before the log holds it.
        while try await Outbox(log: fixture.log, sink: "hook").disabled() == nil { await Task.yield() }
        let answer = try await ask(client, .enable(sink: "hook"))
        #expect(answer == .enable(wasDisabled: true))
        await transport.whenAsked(2)
        group.cancelAll()
      }
      #expect(transport.sent == ["1/a", "1/a"] && announced.withLock { $0 } == ["status 410", nil])
      #expect(try await ask(client, .enable(sink: "hook")) == .enable(wasDisabled: false))
    }
  }
}
