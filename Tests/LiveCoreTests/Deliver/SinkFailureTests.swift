import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A sink whose attempts fail: counted in the log, reported, and ended by the first success.
@Suite(.timeLimit(.minutes(1))) struct SinkFailureTests {
  private let fixture: DeliveryFixture

  init() throws { fixture = try DeliveryFixture() }

  /// Lets other tasks run; throws when the test is cancelled.
  private func pause() async throws {
    try Task.checkCancellation()
    await Task.yield()
  }

  private func standing() throws -> SinkFailure? { try fixture.log.standing(of: "hook").failure }

  @Test func threeFailuresAreReportedAndAMinuteOfSuccessEndsThem() async throws {
    let transport = ScriptedTransport(
      .status(500), .status(500), .status(401, body: "no"), .status(401, body: "no"), .status(200), .status(200),
      .status(200))
    let reports = Locked<[SinkFailure?]>([])
    let worker = fixture.worker(
      for: try fixture.webhook(transport), announceFailure: { failure in reports.withLock { $0.append(failure) } })
    try await fixture.storage.append("a")
    try await fixture.during(worker.run) {
      for wait in [1, 2, 4, 8] { await fixture.pass(.seconds(wait)) }
      await transport.whenAsked(5)
      while reports.withLock(\.count) < 3 { try await pause() }
      try await fixture.storage.append("b")
      while reports.withLock(\.count) < 4 { try await pause() }
      #expect(try standing()?.attempts == 4 && fixture.logged.lines(.notice).isEmpty)
      try await fixture.storage.live(for: SinkFailure.calm)
      #expect(try standing() == nil)
      try await fixture.storage.append("c")
      while reports.withLock(\.count) < 5 { try await pause() }
    }
    let all = reports.withLock { $0 }
    #expect(all.map { $0?.attempts } == [3, 4, nil, nil, nil])
    #expect(all[0]?.last.text == "status 401: 'no' (check its token, secret or url)")
    #expect(try standing() == nil)
    #expect(fixture.logged.lines(.warning).filter { $0.contains("sink fails") }.count == 1)
    #expect(fixture.logged.lines(.notice).filter { $0.contains("sink works again") }.count == 1)
  }

  @Test func aDeadLetterCountsAndTheFailureSurvivesARestart() async throws {
    let transport = ScriptedTransport(.status(400), .status(400), .status(400), .status(200))
    try await fixture.storage.append("a", "b", "c")
    try await fixture.during(fixture.worker(transport).run) {
      while try standing()?.attempts != 3 { try await pause() }
    }
    let reports = Locked<[SinkFailure?]>([])
    let next = fixture.worker(
      for: try fixture.webhook(transport), announceFailure: { failure in reports.withLock { $0.append(failure) } })
    try await fixture.during(next.run) {
      while reports.withLock(\.isEmpty) { try await pause() }
      #expect(reports.withLock { $0.map { $0?.attempts } } == [3])
      try await fixture.storage.append("d")
      await transport.whenAsked(4)
      while reports.withLock(\.count) < 2 { try await pause() }
    }
    #expect(reports.withLock { $0.map { $0?.attempts } } == [3, nil])
    // After another restart, nothing is reported before the next attempt: the receiver has worked.
    let last = fixture.worker(
      for: try fixture.webhook(transport), announceFailure: { failure in reports.withLock { $0.append(failure) } })
    try await fixture.storage.append("e")
    try await fixture.during(last.run) {
      while reports.withLock(\.count) < 3 { try await pause() }
      #expect(reports.withLock { $0.map { $0?.attempts } } == [3, nil, nil])
    }
  }

  /// Otherwise a receiver that accepts one message in four would log a failure and its end every few seconds, and never
  /// count as failing for five minutes.
  @Test func aReceiverThatWorksNowAndThenFailsOnce() async throws {
    let transport = ScriptedTransport { _, number in .status(number % 4 == 0 ? 200 : 503) }
    let worker = try fixture.worker(transport)
    try await fixture.during(worker.run) {
      for round in 1...4 {
        try await fixture.storage.append("round\(round)")
        for wait in [1, 2, 4] { await fixture.pass(.seconds(wait)) }
        await transport.whenAsked(4 * round)
        while try standing()?.attempts != 3 * round { try await pause() }
      }
    }
    #expect(fixture.logged.lines(.warning).filter { $0.contains("sink fails") }.count == 1)
    #expect(fixture.logged.lines(.notice).isEmpty)
  }

  @Test func expiryWithoutAnAttemptIsNoFailure() async throws {
    let message = try await fixture.outbox.store(
      StoredMessage(
        lane: "mlb/1", id: WebhookID(rawValue: "msg_a"), event: nil, due: SampleEvents.start,
        deadline: SampleEvents.start), at: SampleEvents.start)
    try await fixture.outbox.deadLetter(message.number, because: "expired", at: SampleEvents.start)
    #expect(try standing() == nil)
    #expect(try fixture.attempts() == 0)
  }

  @Test func anotherAddressBeginsAnew() async throws {
    let transport = ScriptedTransport(.status(500))
    try await fixture.storage.append("a")
    try await fixture.during(fixture.worker(transport).run) { while try standing() == nil { try await pause() } }
    let other = fixture.worker(for: try fixture.webhook(ScriptedTransport(.status(200))), address: "there")
    try await fixture.during(other.run) { while try standing() != nil { try await pause() } }
    #expect(try standing() == nil)
  }

  private static let advice: [(Answer.Cause, String?)] = [
    (.status(401), "check its token, secret or url"), (.status(404), "check its url"),
    (.status(503), "the receiver has trouble"), (.status(429), "it asks for fewer messages; see max_per_minute"),
    (.network(.refused), "start the receiver, or check its port"),
    (.network(.unresolved), "check its host name, and the network"), (.expired, nil),
  ]

  @Test(arguments: advice) func adviceDependsOnTheCause(cause: Answer.Cause, advice: String?) {
    #expect(cause.advice == advice)
  }
}
