import Logging
import ServiceLifecycle
import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct DeliveryServiceTests {
  private let fixture: DeliveryFixture

  init() throws { fixture = try DeliveryFixture() }

  /// Reports when the shutdown has reached the service.
  private struct Watched: Service {
    let service: DeliveryService<ManualClock>
    let onShutdown: @Sendable () -> Void

    func run() async throws {
      try await withGracefulShutdownHandler {
        try await service.run()
      } onGracefulShutdown: {
        onShutdown()
      }
    }
  }

  private func group(
    _ sinks: [any Sink], onShutdown: @escaping @Sendable () -> Void = {}
  ) -> ServiceGroup {
    let service = fixture.service(sinks)
    return ServiceGroup(
      services: [Watched(service: service, onShutdown: onShutdown)],
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func aGracefulShutdownFinishesTheRequestInFlight() async throws {
    let transport = ScriptedTransport(.held)
    let group = group([try fixture.webhook(transport)]) { transport.release() }
    try await fixture.storage.append("a", "b")
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      await transport.whenAsked(1)
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
    #expect(transport.sent == ["1/a"])
    #expect(try await fixture.waiting() == [2])
  }

  @Test func aGracefulShutdownEndsWaits() async throws {
    let transport = ScriptedTransport(.status(503))
    let group = group([try fixture.webhook(transport)])
    try await fixture.storage.append("a")
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      await fixture.clock.whenSleeping()
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
    #expect(try await fixture.waiting() == [1])
  }

  @Test func aDeadEndpointStopsNoOtherSinkAndNotTheDaemon() async throws {
    let (dead, alive) = (ScriptedTransport(.status(410)), ScriptedTransport(.status(200)))
    let group = group([try fixture.webhook(dead, "gone"), try fixture.webhook(alive)])
    try await fixture.storage.append("a", sinks: ["gone", "hook"])
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      await dead.whenAsked(1)
      await alive.whenAsked(1)
      try await fixture.storage.append("b", sinks: ["gone", "hook"])
      await alive.whenAsked(2)
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
    #expect(dead.sent == ["1/a"] && alive.sent == ["1/a", "1/b"])
    #expect(try await fixture.waiting(sink: "gone") == [1, 2])
  }

  /// Runs the service with a plan until `script` has returned.
  private func serve(
    _ plan: Reloadable<DeliveryConfig>, announce: @escaping @Sendable (String, String?) async -> Void = { _, _ in },
    journal: @escaping JournalSink<ManualClock>.Write = { _, _ in }, _ script: () async throws -> Void
  ) async throws {
    let group = ServiceGroup(
      services: [fixture.service(plan, journal: journal, announce: announce)],
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      try await script()
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
  }

  private func configured(_ transport: ScriptedTransport, _ name: String = "hook", address: String = "here") throws
    -> ConfiguredSink
  {
    ConfiguredSink(sink: try fixture.webhook(transport, name), address: address)
  }

  @Test func aReloadStartsAddedSinksAndStopsRemovedOnes() async throws {
    let (old, new) = (ScriptedTransport(.status(200)), ScriptedTransport(.status(200)))
    let plan = Reloadable(DeliveryConfig(sinks: [try configured(old, "old")], hasJournal: false))
    let ended = LogTail(newest: 0)
    try await serve(plan) { _, _ in
      ended.advance()
    } _: {
      try await fixture.storage.append("a", sinks: ["old", "new"])
      await old.whenAsked(1)
      plan.replace(with: DeliveryConfig(sinks: [try configured(new, "new")], hasJournal: false))
      await new.whenAsked(1)
      _ = await ended.past(0)
      try await fixture.storage.append("b", sinks: ["old", "new"])
      await new.whenAsked(2)
    }
    #expect(old.sent == ["1/a"] && new.sent == ["1/a", "1/b"])
    #expect(try await fixture.waiting(sink: "old") == [2])
  }

  /// Without that, the receiver might have accepted the message and would get it again.
  @Test func aChangedSinkFirstFinishesTheRequestInFlight() async throws {
    let (before, after) = (ScriptedTransport(.held), ScriptedTransport(.status(200)))
    let ended = LogTail(newest: 0)
    let plan = Reloadable(DeliveryConfig(sinks: [try configured(before)], hasJournal: false))
    try await serve(plan) { _, reason in
      if reason == nil { ended.advance() }
    } _: {
      try await fixture.storage.append("a", "b")
      await before.whenAsked(1)
      plan.replace(with: DeliveryConfig(sinks: [try configured(after, address: "there")], hasJournal: false))
      // Long enough for a second worker to begin, if there were one.
      for _ in 0..<1000 { await Task.yield() }
      #expect(after.sent.isEmpty && ended.newest == 0)
      before.release()
      await after.whenAsked(1)
    }
    #expect(before.sent.first == "1/a" && (before.sent + after.sent).sorted() == ["1/a", "1/b"])
  }

  /// Its message is in flight all the time; a second worker would send it again.
  @Test func aReloadDoesNotRestartAnUnchangedSink() async throws {
    let (same, other) = (ScriptedTransport(.held), ScriptedTransport(.status(200)))
    let plan = Reloadable(DeliveryConfig(sinks: [try configured(same)], hasJournal: false))
    try await serve(plan) {
      try await fixture.storage.append("a", sinks: ["hook", "other"])
      await same.whenAsked(1)
      plan.replace(
        with: DeliveryConfig(sinks: [try configured(same), try configured(other, "other")], hasJournal: false))
      await other.whenAsked(1)
      same.release()
      try await fixture.whenSettled("hook")
    }
    #expect(same.sent == ["1/a"])
  }

  @Test func aSinkThatIsRemovedAndAddedAgainContinuesWhereItStopped() async throws {
    let transport = ScriptedTransport(.status(200))
    let with = DeliveryConfig(sinks: [try configured(transport)], hasJournal: false)
    let plan = Reloadable(with)
    try await serve(plan) {
      try await fixture.storage.append("a")
      await transport.whenAsked(1)
      for number in 1...20 {
        plan.replace(with: DeliveryConfig(sinks: [], hasJournal: false))
        if number.isMultiple(of: 3) { await Task.yield() }
        plan.replace(with: with)
      }
      try await fixture.storage.append("b")
      await transport.whenAsked(2)
      try await fixture.whenSettled("hook")
    }
    #expect(transport.sent == ["1/a", "1/b"])
  }

  @Test func aRemovedSinkIsNoLongerReportedAsDisabled() async throws {
    let (dead, heard) = (ScriptedTransport(.status(410)), Locked<[String]>([]))
    let news = LogTail(newest: 0)
    let plan = Reloadable(DeliveryConfig(sinks: [try configured(dead)], hasJournal: false))
    try await serve(plan) { name, reason in
      heard.withLock { $0.append("\(name) \(reason == nil ? "works" : "is silent")") }
      news.advance()
    } _: {
      try await fixture.storage.append("a")
      _ = await news.past(0)
      plan.replace(with: DeliveryConfig(sinks: [], hasJournal: false))
      _ = await news.past(1)
    }
    #expect(heard.withLock { $0 } == ["hook is silent", "hook works"])
  }

  @Test func theJournalIsWrittenWhileItIsConfigured() async throws {
    let written = LogTail(newest: 0)
    let plan = Reloadable(DeliveryConfig(sinks: [], hasJournal: false))
    try await serve(plan, journal: { _, sequence in written.publish(sequence) }) {
      try await fixture.storage.append("a", "b")
      plan.replace(with: DeliveryConfig(sinks: [], hasJournal: true))
      _ = await written.past(1)
    }
    #expect(try await fixture.log.cursor(of: "journal") == 2)
    let off = Reloadable(DeliveryConfig(sinks: [try configured(ScriptedTransport(.status(200)))], hasJournal: false))
    try await serve(off, journal: { _, sequence in written.publish(sequence) }) {
      try await fixture.storage.append("c")
      try await fixture.whenSettled("hook")
    }
    #expect(written.newest == 2)
  }
}
