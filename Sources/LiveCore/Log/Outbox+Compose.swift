internal import FoundationEssentials
internal import GRDB
internal import LiveModel

/// Operations on deliveries that are not in a message.
extension Outbox {
  /// Stores a message before its first attempt and assigns its deliveries to it. When all of them were dropped
  /// meanwhile, or one of them is in another message, the stored message is skipped at once, and `message` does not
  /// find it.
  ///
  /// - Returns: the message with its number.
  func store(_ draft: StoredMessage, at now: Timestamp) async throws -> StoredMessage {
    try await log.commits.write { [sink] database in
      let stored = try Self.insert(draft, of: sink, at: now, in: database)
      let isFree = try !Self.isAnyInMessage(draft.sequences, of: sink, in: database)
      if isFree { try Self.update(draft.sequences, of: sink, message: stored.number, in: database) }
      if !draft.sequences.isEmpty {
        try database.cachedStatement(sql: Self.dropping).execute(arguments: [stored.number, stored.number])
      }
      return stored
    }
  }

  /// Inserts the row of a waiting message.
  ///
  /// - Returns: the message with its number.
  static func insert(
    _ draft: StoredMessage, of sink: String, at now: Timestamp, in database: Database
  ) throws -> StoredMessage {
    try database.cachedStatement(sql: storing).execute(
      arguments: [
        sink, draft.lane, draft.id.rawValue, draft.event, draft.due.milliseconds, draft.deadline.milliseconds,
        draft.message.body.isEmpty ? nil : Data(draft.message.body), draft.message.edits?.rawValue,
        draft.message.thread?.rawValue, draft.about, now.milliseconds,
      ])
    var stored = draft
    stored.number = Int(database.lastInsertedRowID)
    return stored
  }

  /// Marks deliveries as delivered by a message that needed no storing.
  func accepted(_ sequences: [Int], at now: Timestamp) async throws {
    try await log.commits.write { [sink] database in
      try countSuccess(in: database)
      // No row of a message records the time.
      try Self.update(sequences, of: sink, state: .delivered, at: now, in: database)
      try EventLog.setValue(now.description, for: EventLog.lastDeliveredKey(of: sink), in: database)
    }
  }

  /// Marks deliveries as skipped.
  func skip(_ sequences: [Int], because reason: SkipReason, at now: Timestamp) async throws {
    try await log.commits.write { [sink] in
      try Self.update(sequences, of: sink, state: .skipped, because: reason, at: now, in: $0)
    }
  }

  /// Stores deliveries that are too late or cannot be sent as a dead letter: a message that was never sent.
  func deadLetter(_ draft: StoredMessage, because error: String, at now: Timestamp) async throws {
    try await log.commits.write { [sink] database in
      try database.cachedStatement(sql: Self.deadLettering).execute(
        arguments: [
          sink, draft.lane, draft.id.rawValue, draft.event, draft.due.milliseconds, draft.deadline.milliseconds, error,
          now.milliseconds,
        ])
      let number = Int(database.lastInsertedRowID)
      try Self.update(draft.sequences, of: sink, message: number, state: .dead, in: database)
    }
  }

  /// Moves the facts of quiet hours that were due by `due`, in any lane, to the lane of digests. Leaves a fact that the
  /// receiver has in its game's lane, because its correction changes a message there. Also leaves the facts of a lane
  /// in which a message waits.
  ///
  /// - Returns: whether anything was moved.
  func gather(dueBy due: Timestamp) async throws -> Bool {
    try await log.commits.write { [sink] database in
      try database.execute(
        sql: Self.gathering, arguments: ["quiet": Self.quietLane, "sink": sink, "due": due.milliseconds])
      return database.changesCount > 0
    }
  }

