import Logging
import Testing

@testable import LiveCore

@Suite(.timeLimit(.minutes(1))) struct SinkWorkerTests {
  private let bench: DeliveryBench

  init() throws { bench = try DeliveryBench() }

  @Test func deliversWhatWaitsAndWhatComes() async throws {
    let transport = ScriptedTransport(.status(200))
    let worker = try bench.worker(transport)
    try await bench.storage.append("a", "b")
    try await bench.during(worker.run) {
      await transport.whenAsked(2)
      try await bench.storage.append("c")
      await transport.whenAsked(3)
    }
    #expect(transport.told == ["1/a", "1/b", "1/c"])
    #expect(try await bench.waiting().isEmpty)
    #expect(bench.said.lines(.info).count == 3)
    #expect(
      bench.said.lines[0].hasPrefix("info event delivered attempt=1 bytes=")
        && bench.said.lines[0].hasSuffix("event=mlb/1/1-top/a/0/1@1 sink=hook"))
  }

  @Test func keepsTheOrderWithinAGameWhileAnotherGoesOn() async throws {
    let isBack = Locked(false)
    let transport = ScriptedTransport { request, _ in
      request.told == "1/a" && !isBack.withLock { $0 } ? .status(503) : .status(200)
    }
    let worker = try bench.worker(transport)
    try await bench.storage.append("a", "b", game: 1)
    try await bench.storage.append("x", "y", game: 2)
    try await bench.during(worker.run) {
      await bench.pass(.seconds(1))
      await transport.whenAsked(4)
      isBack.withLock { $0 = true }
      await bench.pass(.seconds(2))
      await transport.whenAsked(6)
    }
    #expect(transport.told == ["1/a", "2/x", "2/y", "1/a", "1/a", "1/b"])
    #expect(try await bench.waiting().isEmpty)
  }

  @Test func aRetryIsTheSameMessageAtAnotherTime() async throws {
    let transport = ScriptedTransport(.status(500), .fault(HTTPFault(kind: .timeout, description: "x")), .status(200))
    let worker = try bench.worker(transport)
    try await bench.storage.append("a")
    try await bench.during(worker.run) {
      for wait in [1, 2] { await bench.pass(.seconds(wait)) }
      await transport.whenAsked(3)
    }
    let requests = transport.requests
    #expect(Set(requests.map(\.body)).count == 1 && Set(requests.map { $0.header("webhook-id") }).count == 1)
    let start = SampleEvents.start.seconds
    #expect(requests.map { $0.header("webhook-timestamp") } == [start, start + 1, start + 3].map(String.init))
    #expect(bench.said.lines(.info).map { $0.contains("attempt=3") } == [true])
  }

  @Test func retryAfterSilencesTheWholeSink() async throws {
    let transport = ScriptedTransport(.status(429, headers: ["retry-after": "30"]), .status(200))
    let worker = try bench.worker(transport)
    try await bench.storage.append("a", game: 1)
    try await bench.storage.append("x", game: 2)
    try await bench.during(worker.run) {
      await bench.pass(.seconds(29))
      #expect(transport.told == ["1/a"])
      bench.clock.advance(by: .seconds(1))
      await transport.whenAsked(3)
    }
    #expect(transport.told == ["1/a", "2/x", "1/a"])
    let times = transport.requests.compactMap { $0.header("webhook-timestamp") }.compactMap(Int64.init)
    #expect(times.map { $0 - times[0] } == [0, 30, 30])
  }

  @Test func whatExpiresIsBuriedAndItsLaneGoesOn() async throws {
    let transport = ScriptedTransport(.status(503))
    let worker = try bench.worker(transport)
    try await bench.storage.append("a")
    try await bench.storage.append("b", at: SampleEvents.start + .seconds(300))
    try await bench.during(worker.run) {
      while !transport.told.contains("1/b") { await bench.pass(.seconds(20)) }
    }
    let attempts = transport.told.prefix { $0 == "1/a" }.count
    #expect(transport.told.dropFirst(attempts).allSatisfy { $0 == "1/b" })
    let last = try #require(transport.requests[attempts - 1].header("webhook-timestamp").flatMap(Int64.init))
    #expect((500..<600).contains(last - SampleEvents.start.seconds))
    #expect(try await bench.waiting() == [2])
    #expect(bench.said.lines(.warning).contains { $0.hasPrefix("warning delivery given up") })
  }

  @Test func whatIsStaleIsNotSentButAFinalIs() async throws {
    let transport = ScriptedTransport(.status(200))
    let worker = try bench.worker(transport)
    try await bench.storage.append("play", game: 1, at: SampleEvents.start - .seconds(600))
    try await bench.storage.append("end", game: 1, tags: [.final], at: SampleEvents.start - .seconds(86_399))
    try await bench.storage.append("end", game: 2, tags: [.final], at: SampleEvents.start - .seconds(86_400))
    try await bench.during(worker.run) { await transport.whenAsked(1) }
    #expect(transport.told == ["1/end"])
  }

  @Test func aBadMessageIsBuriedAtOnce() async throws {
    let transport = ScriptedTransport(.status(413), .status(200))
    let worker = try bench.worker(transport)
    try await bench.storage.append("a", "b")
    try await bench.during(worker.run) { await transport.whenAsked(2) }
    #expect(transport.told == ["1/a", "1/b"])
    #expect(try await bench.waiting().isEmpty)
    #expect(bench.said.lines(.warning).map { $0.contains("status=413") } == [true])
  }

  @Test func aDeadEndpointIsDisabledUntilAnOrder() async throws {
    let transport = ScriptedTransport(.status(410, body: "gone"), .status(200))
    let heard = Locked<[String?]>([])
    let worker = bench.worker(for: try bench.webhook(transport)) { news in heard.withLock { $0.append(news.reason) } }
    try await bench.storage.append("a", "b", game: 1)
    try await bench.storage.append("x", game: 2)
    try await bench.during(worker.run) {
      await transport.whenAsked(1)
      while try bench.log.standing(of: "hook").disabled == nil {
        try Task.checkCancellation()
        await Task.yield()
      }
      try await bench.storage.append("c", game: 3)
      #expect(try bench.log.enable("hook", at: bench.now()).wasDisabled)
      await transport.whenAsked(5)
    }
    #expect(transport.told == ["1/a", "1/a", "1/b", "2/x", "3/c"])
    #expect(heard.withLock { $0 } == ["status 410: 'gone'", nil])
    #expect(try await bench.waiting().isEmpty)
    #expect(
      bench.said.lines(.error) == [
        "error sink disabled code=sink.dead-endpoint error=sink 'hook': status 410: 'gone'; disabled; correct its address "
          + "and restart livegamed, or run: livegamed sink enable hook [sink.dead-endpoint] sink=hook"
      ])
  }

  @Test func aDisabledSinkStaysSoOverARestartUnlessItsAddressIsAnother() async throws {
    try await bench.storage.append("a")
    let state = DisabledSink(address: "here", reason: "gone", since: SampleEvents.start)
    try await bench.outbox.disable(state)
    let (silent, asked) = (ScriptedTransport(.status(200)), ScriptedTransport(.status(200)))
    let heard = Locked<[String?]>([])
    let same = bench.worker(for: try bench.webhook(silent)) { news in heard.withLock { $0.append(news.reason) } }
    try await bench.during(same.run) { while heard.withLock({ $0.isEmpty }) { await Task.yield() } }
    #expect(silent.told.isEmpty && heard.withLock { $0 } == ["gone"])
    let other = bench.worker(for: try bench.webhook(asked), address: "there")
    try await bench.during(other.run) { await asked.whenAsked(1) }
    #expect(asked.told == ["1/a"])
  }

  @Test func aRunOfFailuresIsToldOnceAMinute() async throws {
    let transport = ScriptedTransport(.status(503, body: "token-0123456789"))
    let worker = try bench.worker(transport)
    try await bench.storage.append("a")
    try await bench.during(worker.run) {
      for wait in [1, 2, 4, 8, 16, 32, 60] { await bench.pass(.seconds(wait)) }
      await bench.clock.whenSleeping()
    }
    let warnings = bench.said.lines(.warning)
    #expect(warnings.count == 3)
    #expect(warnings[1].contains("attempt=7") && warnings[1].contains("count=6"))
    #expect(!bench.said.lines.contains { $0.contains("token") || $0.contains("hooks") })
  }
}
