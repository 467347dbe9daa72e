import FoundationEssentials
import GRDB
import Testing

@testable import LiveCore

@Suite struct SchemaTests {
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/log.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  /// A log as the first version left it: two events wait for a sink, one is a dead letter.
  private func firstVersion() throws {
    let pool = try DatabasePool(path: path)
    try Schema.migrator.migrate(pool, upTo: "1 events, checkpoints, outbox")
    try pool.write { database in
      for sequence in 1...3 {
        let event = SampleEvents.event("e\(sequence)")
        let line = try CloudEvent(event: event, sequence: sequence, logID: LogID(rawValue: "l")).line()
        try database.execute(
          sql: "INSERT INTO event VALUES (?, ?, 'mlb/1', 5, ?)", arguments: [sequence, event.id, Data(line)])
        try database.execute(
          sql: "INSERT INTO delivery (sink, sequence, game, due, isDead) VALUES ('hook', ?, 'mlb/1', 5, ?)",
          arguments: [sequence, sequence == 1])
      }
    }
    try pool.close()
  }

  @Test func anOlderLogKeepsWhatWaits() async throws {
    try firstVersion()
    let log = try EventLog(path: path)
    let waiting = try await Outbox(log: log, sink: "hook").waiting(in: "mlb/1", dueBy: SampleEvents.start, limit: 9)
    #expect(waiting.map(\.fact) == [2, 3].map { SampleEvents.event("e\($0)").data.fact.rawValue })
    #expect(waiting[0].revisions.map(\.id) == [SampleEvents.event("e2").id])
  }

  @Test func aLogOfANewerVersionIsLeftAlone() throws {
    _ = try EventLog(path: path)
    let pool = try DatabasePool(path: path)
    try pool.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9 what is to come')") }
    try pool.close()
    let fault = #expect(throws: Fault.self) { try EventLog(path: path) }
    #expect(fault?.code == .logUnusable && fault?.message.contains("newer livegamed") == true)
  }

  /// What every delivery asks, with a month of deliveries behind it.
  @Test func theOutboxIsReadByItsIndexes() throws {
    let log = try EventLog(path: path)
    let plan = try log.pool.read { database in
      try Row.fetchAll(
        database,
        sql: """
          EXPLAIN QUERY PLAN SELECT lane, MIN(sequence) FROM delivery
          WHERE sink = 'hook' AND state = 0 AND message IS NULL GROUP BY lane
          """
      ).map { $0["detail"] as String }
    }
    #expect(plan.contains { $0.contains("delivery_waiting") })
  }
}