  /// Goes from the waiting deliveries to the other revisions of their facts by indexes. SQLite's own plan scans all
  /// rows of the sink.
  private static let gathering = """
    UPDATE delivery INDEXED BY delivery_waiting SET lane = :quiet
    WHERE sink = :sink AND state = \(Stored.waiting) AND message IS NULL AND lane <> :quiet AND due <= :due
      AND lane NOT IN (SELECT lane FROM message WHERE sink = :sink AND state = \(Stored.waiting))
      AND NOT EXISTS (
        SELECT 1 FROM event AS this CROSS JOIN event AS other ON other.fact = this.fact
          CROSS JOIN delivery AS sent ON sent.sequence = other.sequence AND sent.sink = :sink
        WHERE this.sequence = delivery.sequence AND sent.state = \(Stored.delivered))
    """

  /// Lane of the digests, which are made of the facts of quiet hours.
  static let quietLane = "quiet"
  /// Lane of the notices to the operator.
  static let noticeLane = "notice"

  /// Returns whether one of the deliveries is in a waiting message.
  private static func isAnyInMessage(_ sequences: [Int], of sink: String, in database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: """
        SELECT 1 FROM delivery WHERE sink = ? AND sequence = ? AND state = \(Stored.waiting) AND message IS NOT NULL
        """)
    return try sequences.contains { try Int.fetchOne(statement, arguments: [sink, $0]) != nil }
  }

  /// Updates deliveries; nil keeps the present message and state, and removes the reason and the time.
  private static func update(
    _ sequences: [Int], of sink: String, message: Int? = nil, state: DeliveryState? = nil,
    because reason: SkipReason? = nil, at now: Timestamp? = nil, in database: Database
  ) throws {
    let statement = try database.cachedStatement(
      sql: """
        UPDATE delivery SET message = COALESCE(?, message), state = COALESCE(?, state), reason = ?, changed = ?
        WHERE sink = ? AND sequence = ?
        """)
    for sequence in sequences {
      try statement.execute(
        arguments: [message, state?.rawValue, reason?.rawValue, now?.milliseconds, sink, sequence])
    }
  }

  private static let deadLettering = """
    INSERT INTO message (sink, lane, id, event, due, deadline, error, changed, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 2)
    """

  private static let storing = """
    INSERT INTO message (sink, lane, id, event, due, deadline, body, edits, thread, about, changed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  private static let dropping = """
    UPDATE message SET state = \(Stored.skipped), body = NULL
    WHERE number = ? AND NOT EXISTS (SELECT 1 FROM delivery WHERE message = ? AND state = \(Stored.waiting))
    """
}

/// A message with its place in the outbox.
struct StoredMessage: Equatable, Sendable {
  /// Number within this log, from 1; 0 while it is not stored.
  var number = 0
  var lane: String
  var id: WebhookID
  /// Id of the first event in the message; nil for a notice.
  var event: String?
  /// The message to send. The body of a stored notice is its plain text.
  var message = Message(body: [])
  var due: Timestamp
  /// No attempt is made after this.
  var deadline: Timestamp
  /// Number of failed attempts.
  var attempts = 0
  var error: String?
  /// When the first of its facts came in, or had to be sent again; nil for a notice.
  var wanted: Timestamp?
  /// Sequences of its deliveries; known only until the message is stored.
  var sequences: [Int] = []
  /// The disabled sink that a notice is about; nil for any other message, and for a notice of an earlier release.
  var about: String?
}

extension StoredMessage {
  init(_ row: Row) throws {
    let (body, wanted): (Data?, Int64?) = (try row.read("body"), try row.read("wanted"))
    let (edits, thread): (String?, String?) = (try row.read("edits"), try row.read("thread"))
    let message = Message(
      body: body.map { [UInt8]($0) } ?? [], edits: edits.map(MessageHandle.init),
      thread: thread.map(MessageHandle.init))
    try self.init(
      number: row.read("number"), lane: row.read("lane"), id: WebhookID(rawValue: row.read("id")),
      event: row.read("event"), message: message, due: row.read("due"), deadline: row.read("deadline"),
      attempts: Self.count(row.read("attempts")), error: row.read("error"),
      wanted: wanted.map(Timestamp.init(milliseconds:)), about: row.read("about"))
  }

  /// Limits the attempts to 0...1,000,000, because a damaged page may hold any number.
  private static func count(_ attempts: Int) -> Int { min(max(attempts, 0), 1_000_000) }
}
