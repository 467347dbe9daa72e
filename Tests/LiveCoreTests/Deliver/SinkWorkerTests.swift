import Logging
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct SinkWorkerTests {
  private let fixture: DeliveryFixture

  init() throws { fixture = try DeliveryFixture() }

  @Test func deliversWaitingAndNewEvents() async throws {
    let transport = ScriptedTransport(.status(200))
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a", "b")
    try await fixture.during(worker.run) {
      await transport.whenAsked(2)
      try await fixture.storage.append("c")
      await transport.whenAsked(3)
    }
    #expect(transport.sent == ["1/a", "1/b", "1/c"])
    #expect(try await fixture.waiting().isEmpty)
    #expect(fixture.logged.lines(.info).count == 3)
    #expect(
      fixture.logged.lines[0].hasPrefix("info event delivered attempt=1 bytes=")
        && fixture.logged.lines[0].hasSuffix("event=mlb/1/1-top/a/0/1@1 sink=hook"))
  }

  @Test func keepsTheOrderWithinAGameWhileAnotherGoesOn() async throws {
    let isBack = Locked(false)
    let transport = ScriptedTransport { request, _ in
      request.label == "1/a" && !isBack.withLock { $0 } ? .status(503) : .status(200)
    }
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a", "b", game: 1)
    try await fixture.storage.append("x", "y", game: 2)
    try await fixture.during(worker.run) {
      await fixture.pass(.seconds(1))
      await transport.whenAsked(4)
      isBack.withLock { $0 = true }
      await fixture.pass(.seconds(2))
      await transport.whenAsked(6)
    }
    #expect(transport.sent == ["1/a", "2/x", "2/y", "1/a", "1/a", "1/b"])
    #expect(try await fixture.waiting().isEmpty)
  }

  @Test func aRetrySendsTheSameMessageLater() async throws {
    let transport = ScriptedTransport(.status(500), .fault(HTTPFault(kind: .timeout, description: "x")), .status(200))
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a")
    try await fixture.during(worker.run) {
      for wait in [1, 2] { await fixture.pass(.seconds(wait)) }
      await transport.whenAsked(3)
    }
    let requests = transport.requests
    #expect(Set(requests.map(\.body)).count == 1 && Set(requests.map { $0.header("webhook-id") }).count == 1)
    let start = SampleEvents.start.seconds
    #expect(requests.map { $0.header("webhook-timestamp") } == [start, start + 1, start + 3].map(String.init))
    #expect(fixture.logged.lines(.info).map { $0.contains("attempt=3") } == [true])
  }

  @Test func retryAfterPausesTheWholeSink() async throws {
    let transport = ScriptedTransport(.status(429, headers: ["retry-after": "30"]), .status(200))
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a", game: 1)
    try await fixture.storage.append("x", game: 2)
    try await fixture.during(worker.run) {
      await fixture.pass(.seconds(29))
      #expect(transport.sent == ["1/a"])
      fixture.clock.advance(by: .seconds(1))
      await transport.whenAsked(3)
    }
    #expect(transport.sent == ["1/a", "2/x", "1/a"])
    let times = transport.requests.compactMap { $0.header("webhook-timestamp") }.compactMap(Int64.init)
    #expect(times.map { $0 - times[0] } == [0, 30, 30])
  }

  @Test func anExpiredMessageIsADeadLetterAndItsGameContinues() async throws {
    let transport = ScriptedTransport(.status(503))
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a")
    try await fixture.storage.append("b", at: SampleEvents.start + .seconds(300))
    try await fixture.during(worker.run) {
      while !transport.sent.contains("1/b") { await fixture.pass(.seconds(20)) }
    }
    let attempts = transport.sent.prefix { $0 == "1/a" }.count
    #expect(transport.sent.dropFirst(attempts).allSatisfy { $0 == "1/b" })
    let last = try #require(transport.requests[attempts - 1].header("webhook-timestamp").flatMap(Int64.init))
    #expect((500..<600).contains(last - SampleEvents.start.seconds))
    #expect(try await fixture.waiting() == [2])
    #expect(fixture.logged.lines(.warning).contains { $0.hasPrefix("warning delivery given up") })
  }

  @Test func staleEventsAreNotSentExceptFinals() async throws {
    let transport = ScriptedTransport(.status(200))
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("play", game: 1, at: SampleEvents.start - .seconds(600))
    try await fixture.storage.append("end", game: 1, tags: [.final], at: SampleEvents.start - .seconds(86_399))
    try await fixture.storage.append("end", game: 2, tags: [.final], at: SampleEvents.start - .seconds(86_400))
    try await fixture.during(worker.run) { await transport.whenAsked(1) }
    #expect(transport.sent == ["1/end"])
  }

  /// After a late message, the worker's reads and writes can wait, so that a backlog does not delay new events.
  @Test func aBacklogCanWaitAtTheLog() async throws {
    let uses = Locked<[Bool]>([])
    let transport = ScriptedTransport { _, _ in
      uses.withLock { $0.append(LogUse.canWait) }
      return .status(200)
    }
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a", "b", at: SampleEvents.start - .seconds(10))
    try await fixture.during(worker.run) {
      await transport.whenAsked(2)
      try await fixture.storage.append("c")
      await transport.whenAsked(3)
      try await fixture.storage.append("d")
      await transport.whenAsked(4)
    }
    // The worker may still be behind when `c` arrives.
    #expect(uses.withLock { [$0[0], $0[1], $0[3]] } == [false, true, false])
  }

  @Test func aBadMessageIsADeadLetterAtOnce() async throws {
    let transport = ScriptedTransport(.status(413), .status(200))
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a", "b")
    try await fixture.during(worker.run) { await transport.whenAsked(2) }
    #expect(transport.sent == ["1/a", "1/b"])
    #expect(try await fixture.waiting().isEmpty)
    #expect(fixture.logged.lines(.warning).map { $0.contains("status=413") } == [true])
  }

  @Test func aDeadEndpointIsDisabledUntilACommand() async throws {
    let transport = ScriptedTransport(.status(410, body: "gone"), .status(200))
    let announced = Locked<[String?]>([])
    let worker = fixture.worker(for: try fixture.webhook(transport)) { news in
      announced.withLock { $0.append(news.reason) }
    }
    try await fixture.storage.append("a", "b", game: 1)
    try await fixture.storage.append("x", game: 2)
    try await fixture.during(worker.run) {
      await transport.whenAsked(1)
      while try fixture.log.standing(of: "hook").disabled == nil {
        try Task.checkCancellation()
        await Task.yield()
      }
      try await fixture.storage.append("c", game: 3)
      #expect(try fixture.log.enable("hook", at: fixture.now()).wasDisabled)
      await transport.whenAsked(5)
    }
    #expect(transport.sent == ["1/a", "1/a", "1/b", "2/x", "3/c"])
    #expect(announced.withLock { $0 } == ["status 410: 'gone'", nil])
    #expect(try await fixture.waiting().isEmpty)
    #expect(
      fixture.logged.lines(.error) == [
        "error sink disabled code=sink.dead-endpoint error=sink 'hook': status 410: 'gone'; correct its address "
          + "and reload livegamed, or run: livegamed sink enable hook [sink.dead-endpoint] sink=hook"
      ])
  }

  @Test func aDisabledSinkStaysDisabledAcrossARestartUnlessItsAddressChanges() async throws {
    try await fixture.storage.append("a")
    let state = DisabledSink(address: "here", reason: "gone", since: SampleEvents.start)
    try await fixture.outbox.disable(state)
    let (silent, asked) = (ScriptedTransport(.status(200)), ScriptedTransport(.status(200)))
    let announced = Locked<[String?]>([])
    let same = fixture.worker(for: try fixture.webhook(silent)) { news in announced.withLock { $0.append(news.reason) }
    }
    try await fixture.during(same.run) { while announced.withLock({ $0.isEmpty }) { await Task.yield() } }
    #expect(silent.sent.isEmpty && announced.withLock { $0 } == ["gone"])
    let other = fixture.worker(for: try fixture.webhook(asked), address: "there")
    try await fixture.during(other.run) { await asked.whenAsked(1) }
    #expect(asked.sent == ["1/a"])
  }

  @Test func repeatedFailuresAreLoggedOnceAMinute() async throws {
    let transport = ScriptedTransport(.status(503, body: "token-0123456789"))
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a")
    try await fixture.during(worker.run) {
      for wait in [1, 2, 4, 8, 16, 32, 60] { await fixture.pass(.seconds(wait)) }
      await fixture.clock.whenSleeping()
    }
    let warnings = fixture.logged.lines(.warning).filter { $0.contains("delivery failed") }
    #expect(warnings.count == 3)
    #expect(warnings[1].contains("attempt=7") && warnings[1].contains("count=6"))
    #expect(!fixture.logged.lines.contains { $0.contains("token") || $0.contains("hooks") })
  }
}
