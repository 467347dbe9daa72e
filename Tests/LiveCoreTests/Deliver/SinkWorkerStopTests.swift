import GRDB
import Logging
import Testing

@testable import LiveCore

@Suite(.timeLimit(.minutes(1))) struct SinkWorkerStopTests {
  private let fixture: DeliveryFixture

  init() throws { fixture = try DeliveryFixture() }

  @Test func stopsWhileItWaitsForTheNextAttempt() async throws {
    let transport = ScriptedTransport(.status(503))
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a")
    try await fixture.during(worker.run) { await fixture.clock.whenSleeping() }
    #expect(try await fixture.waiting() == [1])
    #expect(try fixture.attempts() == 1)
  }

  @Test func stopsWhileItSends() async throws {
    let transport = ScriptedTransport(.pause)
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a")
    try await fixture.during(worker.run) { await transport.whenAsked(1) }
    #expect(try await fixture.waiting() == [1])
    #expect(fixture.logged.lines.isEmpty)
  }

  @Test func anAnswerThatComesWithTheCancellationIsRecorded() async throws {
    let transport = ScriptedTransport(.held)
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a", "b")
    try await fixture.during(worker.run) { await transport.whenAsked(1) }
    #expect(transport.sent == ["1/a"])
    #expect(try await fixture.waiting() == [2])
  }

  /// The daemon crashes after the receiver accepted the message and before that was recorded.
  @Test func afterACrashTheSameMessageIsSentAgain() async throws {
    let lost = ScriptedTransport(.pause)
    try await fixture.storage.append("a", "b")
    let before = try fixture.worker(lost)
    try await fixture.during(before.run) { await lost.whenAsked(1) }
    try fixture.storage.reopen()
    let transport = ScriptedTransport(.status(200))
    let after = try fixture.worker(transport)
    try await fixture.during(after.run) { await transport.whenAsked(2) }
    #expect(transport.sent == ["1/a", "1/b"])
    #expect(transport.requests[0].header("webhook-id") == lost.requests[0].header("webhook-id"))
    #expect(transport.requests[0].body == lost.requests[0].body)
    #expect(try await fixture.waiting().isEmpty)
  }

  @Test func aFailingLogIsRetried() async throws {
    let transport = ScriptedTransport(.held, .status(200))
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a", "b")
    try await fixture.during(worker.run) {
      await transport.whenAsked(1)
      try await fixture.log.pool.write { try $0.execute(sql: "ALTER TABLE delivery RENAME TO hidden") }
      transport.release()
      await fixture.pass(.seconds(1))
      await fixture.clock.whenSleeping()
      try await fixture.log.pool.write { try $0.execute(sql: "ALTER TABLE hidden RENAME TO delivery") }
      await fixture.pass(.seconds(2))
      await transport.whenAsked(2)
    }
    #expect(transport.sent == ["1/a", "1/b"])
    #expect(fixture.logged.lines(.warning).count == 1)
    #expect(fixture.logged.lines(.warning)[0].hasPrefix("warning event log failed"))
    #expect(fixture.logged.lines(.notice).map { $0.hasPrefix("notice event log works again attempt=3") } == [true])
    #expect(fixture.log.health.trouble?.error.contains("no such table") == true)
  }
}
