internal import GRDB

/// What the log keeps.
enum Retention {
  /// Age after which an event that is not waiting for a sink may go.
  static let events: Duration = .seconds(30 * 86_400)

  /// Removes what is older, oldest first and up to the first that must stay, so that what is left has no hole.
  ///
  /// - Returns: how many events went.
  @discardableResult
  static func prune(_ log: EventLog, at now: Timestamp) async throws -> Int {
    let limit = (now - events).milliseconds
    return try await log.pool.write { database in
      try database.execute(
        sql: "DELETE FROM delivery WHERE isDead = 1 AND sequence IN (SELECT sequence FROM event WHERE logged < ?)",
        arguments: [limit])
      try database.execute(sql: oldEvents, arguments: ["limit": limit])
      let removed = database.changesCount
      try database.execute(sql: "DELETE FROM checkpoint WHERE updated < ?", arguments: [limit])
      return removed
    }
  }

  private static let oldEvents = """
    DELETE FROM event WHERE logged < :limit
      AND sequence < (SELECT IFNULL(MIN(sequence), 9223372036854775807) FROM event WHERE logged >= :limit)
      AND sequence < (SELECT IFNULL(MIN(sequence), 9223372036854775807) FROM delivery)
    """
}
