import Testing

@testable import LiveCore
@testable import LivePlatform

/// A sink that has several requests in flight at once.
@Suite(.timeLimit(.minutes(1))) struct ParallelDeliveryTests {
  private let fixture: DeliveryFixture

  init() throws { fixture = try DeliveryFixture() }

  @Test func atMostOneRequestOfAGameIsInFlight() async throws {
    for game in 1...3 { try await fixture.storage.append("a", "b", game: game) }
    let transport = ScriptedTransport(.held, .held, .status(200))
    let worker = try fixture.worker(transport, options: DeliveryOptions(maxInFlight: 2))
    try await fixture.during(worker.run) {
      await transport.whenAsked(2)
      #expect(Set(transport.sent) == ["1/a", "2/a"])
      transport.release()
      await transport.whenAsked(6)
    }
    for game in 1...3 {
      #expect(transport.sent.filter { $0.hasPrefix("\(game)/") } == ["\(game)/a", "\(game)/b"])
    }
  }

  @Test func aBlockedGameDelaysNoOther() async throws {
    try await fixture.storage.append("a", "b", game: 1)
    try await fixture.storage.append("x", "y", "z", game: 2)
    let transport = ScriptedTransport { request, _ in request.label == "1/a" ? .pause : .status(200) }
    let worker = try fixture.worker(transport, options: DeliveryOptions(maxInFlight: 2))
    try await fixture.during(worker.run) { await transport.whenAsked(4) }
    #expect(transport.sent.filter { $0.hasPrefix("2/") } == ["2/x", "2/y", "2/z"])
    #expect(!transport.sent.contains("1/b"))
  }

  @Test func aCrashRepeatsOnlyWhatWasInFlight() async throws {
    for game in 1...5 { try await fixture.storage.append("a", game: game) }
    let options = DeliveryOptions(maxInFlight: 3)
    let lost = ScriptedTransport(.pause)
    try await fixture.during(try fixture.worker(lost, options: options).run) { await lost.whenAsked(3) }
    #expect(lost.sent.count == 3)
    try fixture.storage.reopen()
    let transport = ScriptedTransport(.status(200))
    try await fixture.during(try fixture.worker(transport, options: options).run) { await transport.whenAsked(5) }
    let ids = { (transport: ScriptedTransport) in Set(transport.requests.compactMap { $0.header("webhook-id") }) }
    #expect(ids(transport).count == 5 && ids(lost).isSubset(of: ids(transport)))
  }

  @Test func aPauseOfAHostHoldsForAllItsSinks() async throws {
    let reason = Answer.Reason(cause: .status(429), text: "status 429")
    let loud = ChatSink("loud") { _, number in
      number == 1 ? .slowDown(.seconds(30), .host, reason) : .accepted(Receipt())
    }
    let other = ChatSink("other")
    let hosts = HostRateLimiter(clock: fixture.clock)
    let workers = [loud, other].map { sink in
      SinkWorker(
        ConfiguredSink(sink: sink, options: DeliveryOptions(), address: "here", host: "discord.com:443"),
        log: fixture.log,
        hosts: hosts, clock: fixture.clock, now: fixture.now, logger: fixture.logged.logger, announce: { _ in })
    }
    try await fixture.storage.append("a", sinks: ["loud"])
    try await fixture.during({
      await withDiscardingTaskGroup { group in
        for worker in workers { group.addTask { await worker.run() } }
      }
    }) {
      await loud.whenSent(1)
      await fixture.clock.whenSleeping()
      try await fixture.storage.append("b", game: 2, sinks: ["other"])
      await fixture.clock.whenSleeping(2)
      #expect(other.texts.isEmpty)
      fixture.clock.advance(by: .seconds(30))
      await fixture.clock.whenSleeping()
      fixture.clock.advance(by: .seconds(1))
      await other.whenSent(1)
      await loud.whenSent(2)
    }
  }

  @Test func theOtherChatsGetANoticeOfADisabledSink() async throws {
    let reason = Answer.Reason(cause: .status(404), text: "status 404: 'Unknown Webhook'")
    let gone = ChatSink("gone") { _, _ in .deadEndpoint(reason) }
    let (friend, program) = (ChatSink("friend"), ScriptedTransport(.status(200)))
    let service = fixture.service([gone, friend, try fixture.webhook(program)])
    try await fixture.storage.append("a", sinks: ["gone"])
    try await fixture.during({ try? await service.run() }) { await friend.whenSent(1) }
    let text = """
      notice The sink 'gone' is disabled: the receiver refused it with status 404 (Unknown Webhook). Check its url. If \
      you correct it, run 'sudo livegamed reload'; if it is right, run 'sudo livegamed sink enable gone'.
      """
    #expect(friend.texts == [text])
    #expect(program.requests.isEmpty && gone.texts.count == 1)
  }

  /// A demo must not alarm the people of a real sink.
  @Test func aNoticeAboutSimulatedGamesIsMarked() async throws {
    let gone = ChatSink("gone") { _, _ in .deadEndpoint(Answer.Reason(cause: .status(404), text: "status 404")) }
    let friend = ChatSink("friend")
    var service = fixture.service([gone, friend])
    service.isTest = true
    try await fixture.storage.append("a", sinks: ["gone"])
    try await fixture.during({ [service] in try? await service.run() }) { await friend.whenSent(1) }
    let notice = try #require(friend.texts.first)
    #expect(notice.hasPrefix("notice Test · The sink 'gone' is disabled: the receiver refused it with status 404. "))
    #expect(friend.texts.count == 1)
  }
}
