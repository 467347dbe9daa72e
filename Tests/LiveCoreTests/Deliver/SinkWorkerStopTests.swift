import GRDB
import Logging
import Testing

@testable import LiveCore

@Suite(.timeLimit(.minutes(1))) struct SinkWorkerStopTests {
  private let bench: DeliveryBench

  init() throws { bench = try DeliveryBench() }

  @Test func stopsWhileItWaitsForTheNextAttempt() async throws {
    let transport = ScriptedTransport(.status(503))
    let worker = try bench.worker(transport)
    try await bench.storage.append("a")
    try await bench.during(worker.run) { await bench.clock.whenSleeping() }
    #expect(try await bench.waiting() == [1])
    #expect(try bench.attempts() == 1)
  }

  @Test func stopsWhileItSends() async throws {
    let transport = ScriptedTransport(.pause)
    let worker = try bench.worker(transport)
    try await bench.storage.append("a")
    try await bench.during(worker.run) { await transport.whenAsked(1) }
    #expect(try await bench.waiting() == [1])
    #expect(bench.said.lines.isEmpty)
  }

  @Test func anAnswerThatComesWithTheCancelIsWrittenDown() async throws {
    let transport = ScriptedTransport(.held)
    let worker = try bench.worker(transport)
    try await bench.storage.append("a", "b")
    try await bench.during(worker.run) { await transport.whenAsked(1) }
    #expect(transport.told == ["1/a"])
    #expect(try await bench.waiting() == [2])
  }

  /// A crash between the receiver's acceptance and our record of it.
  @Test func afterACrashTheSameMessageIsSentOnceMore() async throws {
    let lost = ScriptedTransport(.pause)
    try await bench.storage.append("a", "b")
    let before = try bench.worker(lost)
    try await bench.during(before.run) { await lost.whenAsked(1) }
    try bench.storage.reopen()
    let transport = ScriptedTransport(.status(200))
    let after = try bench.worker(transport)
    try await bench.during(after.run) { await transport.whenAsked(2) }
    #expect(transport.told == ["1/a", "1/b"])
    #expect(transport.requests[0].header("webhook-id") == lost.requests[0].header("webhook-id"))
    #expect(transport.requests[0].body == lost.requests[0].body)
    #expect(try await bench.waiting().isEmpty)
  }

  @Test func aLogThatFailsIsAskedAgain() async throws {
    let transport = ScriptedTransport(.held, .status(200))
    let worker = try bench.worker(transport)
    try await bench.storage.append("a", "b")
    try await bench.during(worker.run) {
      await transport.whenAsked(1)
      try await bench.log.pool.write { try $0.execute(sql: "ALTER TABLE delivery RENAME TO hidden") }
      transport.release()
      await bench.pass(.seconds(1))
      await bench.clock.whenSleeping()
      try await bench.log.pool.write { try $0.execute(sql: "ALTER TABLE hidden RENAME TO delivery") }
      await bench.pass(.seconds(2))
      await transport.whenAsked(2)
    }
    #expect(transport.told == ["1/a", "1/b"])
    #expect(bench.said.lines(.warning).count == 1)
    #expect(bench.said.lines(.warning)[0].hasPrefix("warning event log failed"))
    #expect(bench.said.lines(.notice).map { $0.hasPrefix("notice event log works again attempt=3") } == [true])
    #expect(bench.log.health.trouble?.error.contains("no such table") == true)
  }
}
