internal import GRDB
internal import LiveModel

/// Deliveries and messages of one sink. A lane is one game there and sends one message at a time, so that the order
/// within a game holds whatever fails.
struct Outbox: Sendable {
  let log: EventLog
  let sink: String

  /// Returns the heads of all lanes, the one due first in front. A fact that is not composed is due `lag` after it was
  /// logged.
  func heads(lag: Duration) async throws -> [NextInLane] {
    try await log.read { [sink] database in
      try Row.fetchAll(
        database.cachedStatement(sql: Self.heads), arguments: ["sink": sink, "lag": lag.wholeMilliseconds]
      ).map { try NextInLane(lane: $0.read("lane"), message: $0.read("number"), due: $0.read("due")) }
    }
  }

  /// Returns a stored message; nil when it no longer waits, or is due after `now`.
  func message(_ number: Int, dueBy now: Timestamp) async throws -> StoredMessage? {
    try await log.read { database in
      try Row.fetchOne(database.cachedStatement(sql: Self.due), arguments: [number, now.milliseconds])
        .map(StoredMessage.init)
    }
  }

  /// Marks a message as delivered, even when it was dropped meanwhile. The receiver identifies it by `handle`. With
  /// `leftThread` it is not in the thread that it was meant for.
  func accepted(_ number: Int, handle: String?, leftThread: Bool = false, at now: Timestamp) async throws {
    try await log.commits.write { database in
      try countSuccess(in: database)
      try database.cachedStatement(
        sql: "UPDATE delivery SET state = \(Stored.delivered), reason = NULL, changed = NULL WHERE message = ?"
      )
      .execute(arguments: [number])
      try database.cachedStatement(sql: Self.acceptance).execute(
        arguments: [handle, leftThread, now.milliseconds, number])
    }
  }

  /// Records a failed attempt; the next one is made at `due`.
  func postpone(_ number: Int, until due: Timestamp, because attempt: FailedAttempt, at now: Timestamp) async throws {
    try await log.commits.write { database in
      try count(attempt, at: now, in: database)
      try database.cachedStatement(sql: Self.postponement).execute(
        arguments: [due.milliseconds, attempt.error, now.milliseconds, number])
    }
  }

  /// Gives a message up and keeps it as a dead letter; its lane moves on. A message that was dropped meanwhile stays
  /// dropped. Without its body, the message is composed again when the operator retries it. `attempt` is the attempt that
  /// failed; nil when the message is given up without one.
  ///
  /// - Returns: the number of facts that are given up with it.
  @discardableResult
  func deadLetter(
    _ number: Int, because error: String, after attempt: FailedAttempt? = nil, keepsBody: Bool = true, at now: Timestamp
  ) async throws -> Int {
    try await log.commits.write { database in
      if let attempt { try count(attempt, at: now, in: database) }
      try database.cachedStatement(sql: Self.deadLettering).execute(arguments: [
        attempt != nil, error, keepsBody, now.milliseconds, number,
      ])
      guard database.changesCount > 0 else { return 0 }
      let sql = "UPDATE delivery SET state = \(Stored.dead) WHERE message = ? AND state = \(Stored.waiting)"
      try database.cachedStatement(sql: sql).execute(arguments: [number])
      return database.changesCount
    }
  }

  /// Queues the facts of a message again, to be sent as a new message, because the one that it edits is gone at the
  /// receiver.
  func recompose(_ stored: StoredMessage, due: Timestamp, because error: String, at now: Timestamp) async throws {
    try await log.commits.write { [sink] database in
      try database.execute(
        sql: """
          UPDATE delivery SET message = NULL, claim = \(Stored.anew), due = ?
          WHERE message = ? AND state = \(Stored.waiting)
          """,
        arguments: [due.milliseconds, stored.number])
      try database.execute(
        sql: "UPDATE message SET state = \(Stored.skipped), error = ?, changed = ? WHERE number = ?",
        arguments: [error, now.milliseconds, stored.number])
      try database.execute(
        sql: "UPDATE message SET handle = NULL WHERE sink = ? AND handle = ?",
        arguments: [sink, stored.message.edits?.rawValue])
    }
  }

  private static let due = """
    SELECT *, (SELECT MIN(due) FROM delivery WHERE message = number) AS wanted FROM message
    WHERE number = ? AND state = \(Stored.waiting) AND due <= ?
    """

  /// One row for each lane: the oldest waiting message, else the oldest delivery. While a digest waits, later revisions
  /// of its facts are held back, and nothing else. Each lane is found by the index after the one before it: the cost depends
  /// on the lanes and on what a digest holds back, not on all that waits.
  static let heads = """
    WITH RECURSIVE waiting (lane) AS (
      SELECT (SELECT lane FROM delivery INDEXED BY delivery_waiting
        WHERE sink = :sink AND state = \(Stored.waiting) ORDER BY lane LIMIT 1)
      UNION ALL
      SELECT (SELECT delivery.lane FROM delivery INDEXED BY delivery_waiting
        WHERE sink = :sink AND state = \(Stored.waiting) AND delivery.lane > waiting.lane ORDER BY delivery.lane LIMIT 1)
      FROM waiting WHERE waiting.lane IS NOT NULL
    )
    SELECT * FROM (
      SELECT lane, MIN(number) AS number, due, number AS first FROM message
      WHERE sink = :sink AND state = \(Stored.waiting)
      GROUP BY lane
      UNION ALL
      SELECT delivery.lane, NULL AS number, delivery.due + :lag AS due, delivery.sequence AS first
      FROM waiting JOIN delivery ON delivery.sink = :sink AND delivery.sequence = (
        SELECT delivery.sequence FROM delivery INDEXED BY delivery_waiting
        WHERE sink = :sink AND state = \(Stored.waiting) AND delivery.lane = waiting.lane AND message IS NULL
          AND \(isFree)
        ORDER BY delivery.sequence LIMIT 1)
      WHERE waiting.lane NOT IN (SELECT lane FROM message WHERE sink = :sink AND state = \(Stored.waiting))
    ) ORDER BY due, first
    """

