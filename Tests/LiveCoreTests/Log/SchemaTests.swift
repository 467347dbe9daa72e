import FoundationEssentials
import GRDB
import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct SchemaTests {
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/log.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  /// Creates a log as the first version left it: two events wait for a sink, one is a dead letter.
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

  @Test func anOlderLogKeepsItsWaitingDeliveries() async throws {
    try firstVersion()
    let log = try EventLog(path: path)
    let waiting = try await Outbox(log: log, sink: "hook").waiting(in: "mlb/1", dueBy: SampleEvents.start, limit: 9)
    #expect(waiting.map(\.fact) == [2, 3].map { SampleEvents.event("e\($0)").data.fact.rawValue })
    #expect(waiting[0].revisions.map(\.id) == [SampleEvents.event("e2").id])
  }

  @Test func aNewLogHasTheTablesThatTheMigrationsLeave() throws {
    let migrated = try DatabasePool(path: "\(folder.path)/migrated.sqlite")
    try Schema.migrator.migrate(migrated)
    let log = try EventLog(path: path)
    #expect(try log.pool.read(Self.tables) == migrated.read(Self.tables))
    #expect(try log.pool.read(Schema.migrator.appliedIdentifiers) == Set(Schema.migrator.migrations))
    #expect(try log.pool.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == Schema.format)
  }

  /// Returns the statements that would make the tables and indexes, in their order. A migration leaves other spaces, and
  /// quotes around a new name.
  private static func tables(_ database: Database) throws -> [String] {
    try String.fetchAll(database, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
      .map { $0.filter { !$0.isWhitespace && $0 != "\"" } }
  }

  @Test func aLogOfANewerVersionIsNotChanged() throws {
    _ = try EventLog(path: path)
    let pool = try DatabasePool(path: path)
    try pool.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9 what is to come')") }
    try pool.close()
    let fault = #expect(throws: Fault.self) { try EventLog(path: path) }
    #expect(fault?.code == .logNewer && fault?.message.contains("newer livegamed") == true)
  }

  /// The conditions of the partial indexes are literal, because a released migration never changes.
  @Test(arguments: [
    ("message_waiting", "state = \(DeliveryState.waiting.rawValue)"),
    ("delivery_waiting", "state = \(DeliveryState.waiting.rawValue)"),
    ("message_told", "state = \(DeliveryState.delivered.rawValue)"),
    ("message_open", "state IN (\(DeliveryState.waiting.rawValue), \(DeliveryState.dead.rawValue))"),
    ("message_listed", "state IN (\(DeliveryState.waiting.rawValue), \(DeliveryState.dead.rawValue))"),
    ("delivery_open", "state < \(DeliveryState.delivered.rawValue)"),
    ("delivery_dead", "state = \(DeliveryState.dead.rawValue)"),
  ])
  func theConditionsOfIndexesAgreeWithTheStates(index: String, condition: String) throws {
    let log = try EventLog(path: path)
    let sql = try log.pool.read {
      try String.fetchOne($0, sql: "SELECT sql FROM sqlite_master WHERE name = ?", arguments: [index])
    }
    #expect(sql?.hasSuffix(" WHERE \(condition)") == true)
  }

  /// The raw values are in every log.
  @Test func theStatesKeepTheirNumbers() {
    #expect([DeliveryState.waiting, .delivered, .dead, .skipped].map(\.rawValue) == [0, 1, 2, 3])
    #expect([DeliveryClaim.route, .earlier, .anew, .withheld].map(\.rawValue) == [0, 1, 2, 3])
    #expect(Stored.open == "(0, 2)")
  }

  /// The heads of the lanes are read for each delivery: no step reads all that waits at a sink, or in a lane.
  @Test func theHeadsOfLanesAreFoundByTheIndex() throws {
    let log = try EventLog(path: path)
    let asked = Outbox.heads.replacing(":sink", with: "'hook'").replacing(":lag", with: "0")
    let plan = try log.pool.read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(asked)").map { $0["detail"] as String }
    }
    let steps = plan.filter { $0.contains(" delivery ") }
    #expect(
      steps == [
        "SEARCH delivery USING INDEX delivery_waiting (sink=?)",
        "SEARCH delivery USING INDEX delivery_waiting (sink=? AND lane>?)",
        "SEARCH delivery USING PRIMARY KEY (sink=? AND sequence=?)",
        "SEARCH delivery USING INDEX delivery_waiting (sink=? AND lane=?)",
      ])
    #expect(!plan.contains { $0.contains("GROUP BY") })
  }

  private static let eventById = "SEARCH event USING INDEX sqlite_autoindex_event_1 (id=?)"

  /// Queries that clients may repeat as often as they like, on a log with a month of deliveries: none scans a whole
  /// table. The names of sinks take one seek for each sink; the newest entries are read from the end of their index,
  /// up to the requested number.
  @Test(arguments: [
    (
      EventLog.entries,
      [
        "SCAN message USING INDEX message_listed", "SEARCH delivery USING INDEX delivery_message (message=?)",
        eventById,
      ]
    ),
    (
      EventLog.entriesOfSink,
      [
        "SEARCH message USING INDEX message_open (sink=?)",
        "SEARCH delivery USING INDEX delivery_message (message=?)", eventById,
      ]
    ),
    (
      EventLog.counts,
      [
        "SEARCH delivery USING COVERING INDEX delivery_open (sink=? AND state<?)",
        "SEARCH delivery USING COVERING INDEX delivery_dead (sink=? AND state=?)",
        "SEARCH message USING INDEX message_open (sink=?)",
        // As many rows as there are games.
        "SEARCH message USING INDEX message_waiting (sink=?)", "USE TEMP B-TREE FOR ORDER BY",
        "SEARCH message USING INDEX message_told (sink=?)",
      ]
    ),
    (
      EventLog.nextSink,
      [
        "SEARCH delivery USING PRIMARY KEY (sink>?)", "SEARCH message USING INDEX message_told (sink>?)",
        "SEARCH message USING COVERING INDEX message_open (sink>?)",
      ]
    ),
  ])
  func standingsQueriesUseIndexesOnly(sql: String, expected: [String]) throws {
    let log = try EventLog(path: path)
    let asked = sql.replacing("LIMIT ?", with: "LIMIT 9").replacing("= ?", with: "= 'hook'").replacing(
      ":sink", with: "'hook'")
    let plan = try log.pool.read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(asked)").map { $0["detail"] as String }
    }
    let tables = [" message ", " delivery ", " event ", "TEMP B-TREE"]
    let steps = plan.filter { step in tables.contains { step.contains($0) } }
    #expect(steps == expected)
  }

  @Test func theStandingsOfVersionTwoAreUnchanged() throws {
    let pool = try DatabasePool(path: path)
    try Schema.migrator.migrate(pool, upTo: "2 messages")
    try pool.write { database in
      for (number, state) in [2, 0, 1, 1, 3].enumerated() {
        try database.execute(
          sql: """
            INSERT INTO message (sink, lane, id, state, due, deadline, changed) VALUES ('hook', 'mlb/1', 'x', ?, 5, 9, ?)
            """, arguments: [state, 1000 + number])
        try database.execute(
          sql: "INSERT INTO event VALUES (?, ?, 'mlb/1', 0, x'00')", arguments: [number + 1, "mlb/1/f\(number)@1"])
        try database.execute(
          sql: "INSERT INTO delivery VALUES ('hook', ?, 'mlb/1', ?, 5, 0, 0, ?)",
          arguments: [number + 1, state, number + 1])
      }
    }
    try pool.close()
    let log = try EventLog(path: path)
    #expect(
      try log.standing(of: "hook")
        == SinkStatus(
          waiting: 1, pending: 1, dead: 1, lastDead: Timestamp(milliseconds: 1000),
          lastDelivered: Timestamp(milliseconds: 1003)))
    // Composed messages wait to be composed again.
    #expect(try log.outboxEntries(of: "hook", limit: 9).map(\.number) == [1])
  }
}
