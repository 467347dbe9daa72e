internal import FoundationEssentials
internal import GRDB

/// Composing: turns deliveries into messages.
extension Outbox {
  /// Stores a message before its first attempt, for the deliveries that it tells. Where all of them were dropped while
  /// it was composed, or another message tells one of them by now, it is dropped too: `message` does not find it.
  ///
  /// - Returns: the message with its number.
  func store(_ draft: StoredMessage, at now: Timestamp) async throws -> StoredMessage {
    try await log.commits.write { [sink] database in
      try database.cachedStatement(sql: Self.storing).execute(
        arguments: [
          sink, draft.lane, draft.id, draft.event, draft.due.milliseconds, draft.deadline.milliseconds,
          draft.body.isEmpty ? nil : Data(draft.body), draft.edits, draft.thread,
          now.milliseconds,
        ])
      var stored = draft
      stored.number = Int(database.lastInsertedRowID)
      let isFree = try !Self.areDelivered(draft.sequences, of: sink, in: database)
      if isFree { try Self.update(draft.sequences, of: sink, message: stored.number, in: database) }
      if !draft.sequences.isEmpty {
        try database.cachedStatement(sql: Self.dropping).execute(arguments: [stored.number, stored.number])
      }
      return stored
    }
  }

  /// The receiver has them, by a message that needed no storing.
  func accepted(_ sequences: [Int], at now: Timestamp) async throws {
    try await log.commits.write { [sink] database in
      try Self.update(sequences, of: sink, state: .delivered, in: database)
      // There is no message that would know when.
      try EventLog.setValue(now.description, for: EventLog.toldKey(of: sink), in: database)
    }
  }

  /// They are not to be told.
  func skip(_ sequences: [Int]) async throws {
    try await log.commits.write { [sink] in try Self.update(sequences, of: sink, state: .skipped, in: $0) }
  }

  /// They came to be told too late, or cannot be: to the dead letters, as a message that was never sent.
  func deadLetter(_ draft: StoredMessage, because error: String, at now: Timestamp) async throws {
    try await log.commits.write { [sink] database in
      try database.cachedStatement(sql: Self.burying).execute(
        arguments: [
          sink, draft.lane, draft.id, draft.event, draft.due.milliseconds, draft.deadline.milliseconds, error,
          now.milliseconds,
        ])
      let number = Int(database.lastInsertedRowID)
      try Self.update(draft.sequences, of: sink, message: number, state: .dead, in: database)
    }
  }

  /// Moves the facts that were due by `due` in any lane, and in quiet hours, to the lane whose messages are digests. A
  /// fact that the receiver has heard of stays in its game's lane, for its correction changes a message there. So does
  /// what follows a message that is still to be taken.
  ///
  /// - Returns: whether anything was moved.
  func gather(dueBy due: Timestamp) async throws -> Bool {
    try await log.commits.write { [sink] database in
      try database.execute(
        sql: Self.gathering, arguments: ["quiet": Self.quietLane, "sink": sink, "due": due.milliseconds])
      return database.changesCount > 0
    }
  }

  /// From what waits to the other revisions of its fact, by indexes: SQLite by itself would go through all that the
  /// sink was ever told.
  static let gathering = """
    UPDATE delivery INDEXED BY delivery_waiting SET lane = :quiet
    WHERE sink = :sink AND state = 0 AND message IS NULL AND lane <> :quiet AND due <= :due
      AND lane NOT IN (SELECT lane FROM message WHERE sink = :sink AND state = 0)
      AND NOT EXISTS (
        SELECT 1 FROM event AS this CROSS JOIN event AS told ON told.fact = this.fact
          CROSS JOIN delivery AS heard ON heard.sequence = told.sequence AND heard.sink = :sink
        WHERE this.sequence = delivery.sequence AND heard.state = 1)
    """

  /// Where a digest is made of what came in quiet hours.
  static let quietLane = "quiet"
  /// Where notices to the operator wait.
  static let noticeLane = "notice"

