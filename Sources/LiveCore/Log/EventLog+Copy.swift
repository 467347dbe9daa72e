internal import GRDB
internal import LiveModel

/// Events that are copied from the stream of a cluster, and the place after them.
struct LogCopy: Sendable {
  var events: [LogEntry]
  /// The settings that the events were routed by, as text; nil keeps those of the events before.
  var routing: String?
  var cursor: StreamCursor
}

/// A place in the stream of a cluster: its newest message that a log contains.
struct StreamCursor: Equatable, Sendable {
  var sequence: UInt64
  /// The game and the place of that message, such as `mlb/747175/212`. A server that has lost messages may have given
  /// the sequence to another one.
  var message: String

  init(sequence: UInt64, message: String) { (self.sequence, self.message) = (sequence, message) }

  /// Parses the form of `text`.
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let sequence = Int(parts[0], in: 0...Int.interoperable.upperBound) else { return nil }
    self.init(sequence: UInt64(sequence), message: String(parts[1]))
  }

  var text: String { "\(sequence) \(message)" }
}

extension EventLog {
  private static let cursorKey = "stream"

  /// Returns the place in the stream up to which events were copied; nil before the first.
  func streamCursor() async throws -> StreamCursor? {
    try await pool.read { try Self.value(Self.cursorKey, in: $0).flatMap { StreamCursor($0) } }
  }

  /// Appends the events that the log does not have, and moves the cursor, in one transaction. Then wakes the readers.
  ///
  /// - Returns: the events that were appended.
  func copy(_ batch: LogCopy, at now: Timestamp) async throws -> [LoggedEvent] {
    let due = outboxTime(at: now)
    let logged = try await commits.write { database in
      let fresh = try batch.events.filter { try !Self.has($0.event.id, in: database) }
      let logged = try self.append(fresh, routing: batch.routing, due: due, at: now, in: database)
      try Self.setValue(batch.cursor.text, for: Self.cursorKey, in: database)
      return logged
    }
    tail.publish(logged)
    return logged
  }

  private static func has(_ id: String, in database: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM event WHERE id = ?)"
    return try Bool.fetchOne(database.cachedStatement(sql: sql), arguments: [id]) ?? false
  }
}
