internal import GRDB

/// What the log keeps.
enum Retention {
  /// Age after which an event may go, and with it whatever was sent or left of it; even what still waits for a sink that
  /// is disabled.
  static let events: Duration = .seconds(30 * 86_400)

  /// Removes what is older, oldest first and up to the first that must stay, so that what is left has no hole.
  ///
  /// - Returns: how many events went.
  @discardableResult
  static func prune(_ log: EventLog, at now: Timestamp) async throws -> Int {
    let limit = (now - events).milliseconds
    return try await log.commits.write { database in
      try database.execute(
        sql: "DELETE FROM delivery WHERE sequence IN (SELECT sequence FROM event WHERE \(old))",
        arguments: ["limit": limit])
      try database.execute(
        sql: """
          DELETE FROM message WHERE changed < :limit AND number NOT IN (
            SELECT message FROM delivery WHERE message IS NOT NULL)
          """,
        arguments: ["limit": limit])
      try database.execute(sql: "DELETE FROM event WHERE \(old)", arguments: ["limit": limit])
      let removed = database.changesCount
      try database.execute(sql: "DELETE FROM checkpoint WHERE updated < ?", arguments: [limit])
      return removed
    }
  }

  private static let old = """
    logged < :limit
      AND sequence < (SELECT IFNULL(MIN(sequence), 9223372036854775807) FROM event WHERE logged >= :limit)
    """
}
