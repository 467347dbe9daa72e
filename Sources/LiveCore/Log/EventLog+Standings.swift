internal import GRDB

/// Queries of the outbox, over all sinks. Each blocks its thread for one short read, whose cost depends on waiting and
/// dead messages, not on all that were ever sent.
extension EventLog {
  /// Messages that wait and dead letters, the newest last; of one sink, or of all.
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

  /// The state of the outbox at one instant, as clients see it.
  struct OutboxView: Sendable {
    /// Of every sink that was named or of which the outbox knows something; nil when that was not asked for.
    var standings: [String: SinkStatus]?
    /// By the sink that was asked for.
    var entries: [String?: [OutboxEntry]] = [:]
  }

  /// Reads what is wanted of the outbox and hands it over, all on a thread of the log's own.
  ///
  /// - Parameters:
  ///   - sinks: whose standings are wanted, besides those that the outbox knows; nil when none are.
  ///   - receivers: whose newest messages are wanted; nil among them is all.
  ///   - limit: how many of each.
  ///   - take: gets it.
  func viewOutbox(
    standingsOf sinks: [String]?, entriesOf receivers: Set<String?>, limit: Int,
    then take: @escaping @Sendable (Result<OutboxView, any Error>) -> Void
  ) {
    pool.asyncRead { database in
      take(
        Result {
          let database = try database.get()
          var view = OutboxView()
          if let sinks {
            view.standings = try Self.standings(of: sinks + Self.knownSinks(database), in: database)
          }
          for sink in receivers { view.entries[sink] = try Self.outboxEntries(of: sink, limit: limit, in: database) }
          return view
        })
    }
  }

  /// The message of that number; nil when it is neither waiting nor a dead letter.
  func outboxEntry(_ number: Int) throws -> OutboxEntry? {
    try pool.read { database in
      let sql = "SELECT message.*, \(Self.facts) FROM message WHERE number = ? AND state IN (0, 2)"
      return try Row.fetchOne(database, sql: sql, arguments: [number]).map(OutboxEntry.init)
    }
  }

  /// How some sinks stand, in one look at the log.
  func standings(of sinks: [String]) throws -> [String: SinkStatus] {
    try pool.read { try Self.standings(of: sinks, in: $0) }
  }

  /// How far the log reaches and how some sinks stand.
  struct Survey: Equatable, Sendable {
    var extent: Extent
    var sinks: [String: SinkStatus]
    var usage: Retention.Usage
  }

  /// The same with the log's extent and size, without blocking the caller's thread.
  func survey(of sinks: [String]) async throws -> Survey {
    try await pool.read { database in
      Survey(
        extent: try Self.extent(database), sinks: try Self.standings(of: sinks, in: database),
        usage: try Retention.usage(database))
    }
  }

  /// How one sink stands.
  func standing(of sink: String) throws -> SinkStatus { try pool.read { try Self.standing(of: sink, in: $0) } }

  /// The names of all sinks of which the outbox knows something, also of those that were removed.
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

  private static func standings(of sinks: [String], in database: Database) throws -> [String: SinkStatus] {
    try Dictionary(sinks.map { ($0, try standing(of: $0, in: database)) }) { first, _ in first }
  }

  private static func standing(of sink: String, in database: Database) throws -> SinkStatus {
    var standing = SinkStatus()
    if let row = try Row.fetchOne(database.cachedStatement(sql: counts), arguments: ["sink": sink]) {
      standing.waiting = try row.read("waiting")
      standing.pending = try row.read("pending")
      standing.dead = try row.read("dead")
      standing.trouble = try row.read("trouble")
      let told: Int64? = try row.read("told")
      standing.lastDelivered = told.map(Timestamp.init(milliseconds:))
    }
    if let noted = try value(toldKey(of: sink), in: database).flatMap({ Timestamp(rfc3339: $0) }) {
      standing.lastDelivered = max(standing.lastDelivered ?? noted, noted)
    }
    let sql = "SELECT reason, since FROM disabled WHERE sink = ?"
    if let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [sink]) {
      standing.disabled = try row.read("reason")
      standing.disabledSince = try row.read("since")
    }
    standing.pause = try pause(of: sink, in: database)
    return standing
  }

  /// When a sink last took what no message is kept of.
  static func toldKey(of sink: String) -> String { "told \(sink)" }

  /// In the words of the partial indexes, for SQLite takes those only where it finds them again.
  static let entries = """
    SELECT message.*, \(facts) FROM message WHERE state IN (0, 2) ORDER BY number DESC LIMIT ?
    """

  private static let facts = """
    (SELECT COUNT(*) FROM delivery INDEXED BY delivery_message
      WHERE delivery.message = message.number AND delivery.state IN (0, 2)) AS facts
    """

  static let entriesOfSink = """
    SELECT message.*, \(facts) FROM message WHERE sink = ? AND state IN (0, 2) ORDER BY number DESC LIMIT ?
    """

  /// With its index named: by its own guess SQLite goes through all that the sink was ever told.
  static let counts = """
    SELECT COUNT(*) AS waiting, COUNT(*) - COUNT(message) AS pending,
      (SELECT COUNT(*) FROM delivery INDEXED BY delivery_dead WHERE sink = :sink AND state = 2) AS dead,
      (SELECT error FROM message INDEXED BY message_waiting
        WHERE sink = :sink AND state = 0 AND attempts > 0 ORDER BY attempts DESC LIMIT 1) AS trouble,
      (SELECT MAX(changed) FROM message WHERE sink = :sink AND state = 1) AS told
    FROM delivery INDEXED BY delivery_open WHERE sink = :sink AND state < 1
    """

  /// One step from name to name, wherever the next one stands: as many as there are sinks.
  static let nextSink = """
    SELECT MIN(sink) FROM (
      SELECT MIN(sink) AS sink FROM delivery WHERE sink > :sink
      UNION ALL SELECT MIN(sink) FROM message WHERE sink > :sink AND state = 1
      UNION ALL SELECT MIN(sink) FROM message WHERE sink > :sink AND state IN (0, 2)
      UNION ALL SELECT MIN(sink) FROM disabled WHERE sink > :sink
      UNION ALL SELECT MIN(sink) FROM pause WHERE sink > :sink)
    """
}

/// How one sink stands.
struct SinkStatus: Equatable, Sendable {
  /// Facts that it has not been told.
  var waiting = 0
  /// Of those, how many no message tells yet: their time has not come, or others of their game go first.
  var pending = 0
  /// Facts that were given up, until they are dropped or tried again.
  var dead = 0
  /// Why the last attempt failed of what is tried most often; nil when nothing that waits has failed.
  var trouble: String?
  /// The last silence that the receiver asked for; it may be over.
  var pause: SinkPause?
  /// When a message was last taken.
  var lastDelivered: Timestamp?
  /// Why nothing is sent any more, and since when; nil when all is well.
  var disabled: String?
  var disabledSince: Timestamp?
}
