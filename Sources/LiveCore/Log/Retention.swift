internal import GRDB

/// What the log keeps.
enum Retention {
  /// Age after which an event may go, and with it whatever was sent or left of it; even what still waits for a sink that
  /// is disabled.
  static let events: Duration = .seconds(30 * 86_400)

  /// Rows that one transaction removes: between two of them others write, and the watchdog hears of the log.
  static let page = 500

  /// Removes what is older, oldest first and up to the first that must stay, so that what is left has no hole.
  ///
  /// - Returns: how many events went.
  @discardableResult
  static func prune(_ log: EventLog, at now: Timestamp) async throws -> Int {
    let limit = (now - events).milliseconds
    var removed = 0
    while true {
      let count = try await log.commits.write { try removeEvents(before: limit, in: $0) }
      removed += count
      if count < page { break }
    }
    while try await log.commits.write({ try removeMessages(before: limit, in: $0) }) == page {}
    try await log.commits.write { database in
      try database.execute(sql: "DELETE FROM checkpoint WHERE updated < ?", arguments: [limit])
    }
    return removed
  }

  private static func removeEvents(before limit: Int64, in database: Database) throws -> Int {
    let sql = """
      SELECT sequence FROM event
      WHERE logged < :limit
        AND sequence < (SELECT IFNULL(MIN(sequence), 9223372036854775807) FROM event WHERE logged >= :limit)
      ORDER BY sequence LIMIT \(page)
      """
    let sequences = try Int.fetchAll(database, sql: sql, arguments: ["limit": limit])
    guard let last = sequences.last else { return 0 }
    try database.execute(sql: "DELETE FROM delivery WHERE sequence <= ?", arguments: [last])
    try database.execute(sql: "DELETE FROM event WHERE sequence <= ?", arguments: [last])
    return sequences.count
  }

  private static func removeMessages(before limit: Int64, in database: Database) throws -> Int {
    let sql = """
      DELETE FROM message WHERE number IN (
        SELECT number FROM message
        WHERE changed < ? AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.message = message.number)
        LIMIT \(page))
      """
    try database.execute(sql: sql, arguments: [limit])
    return database.changesCount
  }
}
