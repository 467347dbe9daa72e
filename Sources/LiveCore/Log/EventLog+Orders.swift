internal import GRDB

/// What the operator orders of the outbox. Each blocks its thread for one short write, and wakes the workers.
extension EventLog {
  /// What an order has taken out of the outbox.
  struct Dropped: Equatable, Sendable {
    var messages: Int
    /// Facts that no message told yet.
    var facts: Int
  }

  /// Tries dead letters again, with the same bytes and ids, for as long as their sink's span says from now, and what
  /// waits for its next attempt at once. Messages to sinks without a span stay as they are, for nobody would send them.
  ///
  /// - Returns: how many.
  func retry(_ selection: OutboxSelection, expires: [String: Duration], at now: Timestamp) throws -> Int {
    let due = outboxTime(at: now)
    return try order { database in
      let rows = try Row.fetchAll(
        database, sql: Self.failed,
        arguments: ["sink": selection.sink, "number": selection.number, "now": due.milliseconds])
      var count = 0
      for row in rows {
        guard let span = expires[try row.read("sink")] else { continue }
        count += 1
        let (number, state): (Int, Int) = (try row.read("number"), try row.read("state"))
        if state == DeliveryState.dead.rawValue {
          try Self.revive(number, due: due, until: due + span, at: now, in: database)
        } else {
          try database.cachedStatement(sql: "UPDATE message SET due = ? WHERE number = ?")
            .execute(arguments: [due.milliseconds, number])
        }
      }
      return count
    }
  }

  private static func revive(
    _ number: Int, due: Timestamp, until deadline: Timestamp, at now: Timestamp, in database: Database
  ) throws {
    // What was never composed is composed now.
    let deliveries = """
      UPDATE delivery SET state = 0, due = ?,
        message = (SELECT number FROM message WHERE number = delivery.message AND body IS NOT NULL)
      WHERE message = ? AND state = 2
      """
    try database.cachedStatement(sql: deliveries).execute(arguments: [due.milliseconds, number])
    let message = """
      UPDATE message SET state = IIF(body IS NULL, 3, 0), attempts = 0, error = NULL, due = ?, deadline = ?, changed = ?
      WHERE number = ?
      """
    try database.cachedStatement(sql: message).execute(
      arguments: [due.milliseconds, deadline.milliseconds, now.milliseconds, number])
  }

  /// Takes messages out of the outbox, waiting or dead, and unless only the dead are meant what no message tells yet.
  func drop(_ selection: OutboxSelection, onlyDead: Bool, at now: Timestamp) throws -> Dropped {
    try order { database in
      let states = onlyDead ? "(2)" : "(0, 2)"
      let wanted = "state IN \(states) AND (:sink IS NULL OR sink = :sink) AND (:number IS NULL OR number = :number)"
      let what: StatementArguments = ["sink": selection.sink, "number": selection.number]
      try database.execute(
        sql: """
          UPDATE delivery SET state = 3
          WHERE state IN (0, 2) AND message IN (SELECT number FROM message WHERE \(wanted))
          """,
        arguments: what)
      try database.execute(
        sql: "UPDATE message SET state = 3, body = NULL, changed = :now WHERE \(wanted)",
        arguments: what + ["now": now.milliseconds])
      let messages = database.changesCount
      guard !onlyDead, selection.number == nil else { return Dropped(messages: messages, facts: 0) }
      try database.execute(
        sql: """
          UPDATE delivery SET state = 3 WHERE state = 0 AND message IS NULL AND (:sink IS NULL OR sink = :sink)
          """,
        arguments: ["sink": selection.sink])
      return Dropped(messages: messages, facts: database.changesCount)
    }
  }

  /// Lets a disabled sink be tried again; false when it is not disabled.
  func enable(_ sink: String) throws -> Bool {
    try order { database in
      try database.execute(sql: "DELETE FROM disabled WHERE sink = ?", arguments: [sink])
      return database.changesCount > 0
    }
  }

  private func order<Value>(_ work: (Database) throws -> Value) throws -> Value {
    let value = try pool.write(work)
    orders.advance()
    return value
  }

  private static let failed = """
    SELECT number, sink, state FROM message
    WHERE (state = 2 OR (state = 0 AND attempts > 0 AND due > :now))
      AND (:sink IS NULL OR sink = :sink) AND (:number IS NULL OR number = :number)
    """
}
