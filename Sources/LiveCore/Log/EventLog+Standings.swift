internal import GRDB

/// What the operator sees of the outbox, over all sinks. Each blocks its thread for one short read.
extension EventLog {
  /// Messages that wait and dead letters, the newest last; of one sink, or of all.
  func outboxEntries(of sink: String?, limit: Int) throws -> [OutboxEntry] {
    try pool.read { database in
      let sql = """
        SELECT * FROM message WHERE state IN (0, 2) AND (:sink IS NULL OR sink = :sink) ORDER BY number DESC LIMIT :limit
        """
      let rows = try Row.fetchAll(database, sql: sql, arguments: ["sink": sink, "limit": limit])
      return rows.reversed().map(OutboxEntry.init)
    }
  }

  /// The message of that number; nil when it is neither waiting nor a dead letter.
  func outboxEntry(_ number: Int) throws -> OutboxEntry? {
    try pool.read { database in
      let sql = "SELECT * FROM message WHERE number = ? AND state IN (0, 2)"
      return try Row.fetchOne(database, sql: sql, arguments: [number]).map(OutboxEntry.init)
    }
  }

  /// How the sinks stand of which the outbox knows something, by their names.
  func standings() throws -> [String: SinkStanding] {
    try pool.read { database in
      var standings: [String: SinkStanding] = [:]
      for row in try Row.fetchAll(database, sql: Self.messages) {
        standings[row["sink"], default: SinkStanding()].dead = row["dead"]
        standings[row["sink"], default: SinkStanding()].lastTold =
          (row["told"] as Int64?).map(Timestamp.init(milliseconds:))
      }
      for row in try Row.fetchAll(database, sql: Self.deliveries) {
        standings[row["sink"], default: SinkStanding()].waiting = row["waiting"]
        standings[row["sink"], default: SinkStanding()].uncomposed = row["uncomposed"]
      }
      for row in try Row.fetchAll(database, sql: "SELECT sink, reason, since FROM disabled") {
        standings[row["sink"], default: SinkStanding()].disabled = row["reason"]
        standings[row["sink"], default: SinkStanding()].disabledSince = Timestamp(milliseconds: row["since"])
      }
      return standings
    }
  }

  /// How one sink stands.
  func standing(of sink: String) throws -> SinkStanding { try standings()[sink] ?? SinkStanding() }

  private static let messages = """
    SELECT sink, SUM(state = 2) AS dead, MAX(IIF(state = 1, changed, NULL)) AS told FROM message GROUP BY sink
    """

  private static let deliveries = """
    SELECT sink, COUNT(*) AS waiting, SUM(message IS NULL) AS uncomposed FROM delivery WHERE state = 0 GROUP BY sink
    """
}