  /// Whether a message that waits tells one of them.
  private static func areDelivered(_ sequences: [Int], of sink: String, in database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: "SELECT 1 FROM delivery WHERE sink = ? AND sequence = ? AND state = 0 AND message IS NOT NULL")
    return try sequences.contains { try Int.fetchOne(statement, arguments: [sink, $0]) != nil }
  }

  /// Nil leaves what is there.
  private static func update(
    _ sequences: [Int], of sink: String, message: Int? = nil, state: DeliveryState? = nil, in database: Database
  ) throws {
    let statement = try database.cachedStatement(
      sql: """
        UPDATE delivery SET message = COALESCE(?, message), state = COALESCE(?, state) WHERE sink = ? AND sequence = ?
        """)
    for sequence in sequences { try statement.execute(arguments: [message, state?.rawValue, sink, sequence]) }
  }

  private static let burying = """
    INSERT INTO message (sink, lane, id, event, due, deadline, error, changed, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 2)
    """

  private static let storing = """
    INSERT INTO message (sink, lane, id, event, due, deadline, body, edits, thread, changed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  private static let dropping = """
    UPDATE message SET state = 3, body = NULL
    WHERE number = ? AND NOT EXISTS (SELECT 1 FROM delivery WHERE message = ? AND state = 0)
    """
}

/// Which receiver the handles in the outbox belong to.
extension Outbox {
  /// Stores the digest of the address that messages go to from now on. A changed address ends the old receiver's
  /// silence and forgets its message ids, which mean nothing at the new one.
  ///
  /// Composed messages that wait become facts again, because their form and the ids in them belong to the old receiver.
  /// A program gets no notices, and only a sink with digests (`makesDigests`) keeps facts in the lane of quiet hours.
  ///
  /// - Returns: whether the address has changed.
  func adopt(_ address: String, isForPeople: Bool, makesDigests: Bool, at now: Timestamp) async throws -> Bool {
    let known = try await log.pool.read { [sink] in try EventLog.value(Self.addressKey(sink), in: $0) }
    guard known != address else { return false }
    try await log.commits.write { [sink] database in
      try EventLog.setValue(address, for: Self.addressKey(sink), in: database)
      guard known != nil else { return }
      try database.execute(
        sql: "DELETE FROM pause WHERE sink = ? AND address <> ?", arguments: [sink, address])
      try database.execute(
        sql: "UPDATE message SET handle = NULL WHERE sink = ? AND handle IS NOT NULL", arguments: [sink])
      try Self.takeBack(of: sink, at: now, in: database)
      if !isForPeople { try Self.dropNotices(of: sink, at: now, in: database) }
      if !makesDigests { try Self.scatter(of: sink, in: database) }
    }
    return known != nil
  }

  /// Moves the facts that were gathered for a digest back into the lanes of their games.
  private static func scatter(of sink: String, in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE delivery SET lane = (SELECT game FROM event WHERE event.sequence = delivery.sequence)
        WHERE sink = ? AND lane = ? AND (state = 2 OR state = 0 AND message IS NULL)
        """, arguments: [sink, quietLane])
  }

  /// Turns composed messages that the receiver has not accepted back into facts. Dead letters lose their bodies, so
  /// that a retry composes them anew.
  private static func takeBack(of sink: String, at now: Timestamp, in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE message SET state = 3, body = NULL, changed = ? WHERE sink = ? AND state = 0
          AND EXISTS (SELECT 1 FROM delivery WHERE delivery.message = message.number AND delivery.state = 0)
        """, arguments: [now.milliseconds, sink])
    try database.execute(
      sql: """
        UPDATE delivery SET message = NULL WHERE sink = ? AND state = 0
          AND message IN (SELECT number FROM message WHERE sink = ? AND state = 3)
        """, arguments: [sink, sink])
    try database.execute(
      sql: "UPDATE message SET body = NULL WHERE sink = ? AND state = 2 AND lane <> ?",
      arguments: [sink, noticeLane])
  }

  private static func dropNotices(of sink: String, at now: Timestamp, in database: Database) throws {
    try database.execute(
      sql: "UPDATE message SET state = 3, body = NULL, changed = ? WHERE sink = ? AND lane = ? AND state IN (0, 2)",
      arguments: [now.milliseconds, sink, noticeLane])
  }

  private static func addressKey(_ sink: String) -> String { "address/\(sink)" }
}
