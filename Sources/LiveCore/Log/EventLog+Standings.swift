internal import FoundationEssentials
internal import GRDB
internal import LiveModel

/// Status of the outbox over all sinks, for clients and the operator. A synchronous call blocks its thread for one
/// short read. The cost depends on the waiting and dead rows, not on everything ever sent.
extension EventLog {
  /// Returns waiting messages and dead letters of one sink or of all, the newest last.
  func outboxEntries(of sink: String?, limit: Int) throws -> [OutboxEntry] {
    try pool.read { try Self.outboxEntries(of: sink, limit: limit, in: $0) }
  }

  private static func outboxEntries(of sink: String?, limit: Int, in database: Database) throws -> [OutboxEntry] {
    let rows =
      if let sink {
        try Row.fetchAll(database.cachedStatement(sql: entriesOfSink), arguments: [sink, limit])
      } else {
        try Row.fetchAll(database.cachedStatement(sql: entries), arguments: [limit])
      }
    return try rows.reversed().map(OutboxEntry.init)
  }

  /// Extent and size of the log, and the status of the sinks, at one instant.
  struct Overview: Equatable, Sendable {
    var extent: Extent
    var usage: Retention.Usage
    /// Status of the requested sinks and of every other sink with rows in the outbox.
    var sinks: [String: SinkStatus]
  }

  /// State of the outbox at one instant.
  struct OutboxView: Sendable {
    /// Nil when not requested.
    var overview: Overview?
    /// Messages by requested sink; the key nil stands for all sinks.
    var entries: [String?: [OutboxEntry]] = [:]
  }

  /// Reads parts of the outbox on a thread of the database pool and passes them to `take`.
  ///
  /// - Parameters:
  ///   - sinks: sinks for the overview, besides those with entries in the outbox; nil for no overview.
  ///   - receivers: sinks whose newest messages are read; nil among them stands for all sinks.
  ///   - limit: maximum number of messages for each element of `receivers`.
  ///   - take: receives the result.
  func viewOutbox(
    overviewOf sinks: [String]?, entriesOf receivers: Set<String?>, limit: Int,
    then take: @escaping @Sendable (Result<OutboxView, any Error>) -> Void
  ) {
    let lived = living.now
    pool.asyncRead { database in
      take(
        Result {
          let database = try database.get()
          var view = OutboxView()
          if let sinks { view.overview = try Self.overview(of: sinks, lived: lived, in: database) }
          for sink in receivers { view.entries[sink] = try Self.outboxEntries(of: sink, limit: limit, in: database) }
          return view
        })
    }
  }

  /// Returns the message with a number; nil when it is neither waiting nor a dead letter.
  func outboxEntry(_ number: Int) throws -> OutboxEntry? {
    try pool.read { database in
      let sql =
        "SELECT message.*, \(Self.facts), \(Self.line) FROM message WHERE number = ? AND state IN \(Stored.open)"
      return try Row.fetchOne(database, sql: sql, arguments: [number]).map(OutboxEntry.init)
    }
  }

  /// Returns the status of some sinks, read in one transaction.
  func standings(of sinks: [String]) throws -> [String: SinkStatus] {
    let lived = living.now
    return try pool.read { try Self.standings(of: sinks, lived: lived, in: $0) }
  }

  private static func overview(of sinks: [String], lived: Duration, in database: Database) throws -> Overview {
    Overview(
      extent: try extent(database), usage: try Retention.usage(database),
      sinks: try standings(of: sinks + knownSinks(database), lived: lived, in: database))
  }

  /// Returns the status of one sink.
  func standing(of sink: String) throws -> SinkStatus {
    let lived = living.now
    return try pool.read { try Self.standing(of: sink, lived: lived, in: $0) }
  }

  /// Returns the names of all sinks with rows in the outbox, including removed sinks.
  func knownSinks() throws -> [String] { try pool.read(Self.knownSinks) }

  private static func knownSinks(_ database: Database) throws -> [String] {
    var sinks: [String] = []
    while let next = try String.fetchOne(
      database.cachedStatement(sql: nextSink), arguments: ["sink": sinks.last ?? ""])
    {
      sinks.append(next)
    }
    return sinks
  }

  private static func standings(
    of sinks: [String], lived: Duration, in database: Database
  ) throws -> [String: SinkStatus] {
    try Dictionary(sinks.map { ($0, try standing(of: $0, lived: lived, in: database)) }) { first, _ in first }
  }

