internal import GRDB

/// The queue of one sink. A lane is one game at this sink. Each lane sends one message at a time, so that the order
/// within a game holds despite failures.
struct Outbox: Sendable {
  let log: EventLog
  let sink: String

  /// The heads of all lanes, the one that is or will be due first in front. What is not composed yet is due `lag` after
  /// it was logged.
  func heads(lag: Duration) async throws -> [NextInLane] {
    try await log.pool.read { [sink] database in
      try Row.fetchAll(
        database.cachedStatement(sql: Self.heads), arguments: ["sink": sink, "lag": lag.wholeMilliseconds]
      ).map { try NextInLane(lane: $0.read("lane"), message: $0.read("number"), due: $0.read("due")) }
    }
  }

  /// The message as it was stored; nil when it does not wait any more, or for longer.
  func message(_ number: Int, dueBy now: Timestamp) async throws -> StoredMessage? {
    try await log.pool.read { database in
      try Row.fetchOne(database.cachedStatement(sql: Self.due), arguments: [number, now.milliseconds])
        .map(StoredMessage.init)
    }
  }

  /// The receiver has it, and knows it again by `handle`: also when it was dropped meanwhile. With `leftThread` it does
  /// not stand in the thread that it was meant for.
  func accepted(_ number: Int, handle: String?, leftThread: Bool = false, at now: Timestamp) async throws {
    try await log.commits.write { database in
      try database.cachedStatement(sql: "UPDATE delivery SET state = 1 WHERE message = ?").execute(arguments: [number])
      try database.cachedStatement(sql: Self.acceptance).execute(
        arguments: [handle, leftThread, now.milliseconds, number])
    }
  }

  /// It failed, and is tried again at `due`.
  func postpone(_ number: Int, until due: Timestamp, because error: String, at now: Timestamp) async throws {
    try await log.commits.write { database in
      try database.cachedStatement(sql: Self.postponement).execute(
        arguments: [due.milliseconds, error, now.milliseconds, number])
    }
  }

  /// It is given up and kept among the dead letters; its lane moves on. What was dropped meanwhile stays so. Without
  /// its body it is composed anew when it is tried again by order.
  ///
  /// - Returns: how many facts are given up with it.
  @discardableResult
  func deadLetter(_ number: Int, because error: String, keepsBody: Bool = true, at now: Timestamp) async throws -> Int {
    try await log.commits.write { database in
      try database.cachedStatement(sql: Self.burial).execute(arguments: [error, keepsBody, now.milliseconds, number])
      guard database.changesCount > 0 else { return 0 }
      try database.cachedStatement(sql: "UPDATE delivery SET state = 2 WHERE message = ? AND state = 0")
        .execute(arguments: [number])
      return database.changesCount
    }
  }

  /// The message that it was to change is gone at the receiver: what it tells waits again, to be told anew.
  func recompose(_ message: StoredMessage, due: Timestamp, because error: String, at now: Timestamp) async throws {
    try await log.commits.write { [sink] database in
      try database.execute(
        sql: "UPDATE delivery SET message = NULL, claim = 2, due = ? WHERE message = ? AND state = 0",
        arguments: [due.milliseconds, message.number])
      try database.execute(
        sql: "UPDATE message SET state = 3, error = ?, changed = ? WHERE number = ?",
        arguments: [error, now.milliseconds, message.number])
      try database.execute(
        sql: "UPDATE message SET handle = NULL WHERE sink = ? AND handle = ?", arguments: [sink, message.edits])
    }
  }

  private static let due = """
    SELECT *, (SELECT MIN(due) FROM delivery WHERE message = number) AS wanted FROM message
    WHERE number = ? AND state = 0 AND due <= ?
    """

  /// One row a lane: the oldest message that waits there, else the oldest delivery. While a digest waits, the later
  /// revisions of the facts that it tells are held back, and nothing else.
  private static let heads = """
    SELECT * FROM (
      SELECT lane, MIN(number) AS number, due, number AS first FROM message WHERE sink = :sink AND state = 0
      GROUP BY lane
      UNION ALL
      SELECT lane, NULL AS number, due + :lag AS due, MIN(sequence) AS first FROM delivery
      WHERE sink = :sink AND state = 0 AND message IS NULL
        AND lane NOT IN (SELECT lane FROM message WHERE sink = :sink AND state = 0)
        AND \(isFree)
      GROUP BY lane
    ) ORDER BY due, first
    """

  /// A condition on a delivery: no digest that waits tells its fact. Where there is no digest, no fact is looked up.
  static let isFree = """
    (NOT EXISTS (SELECT 1 FROM message WHERE sink = :sink AND state = 0 AND lane = '\(quietLane)')
      OR (SELECT fact FROM event WHERE event.sequence = delivery.sequence) NOT IN (
        SELECT told.fact FROM message JOIN delivery AS part ON part.message = message.number AND part.state = 0
          JOIN event AS told ON told.sequence = part.sequence
        WHERE message.sink = :sink AND message.state = 0 AND message.lane = '\(quietLane)'))
    """

  /// A change in place keeps the handle of what it changed.
  private static let acceptance = """
    UPDATE message SET state = 1, body = NULL, error = NULL, handle = IFNULL(?, edits), thread = IIF(?, NULL, thread),
      changed = ?
    WHERE number = ?
    """

