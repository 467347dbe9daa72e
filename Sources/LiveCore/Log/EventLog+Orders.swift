internal import GRDB
internal import LiveModel

/// Orders of the operator to the outbox. Each call blocks its thread for one short write and wakes the workers.
extension EventLog {
  /// Result of `retry`.
  struct Retried: Equatable, Sendable {
    /// Number of messages that are tried now.
    var messages: Int
    /// Sinks whose pause the order ended, sorted by name.
    var resumed: [String] = []
  }

  /// Result of `drop`.
  struct Dropped: Equatable, Sendable {
    var messages: Int
    /// Number of facts that are not sent because of the order, by sink; includes those of the dropped messages.
    var facts: [String: Int]
  }

  /// Result of `enable`.
  struct Enabled: Equatable, Sendable {
    var wasDisabled: Bool
    var wasPaused: Bool
  }

  /// Retries dead letters under their old ids, makes messages that wait for their next attempt due at once, and ends
  /// pauses that receivers asked for. A retried dead letter expires `expires[sink]` from now. Skips sinks without an
  /// entry there, because no worker sends their messages.
  ///
  /// `lags` gives by sink how long a fact waits after it was logged. A retried fact does not wait again.
  func retry(
    _ selection: OutboxSelection, expires: [String: Duration], lags: [String: Duration] = [:], at now: Timestamp
  ) throws -> Retried {
    let due = outboxTime(at: now)
    return try order { database in
      let selected: StatementArguments = ["sink": selection.sink, "number": selection.number]
      var retried = Retried(messages: 0)
      for row in try Row.fetchAll(database, sql: Self.failed, arguments: selected + ["now": due.milliseconds]) {
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
      let paused = try String.fetchAll(database, sql: Self.paused, arguments: selected).filter { expires[$0] != nil }
      retried.resumed = try paused.filter { try Self.endPause(of: $0, at: due, in: database) }
      return retried
    }
  }

  /// Deletes the pause of a sink.
  ///
  /// - Returns: whether the pause was still in force.
  private static func endPause(of sink: String, at now: Timestamp, in database: Database) throws -> Bool {
    guard let pause = try pause(of: sink, in: database) else { return false }
    try database.cachedStatement(sql: "DELETE FROM pause WHERE sink = ?").execute(arguments: [sink])
    return pause.until > now
  }

  private static func revive(
    _ number: Int, logged: Timestamp, due: Timestamp, until deadline: Timestamp, at now: Timestamp,
    in database: Database
  ) throws {
    // A message without a body was never composed, or lost its body: its facts wait again and are composed now.
    let deliveries = """
      UPDATE delivery SET state = \(Stored.waiting), due = ?,
        message = (SELECT number FROM message WHERE number = delivery.message AND body IS NOT NULL)
      WHERE message = ? AND state = \(Stored.dead)
      """
    try database.cachedStatement(sql: deliveries).execute(arguments: [logged.milliseconds, number])
    let message = """
      UPDATE message SET state = IIF(body IS NULL, 3, 0), attempts = 0, error = NULL, due = ?, deadline = ?, changed = ?
      WHERE number = ?
      """
    try database.cachedStatement(sql: message).execute(
      arguments: [due.milliseconds, deadline.milliseconds, now.milliseconds, number])
  }

  /// Drops messages, waiting or dead. Unless `onlyDead` is set or one message is selected, also drops facts that are
  /// not in a message. `user` is the id of the user who gave the order; nil if it is not known.
  func drop(
    _ selection: OutboxSelection, onlyDead: Bool, by user: Int? = nil, at now: Timestamp
  ) throws -> Dropped {
    try order { database in
      let states = onlyDead ? "(\(Stored.dead))" : Stored.open
      let condition = "state IN \(states) AND (:sink IS NULL OR sink = :sink) AND (:number IS NULL OR number = :number)"
      let selected: StatementArguments = ["sink": selection.sink, "number": selection.number]
      var deliveries = "state IN \(Stored.open) AND message IN (SELECT number FROM message WHERE \(condition))"
      if !onlyDead, selection.number == nil {
        deliveries += " OR state = \(Stored.waiting) AND message IS NULL AND (:sink IS NULL OR sink = :sink)"
      }
      let counts = try Row.fetchAll(
        database, sql: "SELECT sink, COUNT(*) AS count FROM delivery WHERE \(deliveries) GROUP BY sink",
        arguments: selected
      )
      try database.execute(
        sql: """
          UPDATE delivery SET state = \(Stored.skipped), reason = :reason, changed = :now WHERE \(deliveries)
          """,
        arguments: selected + ["reason": SkipReason.dropped(by: user).rawValue, "now": now.milliseconds])
      try database.execute(
        sql: "UPDATE message SET state = \(Stored.skipped), body = NULL, changed = :now WHERE \(condition)",
        arguments: selected + ["now": now.milliseconds])
      let messages = database.changesCount
      let facts = try counts.map { (try $0.read("sink") as String, try $0.read("count") as Int) }
      return Dropped(messages: messages, facts: Dictionary(facts) { first, _ in first })
    }
  }

  /// Enables a disabled sink and ends its pauses, those of the receiver and of the operator. Makes messages that wait for their next attempt due at once.
  func enable(_ sink: String, at now: Timestamp) throws -> Enabled {
    let due = outboxTime(at: now)
    return try order { database in
      let wasPausedByReceiver = try Self.endPause(of: sink, at: due, in: database)
      let wasPaused = try Self.endOperatorPause(of: sink, at: due, in: database) || wasPausedByReceiver
      try database.execute(
        sql: "UPDATE message SET due = MIN(due, ?) WHERE sink = ? AND state = \(Stored.waiting)",
        arguments: [due.milliseconds, sink])
      try database.execute(sql: "DELETE FROM disabled WHERE sink = ?", arguments: [sink])
      let wasDisabled = database.changesCount > 0
      try Self.withdrawNotices(about: sink, at: now, in: database)
      return Enabled(wasDisabled: wasDisabled, wasPaused: wasPaused)
    }
  }

  func order<Value>(_ work: (Database) throws -> Value) throws -> Value {
    let value = try pool.write(work)
    orders.advance()
    return value
  }

  private static let failed = """
    SELECT number, sink, state FROM message
    WHERE (state = \(Stored.dead) OR (state = \(Stored.waiting) AND attempts > 0 AND due > :now))
      AND (:sink IS NULL OR sink = :sink) AND (:number IS NULL OR number = :number)
    """

  private static let paused = """
    SELECT sink FROM pause
    WHERE (:sink IS NULL OR sink = :sink)
      AND (:number IS NULL OR sink = (SELECT sink FROM message WHERE number = :number))
    ORDER BY sink
    """
}

/// Messages that an order of the operator applies to.
public enum OutboxSelection: Equatable, Sendable {
  /// All messages.
  case all
  /// Messages of one sink.
  case sink(String)
  /// One message, by its number.
  case number(Int)

  /// Name of the selected sink; nil for all messages and for a single one.
  var sink: String? {
    if case .sink(let name) = self { name } else { nil }
  }

  var number: Int? {
    if case .number(let number) = self { number } else { nil }
  }
}
