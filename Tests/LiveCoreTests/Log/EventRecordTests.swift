import GRDB
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The log's record of an event's routing and deliveries.
@Suite struct EventRecordTests {
  private let storage: TemporaryLog
  private let start = SampleEvents.start

  init() throws { storage = try TemporaryLog() }

  private func append(_ name: String, routing: String?, sinks: [String] = ["hook"], revision: Int = 1) async throws {
    var event = SampleEvents.event(name)
    event.data.revision = revision
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: 1), state: [], isOver: false)
    let entry = LogEntry(event: event, sinks: sinks, correctionSinks: sinks)
    try await storage.log.append(LogAppend(checkpoint: checkpoint, events: [entry], routing: routing), at: start)
  }

  private func record(_ selection: EventSelection) throws -> EventRecord? {
    try storage.log.pool.read { try EventRecord.read(selection, lived: .zero, in: $0) }
  }

  private func rows() throws -> [Int] {
    try storage.log.pool.read { try Int.fetchAll($0, sql: "SELECT sequence FROM routing ORDER BY sequence") }
  }

  @Test func onlyAChangeOfTheSettingsIsStored() async throws {
    try await append("old", routing: nil)
    for (name, routing) in [("a", "one"), ("b", "one"), ("c", "two"), ("d", "one"), ("e", "one")] {
      try await append(name, routing: routing)
    }
    #expect(try rows() == [2, 4, 5])
    let found = try (1...6).map { try record(.sequence($0))?.routing }
    #expect(found == [nil, "one", "one", "two", "one", "one"])
  }

  @Test func settingsAreRemovedWithTheirEvents() async throws {
    for (name, routing) in [("a", "one"), ("b", "two"), ("c", "two"), ("d", "three")] {
      try await append(name, routing: routing)
    }
    func prune(upTo sequence: Int) throws {
      try storage.log.pool.write { database in
        try database.execute(sql: "DELETE FROM delivery WHERE sequence <= ?", arguments: [sequence])
        try database.execute(sql: "DELETE FROM event WHERE sequence <= ?", arguments: [sequence])
        try EventLog.removeUnusedRouting(database)
      }
    }
    try prune(upTo: 1)
    #expect(try rows() == [2, 4])
    try prune(upTo: 2)
    #expect(try rows() == [2, 4])
    #expect(try record(.sequence(3))?.routing == "two")
    try prune(upTo: 4)
    #expect(try rows() == [4])
    try await append("e", routing: "three")
    #expect(try record(.sequence(5))?.routing == "three")
  }

  @Test func retentionRemovesSettings() async throws {
    try await append("a", routing: "one")
    try await append("b", routing: "two")
    try await storage.live(for: .seconds(31 * 86_400))
    #expect(try storage.log.extent().oldest == 3)
    #expect(try rows() == [2])
  }

  @Test func anEventIsFoundByItsNumberAndItsID() async throws {
    try await append("a", routing: "one")
    try await append("b", routing: "one")
    try await append("a", routing: "one", revision: 2)
    let id = SampleEvents.event("a").data.fact.rawValue + "@2"
    let record = try #require(try record(.id(id)))
    #expect(record.event.sequence == 3 && record.revisions.map(\.sequence) == [1, 3])
    #expect(try self.record(.sequence(3)) == record)
    #expect(try self.record(.sequence(4)) == nil)
    #expect(try self.record(.id("mlb/1/none@1")) == nil)
  }

  @Test func aDeliveryHasItsMessageAndTime() async throws {
    let outbox = Outbox(log: storage.log, sink: "hook")
    for name in ["a", "b", "c"] { try await append(name, routing: "one") }
    let draft = StoredMessage(
      lane: "mlb/1", id: WebhookID(rawValue: "msg_1"), event: SampleEvents.event("a").id, message: Message(body: [1]),
      due: start, deadline: start + .seconds(60), sequences: [1, 2])
    let stored = try await outbox.store(draft, at: start)
    try await outbox.accepted(stored.number, handle: "17", at: start + .seconds(3))
    try await outbox.accepted([3], at: start + .seconds(4))
    let both = try #require(try record(.sequence(2))?.deliveries.first)
    #expect(both.state == .delivered && both.message?.handle == "17" && both.message?.facts == 2)
    #expect(both.changed == nil && both.message?.changed == start + .seconds(3))
    let alone = try #require(try record(.sequence(3))?.deliveries.first)
    #expect(alone.state == .delivered && alone.message == nil && alone.changed == start + .seconds(4))
  }

  @Test func aSkippedDeliveryHasItsReason() async throws {
    let outbox = Outbox(log: storage.log, sink: "hook")
    try await append("a", routing: "one")
    try await append("b", routing: "one", sinks: ["hook", "den"])
    try await outbox.skip([1], because: .stale, at: start + .seconds(1))
    _ = try storage.log.drop(.sink("hook"), onlyDead: false, by: 1000, at: start + .seconds(2))
    let first = try #require(try record(.sequence(1))?.deliveries.first)
    #expect(first.state == .skipped && first.reason == .stale && first.changed == start + .seconds(1))
    let record = try #require(try record(.sequence(2)))
    #expect(record.deliveries.map(\.sink) == ["den", "hook"])
    #expect(record.deliveries.map(\.state) == [.waiting, .skipped])
    #expect(record.deliveries[1].reason?.user == 1000 && record.deliveries[1].changed == start + .seconds(2))
    #expect(record.troubles.keys.sorted() == ["den"])
  }

  /// A message that is dropped while an attempt is under way may still arrive.
  @Test func aDroppedMessageThatArrivesCountsAsSent() async throws {
    let outbox = Outbox(log: storage.log, sink: "hook")
    try await append("a", routing: "one")
    let draft = StoredMessage(
      lane: "mlb/1", id: WebhookID(rawValue: "msg_1"), event: nil, message: Message(body: [1]), due: start,
      deadline: start + .seconds(60), sequences: [1])
    let stored = try await outbox.store(draft, at: start)
    _ = try storage.log.drop(.number(stored.number), onlyDead: false, at: start)
    #expect(try record(.sequence(1))?.deliveries.first?.reason == .dropped(by: nil))
    try await outbox.accepted(stored.number, handle: nil, at: start)
    let delivery = try #require(try record(.sequence(1))?.deliveries.first)
    #expect(delivery.state == .delivered && delivery.reason == nil)
  }

  @Test func aReasonNamesItsUser() {
    #expect(SkipReason.dropped(by: 0).user == 0 && SkipReason.dropped(by: 0).word == "dropped")
    #expect(SkipReason.dropped(by: nil).user == nil && SkipReason.stale.user == nil)
  }
}
