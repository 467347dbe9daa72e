internal import FoundationEssentials
internal import GRDB
internal import LiveModel

/// Events that are copied from the stream of a cluster, and the place after them.
struct LogCopy: Sendable {
  struct Entry: Sendable {
    var event: Event
    /// When the server stored it.
    var stored: Timestamp
  }

  var entries: [Entry]
  /// The settings that the events were routed by, as text; nil keeps those of the events before.
  var routing: String?
  var cursor: StreamCursor
  /// The log has what the stream had before this daemon when it has these.
  var endsPast = false
}

/// A place in the stream of a cluster: its newest message that a log contains.
struct StreamCursor: Equatable, Sendable {
  var sequence: UInt64
  /// The game and the place of that message, such as `mlb/747175/212`.
  var message: String
  /// When the server stored it. A server that has lost messages may have given sequence and place to another one.
  var stored: Timestamp
  /// The reading of messages that were read before; nil if there is none.
  var again: StreamReread?

  init(sequence: UInt64, message: String, stored: Timestamp, again: StreamReread? = nil) {
    (self.sequence, self.message, self.stored, self.again) = (sequence, message, stored, again)
  }

  /// Parses the form of `text`.
  init?(_ text: String) {
    let (parts, counts) = (text.split(separator: " "), 0...Int.interoperable.upperBound)
    guard [3, 5].contains(parts.count), let sequence = Int(parts[0], in: counts), let stored = Int(parts[2], in: counts)
    else { return nil }
    self.init(
      sequence: UInt64(sequence), message: String(parts[1]), stored: Timestamp(milliseconds: Int64(stored)))
    guard parts.count == 5 else { return }
    guard let through = Int(parts[3], in: counts), let floor = Int(parts[4], in: counts) else { return nil }
    again = StreamReread(through: UInt64(through), floor: Timestamp(milliseconds: Int64(floor)))
  }

  var text: String {
    "\(sequence) \(message) \(stored.milliseconds)"
      + (again.map { " \($0.through) \($0.floor.milliseconds)" } ?? "")
  }

  func names(_ other: StreamCursor) -> Bool {
    (sequence, message, stored) == (other.sequence, other.message, other.stored)
  }
}

/// A part of the stream that is read again, because the server has lost messages after it.
struct StreamReread: Equatable, Sendable {
  /// The sequence up to which it was read before.
  var through: UInt64
  /// Messages that were stored before this time were copied, even if the log has removed their events since.
  var floor: Timestamp
}

/// The part of a stream that was there when this daemon first read it.
struct StreamPast: Equatable, Sendable {
  /// The time before which its messages were stored.
  var before: Timestamp
  /// The newest sequence of the log before it had any of the stream's events.
  var after: Int
  /// The newest sequence of the log when it had all that the stream had; nil until it has.
  var through: Int?

  init(before: Timestamp, after: Int, through: Int? = nil) {
    (self.before, self.after, self.through) = (before, after, through)
  }

  /// Parses the form of `text`.
  init?(_ text: String) {
    let numbers = text.split(separator: " ").compactMap { Int($0, in: 0...Int.interoperable.upperBound) }
    guard (2...3).contains(numbers.count) else { return nil }
    self.init(
      before: Timestamp(milliseconds: Int64(numbers[0])), after: numbers[1],
      through: numbers.count == 3 ? numbers[2] : nil)
  }

  var text: String { "\(before.milliseconds) \(after)" + (through.map { " \($0)" } ?? "") }
}

extension EventLog {
  private static let cursorKey = "stream"
  private static let pastKey = "stream-past"

  /// Returns the place in the stream up to which events were copied; nil before the first.
  func streamCursor() async throws -> StreamCursor? {
    try await pool.read { try Self.value(Self.cursorKey, in: $0).flatMap { StreamCursor($0) } }
  }

  /// Stores the place in the stream from which it is read on.
  func setStreamCursor(_ cursor: StreamCursor) async throws {
    try await commits.write { _ = try Self.setValue(cursor.text, for: Self.cursorKey, in: $0) }
  }

