internal import GRDB

/// One event on its way to one sink.
struct Delivery: Equatable, Sendable {
  var event: LoggedEvent
  /// Attempts that failed so far.
  var attempts: Int
}

/// What waits to be delivered. A lane is one game at one sink: only its oldest delivery is ever offered, so that the
/// order within a game holds whatever fails.
struct Outbox: Sendable {
  let log: EventLog
  let sink: String

  /// The heads of the lanes that are due, oldest first.
  func due(at now: Timestamp, limit: Int) async throws -> [Delivery] {
    try await log.pool.read { [sink] database in
      try Row.fetchAll(
        database.cachedStatement(sql: Self.heads),
        arguments: ["sink": sink, "now": now.milliseconds, "limit": limit]
      ).map { Delivery(event: LoggedEvent($0), attempts: $0["attempts"]) }
    }
  }

  /// When the next head is due; nil when nothing waits.
  func nextDue() async throws -> Timestamp? {
    try await log.pool.read { [sink] database in
      try Int64.fetchOne(database, sql: Self.earliest, arguments: ["sink": sink]).map(Timestamp.init(milliseconds:))
    }
  }

  /// The receiver has it.
  func delivered(_ sequence: Int) async throws {
    try await execute("DELETE FROM delivery WHERE sink = ? AND sequence = ?", [sink, sequence])
  }

  /// It failed, and is tried again at `due`.
  func postpone(_ sequence: Int, until due: Timestamp, because error: String) async throws {
    try await execute(
      "UPDATE delivery SET attempts = attempts + 1, due = ?, error = ? WHERE sink = ? AND sequence = ?",
      [due.milliseconds, error, sink, sequence])
  }

  /// It is given up and kept among the dead letters; its lane moves on.
  func bury(_ sequence: Int, because error: String) async throws {
    try await execute(
      "UPDATE delivery SET attempts = attempts + 1, isDead = 1, error = ? WHERE sink = ? AND sequence = ?",
      [error, sink, sequence])
  }

  /// Writes down what is known even when the task has been cancelled meanwhile: GRDB would give up, and a message that
  /// has arrived would be sent again.
  private func execute(_ sql: String, _ arguments: StatementArguments) async throws {
    do {
      try await log.pool.write { try $0.cachedStatement(sql: sql).execute(arguments: arguments) }
    } catch is CancellationError {
      try executeNow(sql, arguments)
    }
  }

  /// The same without asking whether the task is cancelled. Blocks the thread for one short write.
  private func executeNow(_ sql: String, _ arguments: StatementArguments) throws {
    try log.pool.write { try $0.cachedStatement(sql: sql).execute(arguments: arguments) }
  }

  private static let lanes = """
    SELECT game, MIN(sequence) AS sequence FROM delivery WHERE sink = :sink AND isDead = 0 GROUP BY game
    """

  private static let heads = """
    SELECT delivery.sequence, delivery.game, delivery.attempts, event.logged, event.line
    FROM (\(lanes)) AS head
    JOIN delivery ON delivery.sink = :sink AND delivery.sequence = head.sequence
    JOIN event ON event.sequence = head.sequence
    WHERE delivery.due <= :now ORDER BY delivery.sequence LIMIT :limit
    """

  private static let earliest = """
    SELECT MIN(delivery.due) FROM (\(lanes)) AS head
    JOIN delivery ON delivery.sink = :sink AND delivery.sequence = head.sequence
    """
}