  private static let postponement = """
    UPDATE message SET attempts = attempts + 1, due = ?, error = ?, changed = ? WHERE number = ? AND state = 0
    """

  private static let burial = """
    UPDATE message SET attempts = attempts + 1, state = 2, error = ?, body = IIF(?, body, NULL), changed = ?
    WHERE number = ? AND state = 0
    """
}

/// A sink whose receiver takes no more messages.
struct DisabledSink: Equatable, Sendable {
  /// A digest of the address: another address is another receiver.
  var address: String
  var reason: String
  var since: Timestamp
}

extension Outbox {
  /// Nil when the sink works.
  func disabled() async throws -> DisabledSink? {
    try await log.pool.read { [sink] database in
      let sql = "SELECT address, reason, since FROM disabled WHERE sink = ?"
      return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [sink]).map {
        try DisabledSink(address: $0.read("address"), reason: $0.read("reason"), since: $0.read("since"))
      }
    }
  }

  /// The message that showed it, and why, stays to be seen.
  func disable(_ state: DisabledSink, because message: Int? = nil) async throws {
    try await log.commits.write { [sink] database in
      try database.execute(
        sql: "UPDATE message SET attempts = attempts + 1, error = ? WHERE number = ?",
        arguments: [state.reason, message])
      try database.execute(
        sql: "INSERT OR REPLACE INTO disabled VALUES (?, ?, ?, ?)",
        arguments: [sink, state.address, state.reason, state.since.milliseconds])
    }
  }

  func enable() async throws {
    try await log.commits.write { [sink] in
      try $0.execute(sql: "DELETE FROM disabled WHERE sink = ?", arguments: [sink])
    }
  }
}

/// The newest quiet hours of a sink, in the time of the outbox, kept over a restart: `QuietRecord`.
extension Outbox {
  /// Nil when none were seen, and when the entry cannot be read.
  func quietHours() async throws -> ClosedRange<Timestamp>? {
    try await log.pool.read { [sink] database in
      let ends = try EventLog.value("quiet/\(sink)", in: database)?.split(separator: "/").map(String.init) ?? []
      guard ends.count == 2, let start = Timestamp(rfc3339: ends[0]), let end = Timestamp(rfc3339: ends[1]),
        start <= end
      else { return nil }
      return start...end
    }
  }

  func setQuietHours(_ hours: ClosedRange<Timestamp>) async throws {
    try await log.commits.write { [sink] database in
      let interval = "\(hours.lowerBound)/\(hours.upperBound)"
      _ = try EventLog.setValue(interval, for: "quiet/\(sink)", in: database)
    }
  }
}

/// When the last messages of a sink were sent, in the time of the outbox, kept over a restart for `max_per_minute`.
extension Outbox {
  /// Returns them, oldest first; none when the entry cannot be read.
  func lastSent() async throws -> [Timestamp] {
    try await log.pool.read { [sink] database in
      let entry = try EventLog.value("sent/\(sink)", in: database) ?? ""
      return entry.split(separator: " ").compactMap { Int($0, in: Int.counted) }.sorted().map {
        Timestamp(milliseconds: Int64($0))
      }
    }
  }

  func setLastSent(_ instants: [Timestamp]) async throws {
    try await log.commits.write { [sink] database in
      let entry = instants.map { String($0.milliseconds) }.joined(separator: " ")
      _ = try EventLog.setValue(entry, for: "sent/\(sink)", in: database)
    }
  }
}

/// A receiver wants nothing for a while. It is kept over a restart, and ends when the address changes.
struct SinkPause: Equatable, Sendable {
  /// A digest of the address that asked for it: another address is another receiver.
  var address: String
  /// The receiver's answer.
  var reason: String
  /// In the time of the outbox.
  var until: Timestamp
}

extension Outbox {
  /// Returns the silence that is on record; nil when there is none, or when an order has ended it.
  func pause() async throws -> SinkPause? {
    try await log.pool.read { [sink] in try EventLog.pause(of: sink, in: $0) }
  }

  /// Writes a silence down, in place of the last one.
  func setPause(_ pause: SinkPause) async throws {
    try await log.commits.write { [sink] database in
      try database.cachedStatement(sql: "INSERT OR REPLACE INTO pause VALUES (?, ?, ?, ?)").execute(
        arguments: [sink, pause.address, pause.reason, pause.until.milliseconds])
    }
  }
}

extension EventLog {
  static func pause(of sink: String, in database: Database) throws -> SinkPause? {
    let sql = "SELECT address, reason, until FROM pause WHERE sink = ?"
    return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [sink]).map {
      try SinkPause(address: $0.read("address"), reason: $0.read("reason"), until: $0.read("until"))
    }
  }
}

extension Row {
  /// Returns the value of a column, which a damaged page may hold anything in.
  ///
  /// Throws `SQLITE_CORRUPT` when it is missing or of another type, where GRDB's subscript would trap.
  func read<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: String) throws -> Value {
    do {
      return try decode(forColumn: column)
    } catch {
      // GRDB's own words show the whole row, with the message in it.
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the database is damaged: column \(column) of a row")
    }
  }

  /// Returns an instant that is stored in milliseconds.
  func read(_ column: String) throws -> Timestamp { Timestamp(milliseconds: try read(column)) }
}