  /// Condition on a delivery: its fact is not in a waiting digest. Without a waiting digest, no fact is looked up.
  private static let isFree = """
    (NOT EXISTS (SELECT 1 FROM message WHERE sink = :sink AND state = \(Stored.waiting) AND lane = '\(quietLane)')
      OR (SELECT fact FROM event WHERE event.sequence = delivery.sequence) NOT IN (
        SELECT included.fact FROM message
          JOIN delivery AS part ON part.message = message.number AND part.state = \(Stored.waiting)
          JOIN event AS included ON included.sequence = part.sequence
        WHERE message.sink = :sink AND message.state = \(Stored.waiting) AND message.lane = '\(quietLane)'))
    """

  /// An edit keeps the handle of the message that it changed.
  private static let acceptance = """
    UPDATE message SET state = \(Stored.delivered), body = NULL, error = NULL, handle = IFNULL(?, edits),
      thread = IIF(?, NULL, thread), changed = ?
    WHERE number = ?
    """

  private static let postponement = """
    UPDATE message SET attempts = attempts + 1, due = ?, error = ?, changed = ?
    WHERE number = ? AND state = \(Stored.waiting)
    """

  private static let deadLettering = """
    UPDATE message SET attempts = attempts + ?, state = \(Stored.dead), error = ?, body = IIF(?, body, NULL),
      changed = ?
    WHERE number = ? AND state = \(Stored.waiting)
    """
}

/// Reads the facts that a message is composed of.
extension Outbox {
  /// Returns the waiting facts of a lane in the order of their oldest waiting revision: at most `limit` facts, from
  /// deliveries due by `due`. Returns none while a message waits in the lane, and no fact that is in a waiting digest.
  func waiting(in lane: String, dueBy due: Timestamp, limit: Int) async throws -> [FactHistory] {
    try await log.read { [sink] database in
      let cursor = try String.fetchCursor(
        database.cachedStatement(sql: Self.facts), arguments: ["sink": sink, "lane": lane, "due": due.milliseconds])
      var (facts, found): ([String], Set<String>) = ([], [])
      // Few of many rows are read while a backlog waits.
      while facts.count < limit, let fact = try cursor.next() {
        if found.insert(fact).inserted { facts.append(fact) }
      }
      return try facts.map { try Self.history(of: $0, at: sink, in: database) }
    }
  }

  /// Returns all facts of the message with a handle, in the order in which the message lists them.
  func facts(of handle: String) async throws -> [FactHistory] {
    try await log.read { [sink] database in
      let facts = try String.fetchAll(database.cachedStatement(sql: Self.members), arguments: [sink, handle])
      return try facts.map { try Self.history(of: $0, at: sink, in: database) }
    }
  }

  /// Returns the newest revision of each fact of a game up to a sequence, at most `limit`; the fact that appeared last
  /// comes first.
  func gameHistory(of game: String, upTo sequence: Int, limit: Int) async throws -> [LoggedEvent] {
    try await log.read { database in
      try Row.fetchAll(database.cachedStatement(sql: Self.newestOfGame), arguments: [game, sequence, limit])
        .map(LoggedEvent.init)
    }
  }

  /// Returns the handle of the newest message in a lane; nil when none has one.
  func newestHandle(in lane: String) async throws -> String? {
    let sql = "SELECT handle FROM message WHERE sink = ? AND lane = ? AND handle IS NOT NULL ORDER BY number DESC"
    return try await handle(in: lane, sql)
  }

  /// Returns the handle of the message in a lane that new ones reply to: the newest one that is not a reply itself.
  func root(of lane: String) async throws -> String? {
    let sql = """
      SELECT handle FROM message
      WHERE sink = ? AND lane = ? AND handle IS NOT NULL AND thread IS NULL AND edits IS NULL ORDER BY number DESC
      """
    return try await handle(in: lane, sql)
  }

  private func handle(in lane: String, _ sql: String) async throws -> String? {
    try await log.read { [sink] database in
      try String.fetchOne(database.cachedStatement(sql: sql), arguments: [sink, lane])
    }
  }

  private static func history(of fact: String, at sink: String, in database: Database) throws -> FactHistory {
    let rows = try Row.fetchAll(database.cachedStatement(sql: revisions), arguments: [fact, sink])
    return FactHistory(fact: fact, revisions: try rows.map(FactHistory.Revision.init))
  }

  /// The facts of a lane's waiting deliveries, the oldest first, some of them more than once.
  private static let facts = """
    SELECT event.fact FROM delivery INDEXED BY delivery_waiting JOIN event USING (sequence)
    WHERE delivery.sink = :sink AND delivery.lane = :lane AND delivery.state = \(Stored.waiting)
      AND delivery.message IS NULL
      AND delivery.due <= :due AND \(isFree)
      AND NOT EXISTS (SELECT 1 FROM message WHERE sink = :sink AND lane = :lane AND state = \(Stored.waiting))
    ORDER BY delivery.sequence
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

/// Head of one lane: one sink's messages of one game, or of its quiet hours.
struct NextInLane: Equatable, Sendable {
  var lane: String
  /// Number of the waiting message; nil when the next one is still to be composed.
  var message: Int?
  var due: Timestamp
}
