internal import GRDB

/// Reads the facts that a message is composed of.
extension Outbox {
  /// Returns the facts that wait in a lane, ordered by their oldest waiting revision: at most `limit` facts with
  /// deliveries due by `due`. Returns none while a message waits there, and no fact of a waiting digest.
  func waiting(in lane: String, dueBy due: Timestamp, limit: Int) async throws -> [FactHistory] {
    try await log.pool.read { [sink] database in
      let facts = try String.fetchAll(
        database.cachedStatement(sql: Self.facts),
        arguments: ["sink": sink, "lane": lane, "due": due.milliseconds, "limit": limit])
      return try facts.map { try Self.history(of: $0, at: sink, in: database) }
    }
  }

  /// All facts of the message that has this handle, in the order in which it tells them.
  func facts(of handle: String) async throws -> [FactHistory] {
    try await log.pool.read { [sink] database in
      let facts = try String.fetchAll(database.cachedStatement(sql: Self.members), arguments: [sink, handle])
      return try facts.map { try Self.history(of: $0, at: sink, in: database) }
    }
  }

  /// The newest revision of each fact of a game, up to a sequence, the fact that came last first: at most `limit`.
  func gameHistory(of game: String, upTo sequence: Int, limit: Int) async throws -> [LoggedEvent] {
    try await log.pool.read { database in
      try Row.fetchAll(database.cachedStatement(sql: Self.newestOfGame), arguments: [game, sequence, limit])
        .map(LoggedEvent.init)
    }
  }

  /// Returns the handle of the newest message in a lane; nil when none has one.
  func newestHandle(in lane: String) async throws -> String? {
    let sql = "SELECT handle FROM message WHERE sink = ? AND lane = ? AND handle IS NOT NULL ORDER BY number DESC"
    return try await handle(in: lane, sql)
  }

  /// Returns the handle of the message in a lane that new ones reply to: the newest one that replies to none itself.
  func root(of lane: String) async throws -> String? {
    let sql = """
      SELECT handle FROM message
      WHERE sink = ? AND lane = ? AND handle IS NOT NULL AND thread IS NULL AND edits IS NULL ORDER BY number DESC
      """
    return try await handle(in: lane, sql)
  }

  private func handle(in lane: String, _ sql: String) async throws -> String? {
    try await log.pool.read { [sink] database in
      try String.fetchOne(database.cachedStatement(sql: sql), arguments: [sink, lane])
    }
  }

  private static func history(of fact: String, at sink: String, in database: Database) throws -> FactHistory {
    let rows = try Row.fetchAll(database.cachedStatement(sql: revisions), arguments: [fact, sink])
    return FactHistory(fact: fact, revisions: try rows.map(FactHistory.Revision.init))
  }

  private static let facts = """
    SELECT event.fact FROM delivery INDEXED BY delivery_waiting JOIN event USING (sequence)
    WHERE delivery.sink = :sink AND delivery.lane = :lane AND delivery.state = 0 AND delivery.message IS NULL
      AND delivery.due <= :due AND \(isFree)
      AND NOT EXISTS (SELECT 1 FROM message WHERE sink = :sink AND lane = :lane AND state = 0)
    GROUP BY event.fact ORDER BY MIN(delivery.sequence) LIMIT :limit
    """

  private static let revisions = """
    SELECT event.id, event.sequence, event.game, event.logged, event.line, delivery.lasting, delivery.due, delivery.state, delivery.claim,
      delivery.message IS NOT NULL AS isInHand, message.handle
    FROM event JOIN delivery USING (sequence) LEFT JOIN message ON message.number = delivery.message
    WHERE event.fact = ? AND delivery.sink = ? ORDER BY event.sequence
    """

  private static let members = """
    SELECT event.fact FROM message JOIN delivery ON delivery.message = message.number JOIN event USING (sequence)
    WHERE message.sink = ? AND message.handle = ? GROUP BY event.fact ORDER BY MIN(event.sequence)
    """

  private static let newestOfGame = """
    SELECT sequence, game, logged, line FROM event
    JOIN (SELECT MIN(sequence) AS first, MAX(sequence) AS last FROM event WHERE game = ? AND sequence <= ? GROUP BY fact)
      ON sequence = last
    ORDER BY first DESC LIMIT ?
    """
}

extension FactHistory.Revision {
  fileprivate init(_ row: Row) throws {
    try self.init(
      id: row.read("id"), event: LoggedEvent(row), isLasting: row.read("lasting"), due: row.read("due"),
      state: DeliveryState(rawValue: row.read("state")) ?? .skipped,
      claim: DeliveryClaim(rawValue: row.read("claim")) ?? .route, isInHand: row.read("isInHand"),
      handle: row.read("handle"))
  }
}
