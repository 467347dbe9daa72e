internal import GRDB

/// What the operator asks of the outbox, over all sinks.
extension EventLog {
  /// Messages that wait and dead letters, the newest last; of one sink, or of all.
  func outboxEntries(of sink: String?, limit: Int) throws -> [OutboxEntry] {
    try pool.read { database in
      let sql = """
        SELECT * FROM message WHERE state IN (0, 2) AND (:sink IS NULL OR sink = :sink) ORDER BY number DESC LIMIT :limit
        """
      let rows = try Row.fetchAll(database, sql: sql, arguments: ["sink": sink, "limit": limit])
      return rows.reversed().map(OutboxEntry.init)
    }
  }

  /// How a sink stands.
  func standing(of sink: String) throws -> SinkStanding {
    try pool.read { database in
      func count(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql, arguments: [sink]) ?? 0 }
      let told = try Int64.fetchOne(
        database, sql: "SELECT MAX(changed) FROM message WHERE sink = ? AND state = 1", arguments: [sink])
      return SinkStanding(
        waiting: try count("SELECT COUNT(*) FROM delivery WHERE sink = ? AND state = 0"),
        dead: try count("SELECT COUNT(*) FROM message WHERE sink = ? AND state = 2"),
        lastTold: told.map(Timestamp.init(milliseconds:)),
        disabled: try String.fetchOne(
          database, sql: "SELECT reason FROM disabled WHERE sink = ?", arguments: [sink]))
    }
  }

  /// Tries dead letters again, with the same bytes and ids, for as long as `expires` from now; those of one sink or one
  /// number, or all.
  ///
  /// - Returns: how many.
  func retryDead(sink: String?, number: Int?, expires: Duration, at now: Timestamp) throws -> Int {
    try order { database in
      let wanted = "state = 2 AND (:sink IS NULL OR sink = :sink) AND (:number IS NULL OR number = :number)"
      let what: StatementArguments = ["sink": sink, "number": number]
      // What was never composed is composed now.
      try database.execute(
        sql: """
          UPDATE delivery SET state = 0, due = :now,
            message = (SELECT number FROM message WHERE number = delivery.message AND body IS NOT NULL)
          WHERE message IN (SELECT number FROM message WHERE \(wanted))
          """,
        arguments: what + ["now": now.milliseconds])
      try database.execute(
        sql: """
          UPDATE message SET state = IIF(body IS NULL, 3, 0), attempts = 0, error = NULL, due = :now, deadline = :deadline, changed = :now
          WHERE \(wanted)
          """,
        arguments: what + ["now": now.milliseconds, "deadline": (now + expires).milliseconds])
      return database.changesCount
    }
  }

  /// Takes messages out of the outbox, waiting or dead; those of one sink or one number, or all.
  ///
  /// - Returns: how many.
  func dropMessages(sink: String?, number: Int?, onlyDead: Bool, at now: Timestamp) throws -> Int {
    try order { database in
      let states = onlyDead ? "(2)" : "(0, 2)"
      let wanted = "state IN \(states) AND (:sink IS NULL OR sink = :sink) AND (:number IS NULL OR number = :number)"
      let what: StatementArguments = ["sink": sink, "number": number]
      try database.execute(
        sql: "UPDATE delivery SET state = 3 WHERE message IN (SELECT number FROM message WHERE \(wanted))",
        arguments: what)
      try database.execute(
        sql: "UPDATE message SET state = 3, body = NULL, changed = :now WHERE \(wanted)",
        arguments: what + ["now": now.milliseconds])
      return database.changesCount
    }
  }

  /// Lets a disabled sink be tried again; false when it is not disabled.
  func enable(_ sink: String) throws -> Bool {
    try order { database in
      try database.execute(sql: "DELETE FROM disabled WHERE sink = ?", arguments: [sink])
      return database.changesCount > 0
    }
  }

  /// Blocks its thread for one short write, and wakes the workers.
  private func order<Value>(_ work: (Database) throws -> Value) throws -> Value {
    let value = try pool.write(work)
    orders.publish(orders.newest + 1)
    return value
  }
}
