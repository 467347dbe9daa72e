import Logging
import ServiceLifecycle
import Testing

@testable import LiveCore

@Suite(.timeLimit(.minutes(1))) struct DeliveryServiceTests {
  private let bench: DeliveryBench

  init() throws { bench = try DeliveryBench() }

  /// Tells when the shutdown has reached the service.
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
    let service = bench.service(sinks)
    return ServiceGroup(
      services: [Watched(service: service, onShutdown: onShutdown)],
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func aGracefulShutdownFinishesThePostInHand() async throws {
    let transport = ScriptedTransport(.held)
    let group = group([try bench.webhook(transport)]) { transport.release() }
    try await bench.storage.append("a", "b")
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      await transport.whenAsked(1)
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
    #expect(transport.told == ["1/a"])
    #expect(try await bench.waiting() == [2])
  }

  @Test func aGracefulShutdownWakesWhoWaits() async throws {
    let transport = ScriptedTransport(.status(503))
    let group = group([try bench.webhook(transport)])
    try await bench.storage.append("a")
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      await bench.clock.whenSleeping()
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
    #expect(try await bench.waiting() == [1])
  }

  @Test func aDeadEndpointEndsNeitherTheOthersNorTheDaemon() async throws {
    let (dead, alive) = (ScriptedTransport(.status(410)), ScriptedTransport(.status(200)))
    let group = group([try bench.webhook(dead, "gone"), try bench.webhook(alive)])
    try await bench.storage.append("a", sinks: ["gone", "hook"])
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      await dead.whenAsked(1)
      await alive.whenAsked(1)
      try await bench.storage.append("b", sinks: ["gone", "hook"])
      await alive.whenAsked(2)
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
    #expect(dead.told == ["1/a"] && alive.told == ["1/a", "1/b"])
    #expect(try await bench.waiting(sink: "gone") == [1, 2])
  }
}
