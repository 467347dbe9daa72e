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
    /// Rises when the log has all that the stream has.
    let copies: Watermark

    init(_ name: String, _ server: ScriptedStream, _ time: Locked<Timestamp>, hasCopied: Bool = true) throws {
      (fixture, copies) = (try DeliveryFixture(), Watermark(hasCopied ? 1 : 0))
      let connection = ScriptedStreamConnection(server, seed: 1)
      let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      let now: @Sendable () -> Timestamp = { time.withLock { $0 } }
      share = LeaseShare(
        .deliver, connection, session: ClusterSession(node: name, run: "1"), ttl: .seconds(4), clock: fixture.clock,
        now: now, logger: logger)
      sinks = SinkShare(
        share, connection, log: fixture.log, clock: fixture.clock, now: now, health: ClusterHealth(), logger: logger
      ) { [copies] () throws(CancellationError) in
        guard await copies.past(0) != nil else { throw CancellationError() }
      }
      share.want(.sink("hook"))
    }

    /// Appends events that the stream had before this node.
    func append(past events: [String]) async throws {
      try await fixture.log.beginStream(before: SampleEvents.start)
      for event in events { try await fixture.storage.append(event) }
      try await fixture.log.endStreamPast()
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

  private func node(_ name: String, _ events: String..., hasCopied: Bool = true) async throws -> Node {
    let node = try Node(name, server, time, hasCopied: hasCopied)
    try await node.append(past: [])
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
    try await first.fixture.during({ [sinks = first.sinks] in await sinks.run() }) {
      await first.fixture.clock.whenSleeping()
    }
    for _ in 0..<5 {
      time.withLock { $0 = $0 + .seconds(1) }
      try await second.share.round()
    }
    try await second.sinks.begin("hook")
    #expect(try await second.fixture.waiting() == [3])
  }

  @Test func aNodeThatIsBehindWaitsForTheEventsOfTheLastOne() async throws {
    let (first, second) = (try await node("attic", "a", "b", "c"), try await node("cellar", "a", hasCopied: false))
    try await first.share.round()
    try await first.sinks.begin("hook")
    for sequence in 1...2 { try await first.delivered(sequence) }
    await first.sinks.end("hook")
    try await second.share.round()
    let hasBegun = Locked(false)
    try await second.fixture.during({ [sinks = second.sinks] in
      if (try? await sinks.begin("hook")) != nil { hasBegun.withLock { $0 = true } }
    }) {
      #expect(!hasBegun.withLock { $0 })
      for event in ["b", "c"] { try await second.fixture.storage.append(event) }
      second.copies.raise { _ in 1 }
      while !hasBegun.withLock({ $0 }) { try await second.fixture.next() }
    }
    #expect(try await second.fixture.waiting() == [3])
  }

  @Test func aSinkThatNoNodeHasServedBeginsWithWhatIsNew() async throws {
    let (first, second) = (try Node("attic", server, time), try Node("cellar", server, time))
    try await first.append(past: ["a", "b"])
    try await first.fixture.storage.append("c")
    try await first.share.round()
    try await first.sinks.begin("hook")
    #expect(try await first.fixture.waiting() == [3])
    #expect(try await first.fixture.sequences(.skipped) == [1, 2])
    await first.sinks.end("hook")
    // For a node that comes later the sink is one that another has served: it goes on there.
    try await second.append(past: ["a", "b", "c"])
    try await second.share.round()
    try await second.sinks.begin("hook")
    #expect(try await second.fixture.waiting() == [3])
  }

  @Test func aNodeThatJoinsSendsNothingOfTheTimeBeforeTheSinksMarks() async throws {
    // The first node has logged games since long before the sink.
    let (first, second) = (try await node("attic"), try Node("cellar", server, time))
    for name in ["a", "b"] { try await first.fixture.storage.append(name, sinks: []) }
    try await first.fixture.storage.append("c")
    try await first.share.round()
    try await first.sinks.begin("hook")
    await first.sinks.end("hook")
    try await second.append(past: ["a", "b", "c"])
    try await second.share.round()
    try await second.sinks.begin("hook")
    #expect(try await second.fixture.waiting() == [3])
  }

  @Test func whatANodeHadBeforeItJoinedIsItsOwn() async throws {
    let (first, second) = (try await node("attic", "a"), try Node("cellar", server, time))
    try await first.delivered(1)
    try await first.share.round()
    try await first.sinks.begin("hook")
    await first.sinks.end("hook")
    try await second.fixture.storage.append("own")
    try await second.append(past: ["a"])
    try await second.share.round()
    try await second.sinks.begin("hook")
    #expect(try await second.fixture.waiting() == [1])
  }

  @Test func aSinkIsGivenBackWhenItsWorkerHasEnded() async throws {
    let (first, second) = (try await node("attic", "a"), try await node("cellar", "a"))
    for sink in ["hook", "phones"] { first.share.want(.sink(sink)) }
    try await first.share.round()
    for sink in ["hook", "phones"] { try await first.sinks.begin(sink) }
    second.share.want(.sink("phones"))
    for _ in 0..<3 {
      try await second.share.round()
      try await first.share.round()
    }
    #expect(first.sinks.serves("hook") && first.sinks.serves("phones"), "its worker may have a message under way")
    let given = try #require(
      await withTaskGroup(of: String.self) { group in
        for sink in ["hook", "phones"] {
          group.addTask { [sinks = first.sinks] in
            await sinks.lost(sink)
            return sink
          }
        }
        defer { group.cancelAll() }
        return await group.next()
      })
    await first.sinks.end(given)
    #expect(!first.sinks.serves(given))
    try await second.share.round()
    #expect(second.sinks.serves(given))
  }

  @Test func whatWaitsInADigestIsNotDelivered() async throws {
    let node = try await node("attic", "a", "b", "c")
    try await node.delivered(1)
    try await node.fixture.log.pool.write { database in
      try database.execute(sql: "UPDATE delivery SET lane = ? WHERE sequence = 2", arguments: [Outbox.quietLane])
    }
    let log = node.fixture.log
    let ids = ["a", "b"].map { SampleEvents.event($0).id }
    let progress = try await log.progress(of: "hook", in: [], after: 0)
    #expect(progress.marks.map(\.event) == [ids[0]])
    let lane = progress.marks[0].lane
    #expect(try await log.settle([SinkMark(lane: lane, event: ids[1])], at: SampleEvents.start) == [])
    #expect(try await node.fixture.waiting() == [3])
  }

  @Test func aNodeThatHangsSendsNothingWhenItWakes() async throws {
    let node = try await node("attic", "a")
    let transport = ScriptedTransport(.status(200))
    let sink = ConfiguredSink(sink: try node.fixture.webhook(transport))
    let worker = SinkWorker(
      sink, log: node.fixture.log, hosts: HostRateLimiter(clock: node.fixture.clock), clock: node.fixture.clock,
      now: node.fixture.now, logger: node.fixture.logged.logger,
      isServedHere: { [sinks = node.sinks] in
        sinks.serves("hook")
      }
    ) { _ in }
    try await node.share.round()
    #expect(node.sinks.serves("hook"))
    time.withLock { $0 = $0 + .seconds(10) }
    let other = LeaseWants(session: ClusterSession(node: "cellar", run: "1"), items: [.sink("hook")])
    try await ScriptedStreamConnection(server, seed: 1).put(other.text, to: "deliver.cellar.wants")
    try await node.share.look()
    await worker.run()
    #expect(transport.sent.isEmpty)
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
