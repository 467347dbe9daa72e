import Logging
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// Two nodes that have the same sink, each with a log of its own.
@Suite(.timeLimit(.minutes(1))) struct SinkShareTests {
  private struct Node {
    let fixture: DeliveryFixture
    let share: LeaseShare<ManualClock>
    let sinks: SinkShare<ManualClock>

    init(_ name: String, _ server: ScriptedStream, _ time: Locked<Timestamp>) throws {
      fixture = try DeliveryFixture()
      let connection = ScriptedStreamConnection(server, seed: 1)
      let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      let now: @Sendable () -> Timestamp = { time.withLock { $0 } }
      share = LeaseShare(
        .deliver, connection, session: ClusterSession(node: name, run: "1"), ttl: .seconds(4), clock: fixture.clock,
        now: now, logger: logger)
      sinks = SinkShare(
        share, connection, log: fixture.log, clock: fixture.clock, now: now, health: ClusterHealth(), logger: logger)
      share.want(.sink("hook"))
    }

    /// Notes that the sink has got an event.
    func delivered(_ sequence: Int) async throws {
      try await fixture.log.pool.write { database in
        try database.execute(sql: "UPDATE delivery SET state = 1 WHERE sequence = ?", arguments: [sequence])
      }
    }
  }

  private let server = ScriptedStream()
  private let time = Locked(SampleEvents.start)

  private func node(_ name: String, _ events: String...) async throws -> Node {
    let node = try Node(name, server, time)
    for event in events { try await node.fixture.storage.append(event) }
    return node
  }

  @Test func theNextNodeGoesOnWhereTheLastOneWas() async throws {
    let (first, second) = (try await node("attic", "a", "b", "c"), try await node("cellar", "a", "b", "c"))
    try await first.share.round()
    try await second.share.round()
    try await first.sinks.begin("hook")
    #expect(first.sinks.sinks == ["hook"] && second.share.epoch(of: .sink("hook")) == nil)
    try await first.delivered(1)
    await first.sinks.end("hook")
    try await second.share.round()
    try await second.sinks.begin("hook")
    #expect(try await second.fixture.waiting() == [2, 3])
    #expect(first.sinks.sinks.isEmpty && second.sinks.sinks == ["hook"])
  }

  @Test func aNodeThatDiesHasSaidHowFarItWas() async throws {
    let (first, second) = (try await node("attic", "a", "b", "c"), try await node("cellar", "a", "b", "c"))
    try await first.share.round()
    try await second.share.round()
    try await first.sinks.begin("hook")
    for sequence in 1...2 { try await first.delivered(sequence) }
    try await first.fixture.during({ [sinks = first.sinks] in await sinks.run() }) { await first.fixture.clock.whenSleeping() }
    for _ in 0..<5 {
      time.withLock { $0 = $0 + .seconds(1) }
      try await second.share.round()
    }
    try await second.sinks.begin("hook")
    #expect(try await second.fixture.waiting() == [3])
  }

  @Test func aNodeThatIsBehindWaitsForTheEventsOfTheLastOne() async throws {
    let (first, second) = (try await node("attic", "a", "b", "c"), try await node("cellar", "a"))
    try await first.share.round()
    try await first.sinks.begin("hook")
    for sequence in 1...2 { try await first.delivered(sequence) }
    await first.sinks.end("hook")
    try await second.share.round()
    let hasBegun = Locked(false)
    try await second.fixture.during({ [sinks = second.sinks] in
      if (try? await sinks.begin("hook")) != nil { hasBegun.withLock { $0 = true } }
    }) {
      await second.fixture.clock.whenSleeping()
      #expect(!hasBegun.withLock { $0 })
      for event in ["b", "c"] { try await second.fixture.storage.append(event) }
      second.fixture.clock.advance(by: .seconds(1))
      while !hasBegun.withLock({ $0 }) { try await second.fixture.next() }
    }
    #expect(try await second.fixture.waiting() == [3])
  }

  @Test func allNodesGiveAMessageTheSameID() async throws {
    let (first, second) = (try await node("attic", "a"), try await node("cellar", "a"))
    try await first.share.round()
    try await first.sinks.begin("hook")
    await first.sinks.end("hook")
    try await second.share.round()
    try await second.sinks.begin("hook")
    #expect(first.fixture.log.id != second.fixture.log.id)
    #expect(first.fixture.log.messageID == second.fixture.log.messageID)
    #expect(first.fixture.log.messageID != first.fixture.log.id)
  }

  @Test func oneOfTwoServicesSends() async throws {
    let (first, second) = (try await node("attic", "a", "b"), try await node("cellar", "a", "b"))
    let transports = [ScriptedTransport(.status(200)), ScriptedTransport(.status(200))]
    func service(_ node: Node, _ transport: ScriptedTransport) throws -> DeliveryService<ManualClock> {
      var service = node.fixture.service([try node.fixture.webhook(transport)])
      service.turns = node.sinks
      return service
    }
    let services = [try service(first, transports[0]), try service(second, transports[1])]
    try await first.share.round()
    try await second.share.round()
    try await first.fixture.during({ try? await services[0].run() }) {
      try await second.fixture.during({ try? await services[1].run() }) {
        try await first.fixture.whenSettled("hook")
      }
    }
    #expect(transports[0].sent == ["1/a", "1/b"])
    #expect(transports[1].sent.isEmpty)
    #expect(try await second.fixture.waiting() == [1, 2])
  }
}
