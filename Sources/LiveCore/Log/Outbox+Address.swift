internal import GRDB

/// Which receiver the handles in the outbox belong to.
extension Outbox {
  /// Takes the digest of the address that is sent to from now on. Where it was another one before, what was said there is
  /// forgotten: its messages cannot be changed, answered to or continued here, where their ids mean others or nothing. So
  /// is the silence that it asked for.
  ///
  /// What waits is composed anew, for it may be of another shape or name such an id. A notice is no message of a program.
  ///
  /// - Returns: whether it was another one.
  func adopt(_ address: String, isForPeople: Bool, at now: Timestamp) async throws -> Bool {
    let known = try await log.pool.read { [sink] in try EventLog.value(Self.addressKey(sink), in: $0) }
    guard known != address else { return false }
    try await log.commits.write { [sink] database in
      try EventLog.setValue(address, for: Self.addressKey(sink), in: database)
      guard known != nil else { return }
      try database.execute(
        sql: "DELETE FROM silence WHERE sink = ? AND address <> ?", arguments: [sink, address])
      try database.execute(
        sql: "UPDATE message SET handle = NULL WHERE sink = ? AND handle IS NOT NULL", arguments: [sink])
      try Self.takeBack(of: sink, at: now, in: database)
      if !isForPeople { try Self.dropNotices(of: sink, at: now, in: database) }
    }
    return known != nil
  }

  /// Puts what was gathered for a digest back into the lanes of its games: the sink makes digests no more.
  func scatter() async throws {
    try await log.commits.write { [sink] database in
      try database.execute(
        sql: """
          UPDATE delivery SET lane = (SELECT game FROM event WHERE event.sequence = delivery.sequence)
          WHERE sink = ? AND lane = ? AND (state = 2 OR state = 0 AND message IS NULL)
          """, arguments: [sink, Self.quietLane])
    }
  }

  /// What was composed and not taken is facts again, also what was given up.
  private static func takeBack(of sink: String, at now: Timestamp, in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE message SET state = 3, body = NULL, changed = ? WHERE sink = ? AND state = 0
          AND EXISTS (SELECT 1 FROM delivery WHERE delivery.message = message.number AND delivery.state = 0)
        """, arguments: [now.milliseconds, sink])
    try database.execute(
      sql: """
        UPDATE delivery SET message = NULL WHERE sink = ? AND state = 0
          AND message IN (SELECT number FROM message WHERE sink = ? AND state = 3)
        """, arguments: [sink, sink])
    try database.execute(
      sql: "UPDATE message SET body = NULL WHERE sink = ? AND state = 2 AND lane <> ?",
      arguments: [sink, noticeLane])
  }

  private static func dropNotices(of sink: String, at now: Timestamp, in database: Database) throws {
    try database.execute(
      sql: "UPDATE message SET state = 3, body = NULL, changed = ? WHERE sink = ? AND lane = ? AND state IN (0, 2)",
      arguments: [now.milliseconds, sink, noticeLane])
  }

  private static func addressKey(_ sink: String) -> String { "address/\(sink)" }
}
