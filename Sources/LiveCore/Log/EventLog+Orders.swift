internal import GRDB

/// The operator's commands for the outbox. Each blocks its thread for one short write, and wakes the workers.
extension EventLog {
  /// The result of `retry`.
  struct Retried: Equatable, Sendable {
    /// How many are tried now.
    var messages: Int
    /// The sinks that were silent because their receivers had asked for it, in order.
    var resumed: [String] = []
  }

  /// The result of `drop`.
  struct Dropped: Equatable, Sendable {
    var messages: Int
    /// Facts that a sink is not told because of it, by sink; those of the messages too.
    var facts: [String: Int]
  }

  /// The result of `enable`.
  struct Enabled: Equatable, Sendable {
    var wasDisabled: Bool
    var wasPaused: Bool
  }

  /// Tries dead letters again, with the same ids, for as long as their sink's span says from now, and what waits for
  /// its next attempt at once, whatever silence its receiver asked for. Messages to sinks without a span stay as they
  /// are, for nobody would send them. `lags` says by sink how long a fact waits there after it was logged: one that is
  /// tried again has waited.
  func retry(
    _ selection: OutboxSelection, expires: [String: Duration], lags: [String: Duration] = [:], at now: Timestamp
  ) throws -> Retried {
    let due = outboxTime(at: now)
    return try order { database in
      let wanted: StatementArguments = ["sink": selection.sink, "number": selection.number]
      var retried = Retried(messages: 0)
      for row in try Row.fetchAll(database, sql: Self.failed, arguments: wanted + ["now": due.milliseconds]) {
        let sink: String = try row.read("sink")
        guard let span = expires[sink] else { continue }
        retried.messages += 1
        let (number, state): (Int, Int) = (try row.read("number"), try row.read("state"))
        if state == DeliveryState.dead.rawValue {
          let logged = due - (lags[sink] ?? .zero)
          try Self.revive(number, logged: logged, due: due, until: due + span, at: now, in: database)
        } else {
          try database.cachedStatement(sql: "UPDATE message SET due = ? WHERE number = ?")
            .execute(arguments: [due.milliseconds, number])
        }
      }
      let silent = try String.fetchAll(database, sql: Self.silent, arguments: wanted).filter { expires[$0] != nil }
      retried.resumed = try silent.filter { try Self.endPause(of: $0, at: due, in: database) }
      return retried
    }
  }

  /// - Returns: whether it would have lasted.
  private static func endPause(of sink: String, at now: Timestamp, in database: Database) throws -> Bool {
    guard let pause = try pause(of: sink, in: database) else { return false }
    try database.cachedStatement(sql: "DELETE FROM pause WHERE sink = ?").execute(arguments: [sink])
    return pause.until > now
  }

  private static func revive(
    _ number: Int, logged: Timestamp, due: Timestamp, until deadline: Timestamp, at now: Timestamp,
    in database: Database
  ) throws {
    // Facts that were never composed are composed now.
    let deliveries = """
      UPDATE delivery SET state = 0, due = ?,
        message = (SELECT number FROM message WHERE number = delivery.message AND body IS NOT NULL)
      WHERE message = ? AND state = 2
      """
    try database.cachedStatement(sql: deliveries).execute(arguments: [logged.milliseconds, number])
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
      var deliveries = "state IN (0, 2) AND message IN (SELECT number FROM message WHERE \(wanted))"
      if !onlyDead, selection.number == nil {
        deliveries += " OR state = 0 AND message IS NULL AND (:sink IS NULL OR sink = :sink)"
      }
      let counts = try Row.fetchAll(
        database, sql: "SELECT sink, COUNT(*) AS count FROM delivery WHERE \(deliveries) GROUP BY sink", arguments: what
      )
      try database.execute(sql: "UPDATE delivery SET state = 3 WHERE \(deliveries)", arguments: what)
      try database.execute(
        sql: "UPDATE message SET state = 3, body = NULL, changed = :now WHERE \(wanted)",
        arguments: what + ["now": now.milliseconds])
      let messages = database.changesCount
      let facts = try counts.map { (try $0.read("sink") as String, try $0.read("count") as Int) }
      return Dropped(messages: messages, facts: Dictionary(facts) { first, _ in first })
    }
  }

  /// Lets a sink be sent to again that is disabled or silent: at once, also what waits for its next attempt.
  func enable(_ sink: String, at now: Timestamp) throws -> Enabled {
    let due = outboxTime(at: now)
    return try order { database in
      let wasPaused = try Self.endPause(of: sink, at: due, in: database)
      try database.execute(
        sql: "UPDATE message SET due = MIN(due, ?) WHERE sink = ? AND state = 0", arguments: [due.milliseconds, sink])
      try database.execute(sql: "DELETE FROM disabled WHERE sink = ?", arguments: [sink])
      return Enabled(wasDisabled: database.changesCount > 0, wasPaused: wasPaused)
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

  private static let silent = """
    SELECT sink FROM pause
    WHERE (:sink IS NULL OR sink = :sink)
      AND (:number IS NULL OR sink = (SELECT sink FROM message WHERE number = :number))
    ORDER BY sink
    """
}