  private static func standing(of sink: String, lived: Duration, in database: Database) throws -> SinkStatus {
    var standing = SinkStatus()
    if let row = try Row.fetchOne(database.cachedStatement(sql: counts), arguments: ["sink": sink]) {
      standing.waiting = try row.read("waiting")
      standing.pending = try row.read("pending")
      standing.dead = try row.read("dead")
      standing.trouble = try row.read("trouble")
      let lastDead: Int64? = try row.read("lastDead")
      standing.lastDead = lastDead.map(Timestamp.init(milliseconds:))
      let delivered: Int64? = try row.read("delivered")
      standing.lastDelivered = delivered.map(Timestamp.init(milliseconds:))
    }
    if let noted = try value(lastDeliveredKey(of: sink), in: database).flatMap({ Timestamp(rfc3339: $0) }) {
      standing.lastDelivered = max(standing.lastDelivered ?? noted, noted)
    }
    let sql = "SELECT reason, since FROM disabled WHERE sink = ?"
    if let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [sink]) {
      standing.disabled = try row.read("reason")
      standing.disabledSince = try row.read("since")
    }
    standing.pause = try pause(of: sink, in: database)
    standing.operatorPause = try operatorPause(of: sink, in: database)
    standing.failure = try failure(of: sink, lived: lived, in: database)
    return standing
  }

  /// Key of the time at which a sink last accepted facts whose message was not stored.
  static func lastDeliveredKey(of sink: String) -> String { "told \(sink)" }

  /// Repeats the conditions of the partial indexes word for word, because SQLite uses a partial index only then.
  static let entries = """
    SELECT message.*, \(facts), \(line) FROM message WHERE state IN \(Stored.open) ORDER BY number DESC LIMIT ?
    """

  private static let facts = """
    (SELECT COUNT(*) FROM delivery INDEXED BY delivery_message
      WHERE delivery.message = message.number AND delivery.state IN \(Stored.open)) AS facts
    """

  /// The line of the first event, unless the log has removed it.
  private static let line = "(SELECT line FROM event WHERE event.id = message.event) AS line"

  static let entriesOfSink = """
    SELECT message.*, \(facts), \(line) FROM message WHERE sink = ? AND state IN \(Stored.open) ORDER BY number DESC LIMIT ?
    """

  /// Names its indexes, because SQLite's own plan scans all rows of the sink.
  static let counts = """
    SELECT COUNT(*) AS waiting, COUNT(*) - COUNT(message) AS pending,
      (SELECT COUNT(*) FROM delivery INDEXED BY delivery_dead WHERE sink = :sink AND state = \(Stored.dead)) AS dead,
      (SELECT MAX(changed) FROM message INDEXED BY message_open
        WHERE sink = :sink AND state IN \(Stored.open) AND state = \(Stored.dead)) AS lastDead,
      (SELECT error FROM message INDEXED BY message_waiting
        WHERE sink = :sink AND state = \(Stored.waiting) AND attempts > 0 ORDER BY attempts DESC LIMIT 1) AS trouble,
      (SELECT MAX(changed) FROM message WHERE sink = :sink AND state = \(Stored.delivered)) AS delivered
    FROM delivery INDEXED BY delivery_open WHERE sink = :sink AND state < \(Stored.delivered)
    """

  /// Finds the next name by one seek in each table, so that the cost depends on the number of sinks.
  static let nextSink = """
    SELECT MIN(sink) FROM (
      SELECT MIN(sink) AS sink FROM delivery WHERE sink > :sink
      UNION ALL SELECT MIN(sink) FROM message WHERE sink > :sink AND state = \(Stored.delivered)
      UNION ALL SELECT MIN(sink) FROM message WHERE sink > :sink AND state IN \(Stored.open)
      UNION ALL SELECT MIN(sink) FROM disabled WHERE sink > :sink
      UNION ALL SELECT MIN(sink) FROM pause WHERE sink > :sink)
    """
}

/// A message as shown to the operator.
struct OutboxEntry: Equatable, Sendable {
  var number: Int
  var sink: String
  var lane: String
  var state: DeliveryState
  /// Id of the first event in the message; nil for a notice.
  var event: String?
  /// Subject and summary of that event; nil for a notice, and when the log has removed the event.
  var subject, summary: String?
  /// The disabled sink that a notice is about.
  var about: String?
  /// Number of revisions in the message; 0 for a notice.
  var facts: Int
  var attempts: Int
  var due: Timestamp
  var error: String?
  var changed: Timestamp
}

extension OutboxEntry {
  init(_ row: Row) throws {
    let line: Data? = try row.read("line")
    let head = line.flatMap { try? EventHead(line: $0) }
    try self.init(
      number: row.read("number"), sink: row.read("sink"), lane: row.read("lane"),
      state: DeliveryState(rawValue: row.read("state")) ?? .skipped, event: row.read("event"),
      subject: head?.subject, summary: head?.data.summary, about: row.read("about"),
      facts: row.read("facts"), attempts: row.read("attempts"), due: row.read("due"), error: row.read("error"),
      changed: row.read("changed"))
  }
}

/// Status of one sink.
struct SinkStatus: Equatable, Sendable {
  /// Number of waiting facts.
  var waiting = 0
  /// Number of waiting facts that are not in a message: they are not due, or earlier facts of their game go first.
  var pending = 0
  /// Number of facts that were given up, until they are dropped or retried.
  var dead = 0
  /// Last error of the waiting message with the most failed attempts; nil when no waiting message has failed.
  var trouble: String?
  /// When the newest dead letter was given up; nil without any.
  var lastDead: Timestamp?
  /// The failed attempts that are not yet over; nil without any.
  var failure: SinkFailure?
  /// The last pause that the receiver asked for; may be over.
  var pause: SinkPause?
  /// The last pause that the operator ordered; may be over.
  var operatorPause: OperatorPause?
  /// When the receiver last accepted a message.
  var lastDelivered: Timestamp?
  /// Why the sink is disabled, and since when; nil when it is enabled.
  var disabled: String?
  var disabledSince: Timestamp?
}
