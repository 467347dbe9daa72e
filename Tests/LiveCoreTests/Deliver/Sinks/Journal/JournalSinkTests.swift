import GRDB
import Logging
import ServiceLifecycle
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct JournalSinkTests {
  /// A journal that accepts every entry, unless it is set to fail.
  private final class Journal: Sendable {
    private let state = Locked<(entries: [String], failing: Bool)>(([], false))
    private let newest = LogTail(newest: 0)

    var entries: [String] { state.withLock { $0.entries } }

    func fail(_ isFailing: Bool) { state.withLock { $0.failing = isFailing } }

    func whenWritten(_ count: Int) async { _ = await newest.past(count - 1) }

    func write(_ event: Event, _ sequence: Int) throws {
      let count = try state.withLock { state in
        if state.failing { throw Fault(Fault.Code(rawValue: "test.full"), "no room") }
        state.entries.append("\(sequence) \(event.data.summary)")
        return state.entries.count
      }
      newest.publish(count)
    }
  }

  private let fixture: DeliveryFixture
  private let journal = Journal()

  init() throws { fixture = try DeliveryFixture() }

  private func run(_ script: () async throws -> Void) async throws {
    let sink = fixture.journal { [journal] in try journal.write($0, $1) }
    try await fixture.during(sink.run, script)
  }

  @Test func writesEveryEventInOrderWhetherOrNotItHasASink() async throws {
    try await fixture.storage.append("a", sinks: [])
    try await run {
      await journal.whenWritten(1)
      try await fixture.storage.append("b", "c")
      await journal.whenWritten(3)
    }
    #expect(journal.entries == ["1 a", "2 b", "3 c"])
  }

  @Test func continuesAfterTheLastRecordedPage() async throws {
    for number in 1...70 { try await fixture.storage.append("e\(number)") }
    try await run {
      await journal.whenWritten(70)
      journal.fail(true)
      // The failure shows that the page before it is recorded.
      try await fixture.storage.append("late")
      await fixture.clock.whenSleeping()
    }
    #expect(try await fixture.log.cursor(of: "journal") == 70)
    try fixture.storage.reopen()
    journal.fail(false)
    try await run { await journal.whenWritten(71) }
    #expect(journal.entries.count == 71 && Set(journal.entries).count == 71)
    #expect(journal.entries.last == "71 late")
  }

  @Test func skipsNothingWhenAWriteFails() async throws {
    journal.fail(true)
    try await fixture.storage.append("a", "b")
    try await run {
      await fixture.pass(.seconds(1))
      await fixture.clock.whenSleeping()
      journal.fail(false)
      await fixture.pass(.seconds(2))
      await journal.whenWritten(2)
    }
    #expect(journal.entries == ["1 a", "2 b"])
    #expect(
      fixture.logged.lines == [
        "warning journal write failed attempt=1 code=test.full count=1 error=no room [test.full] sink=journal"
      ])
  }

  @Test func logsAnUnreadableEvent() async throws {
    try await fixture.storage.append("a", "b")
    try await fixture.log.pool.write { try $0.execute(sql: "UPDATE event SET line = x'7b7d' WHERE sequence = 1") }
    try await run { await journal.whenWritten(1) }
    #expect(journal.entries == ["2 b"])
    #expect(fixture.logged.lines(.error).map { $0.contains("sequence=1") } == [true])
  }

  @Test func logsEventsThatWereRemovedUnwritten() async throws {
    try await fixture.storage.append("a", "b", "c", sinks: [])
    try await fixture.log.setCursor(of: "journal", to: 1)
    try await fixture.log.pool.write { try $0.execute(sql: "DELETE FROM event WHERE sequence < 3") }
    try await run { await journal.whenWritten(1) }
    #expect(journal.entries == ["3 c"])
    #expect(fixture.logged.lines(.error).map { $0.contains("count=1") } == [true])
  }

  /// A frozen journald delays only this sink, and no entry is dropped.
  @Test func waitsForAFrozenJournalAndCanStillBeStopped() async throws {
    let (thread, gate, begun) = (try BlockingThread(name: "test-journal"), try UnixPipe(), Watermark())
    let sink = fixture.journal { [journal] event, sequence in
      try await thread.call {
        if sequence == 2 {
          begun.raise { $0 + 1 }
          _ = try? gate.reading.read(atMost: 1)
        }
        try journal.write(event, sequence)
      }
    }
    try await fixture.storage.append("a", "b", "c", sinks: [])
    let group = ServiceGroup(
      configuration: .init(
        services: [RunningSink(sink: sink)], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      _ = await begun.past(0)
      #expect(journal.entries == ["1 a"])
      await group.triggerGracefulShutdown()
      // The sink waits a moment for the page in flight.
      await fixture.clock.whenSleeping()
      fixture.clock.advance(by: .seconds(1))
      try await tasks.waitForAll()
    }
    #expect(try await fixture.log.cursor(of: "journal") == 1)
    // The entry in flight is written again, at any time, and none is missing.
    _ = try gate.writing.write([0, 0])
    try await run { await journal.whenWritten(4) }
    #expect(journal.entries.sorted() == ["1 a", "2 b", "2 b", "3 c"])
  }

  private struct RunningSink: Service {
    let sink: JournalSink<ManualClock>

    func run() async { await sink.run() }
  }
}