  /// Returns what the stream had when this daemon first read it; nil before that.
  func streamPast() async throws -> StreamPast? {
    try await pool.read { try Self.streamPast($0) }
  }

  static func streamPast(_ database: Database) throws -> StreamPast? {
    try value(pastKey, in: database).flatMap { StreamPast($0) }
  }

  /// Notes that this daemon begins to read a stream, whose messages from before this time are not for it to deliver.
  func beginStream(before time: Timestamp) async throws {
    try await commits.write { database in
      let past = StreamPast(before: time, after: try Self.newestSequence(database))
      try Self.setValue(past.text, for: Self.pastKey, in: database)
    }
  }

  /// Notes that the log has what the stream had before this daemon.
  func endStreamPast() async throws { try await commits.write { try Self.passPast($0, isOver: true) } }

  /// Lets the journal pass over what the stream had before this daemon. `isOver` says that the log has all of it.
  private static func passPast(_ database: Database, isOver: Bool) throws {
    guard var past = try streamPast(database), past.through == nil else { return }
    let newest = try newestSequence(database)
    try setCursor(of: journalReader, to: newest, in: database)
    guard isOver else { return }
    past.through = newest
    try setValue(past.text, for: pastKey, in: database)
  }

  /// Appends the events that the log does not have, with the sinks that `route` gives them, and moves the cursor, in one
  /// transaction. Then wakes the readers. Returns the events that were appended.
  func copy(_ batch: LogCopy, at now: Timestamp, route: @escaping @Sendable (Event) -> LogEntry) async throws
    -> [LoggedEvent]
  {
    let due = outboxTime(at: now)
    let logged = try await commits.write { database in
      // One after the other, because an event may follow from the one before it.
      let logged = try batch.entries.flatMap { entry in
        guard let news = try Self.news(in: entry, database) else { return [LoggedEvent]() }
        return try self.append([route(news)], routing: batch.routing, due: due, at: now, in: database)
      }
      try Self.setValue(batch.cursor.text, for: Self.cursorKey, in: database)
      try Self.passPast(database, isOver: batch.endsPast)
      return logged
    }
    tail.publish(logged)
    return logged
  }

  /// Returns an event as this log takes it; nil if the log has what it says.
  ///
  /// A server that has lost messages gets their facts again, and the feed may have changed meanwhile. Then the log has
  /// another event of the same id, and the new one becomes a later revision. From then on the numbers of the fact's
  /// revisions are not those of the stream, and the time of the newest one that was taken says which are new.
  private static func news(in entry: LogCopy.Entry, _ database: Database) throws -> Event? {
    let (event, key) = (entry.event, "renumbered \(entry.event.data.fact.rawValue)")
    if let taken = try value(key, in: database).flatMap({ Int($0, in: 0...Int.interoperable.upperBound) }) {
      guard entry.stored.milliseconds > taken else { return nil }
    } else {
      guard let known = try logged("id", event.id, in: database) else { return event }
      if known.says(theSameAs: event) { return nil }
    }
    try setValue("\(entry.stored.milliseconds)", for: key, in: database)
    guard let newest = try logged("fact", event.data.fact.rawValue, in: database) else { return event }
    return newest.says(theSameAs: event) ? nil : event.following(newest)
  }

  /// Returns the newest event with a value in a column.
  private static func logged(_ column: String, _ value: String, in database: Database) throws -> Event? {
    let sql = "SELECT line FROM event WHERE \(column) = ? ORDER BY sequence DESC LIMIT 1"
    return try Data.fetchOne(database.cachedStatement(sql: sql), arguments: [value]).map {
      try CloudEvent(line: [UInt8]($0)).event
    }
  }
}

extension Event {
  /// Returns the event as the revision that follows another one of its fact.
  fileprivate func following(_ newest: Event) -> Event {
    var next = self
    next.data.revision = newest.data.revision + 1
    if !data.retracted { next.data.change = newest.data.provisional ? .completed : .corrected }
    return next
  }
}
