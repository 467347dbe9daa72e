internal import FoundationEssentials
internal import GRDB
internal import LiveModel

/// Events that are copied from the stream of a cluster, and the place after them.
struct LogCopy: Sendable {
  var events: [Event]
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

  /// Stores the place in the stream from which it is read on.
  func setStreamCursor(_ cursor: StreamCursor) async throws {
    try await commits.write { try Self.setValue(cursor.text, for: Self.cursorKey, in: $0) }
  }

  /// Appends the events that the log does not have, and moves the cursor, in one transaction. Then wakes the readers.
  ///
  /// - Parameter route: returns the sinks of an event.
  /// - Returns: the events that were appended.
  func copy(_ batch: LogCopy, at now: Timestamp, route: @escaping @Sendable (Event) -> LogEntry) async throws
    -> [LoggedEvent]
  {
    let due = outboxTime(at: now)
    let logged = try await commits.write { database in
      // One after the other, because an event may follow from the one before it.
      let logged = try batch.events.flatMap { event in
        guard let news = try Self.news(in: event, database) else { return [LoggedEvent]() }
        return try self.append([route(news)], routing: batch.routing, due: due, at: now, in: database)
      }
      try Self.setValue(batch.cursor.text, for: Self.cursorKey, in: database)
      return logged
    }
    tail.publish(logged)
    return logged
  }

  /// Returns an event as this log takes it; nil if the log has what it says.
  ///
  /// A server that has lost messages gets their facts again, and the feed may have changed meanwhile. Then the log has
  /// another event of the same id, and the new one becomes a later revision.
  private static func news(in event: Event, _ database: Database) throws -> Event? {
    var next = event
    while let known = try logged(next.id, in: database) {
      if known.says(theSameAs: event) { return nil }
      next.data.revision += 1
      if !event.data.retracted { next.data.change = known.data.provisional ? .completed : .corrected }
    }
    return next
  }

  private static func logged(_ id: String, in database: Database) throws -> Event? {
    let statement = try database.cachedStatement(sql: "SELECT line FROM event WHERE id = ?")
    return try Data.fetchOne(statement, arguments: [id]).map { try CloudEvent(line: [UInt8]($0)).event }
  }
}
