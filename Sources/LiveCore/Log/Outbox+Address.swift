internal import GRDB

/// Which receiver the handles in the outbox belong to.
extension Outbox {
  /// Stores the digest of the address that messages go to from now on. A changed address ends the old receiver's silence
  /// and forgets its message ids, which mean nothing at the new one.
  ///
  /// Composed messages that wait become facts again, because their form and the ids in them belong to the old receiver.
  /// A program gets no notices, and only a sink with digests (`makesDigests`) keeps facts in the lane of quiet hours.
  ///
  /// - Returns: whether the address has changed.
  func adopt(_ address: String, isForPeople: Bool, makesDigests: Bool, at now: Timestamp) async throws -> Bool {
    let known = try await log.pool.read { [sink] in try EventLog.value(Self.addressKey(sink), in: $0) }
    guard known != address else { return false }
    try await log.commits.write { [sink] database in
      try EventLog.setValue(address, for: Self.addressKey(sink), in: database)
      guard known != nil else { return }
      try database.execute(
        sql: "DELETE FROM pause WHERE sink = ? AND address <> ?", arguments: [sink, address])
      try database.execute(
        sql: "UPDATE message SET handle = NULL WHERE sink = ? AND handle IS NOT NULL", arguments: [sink])
      try Self.takeBack(of: sink, at: now, in: database)
      if !isForPeople { try Self.dropNotices(of: sink, at: now, in: database) }
      if !makesDigests { try Self.scatter(of: sink, in: database) }
    }
    return known != nil
  }

  /// Moves the facts that were gathered for a digest back into the lanes of their games.
  private static func scatter(of sink: String, in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE delivery SET lane = (SELECT game FROM event WHERE event.sequence = delivery.sequence)
        WHERE sink = ? AND lane = ? AND (state = 2 OR state = 0 AND message IS NULL)
        """, arguments: [sink, quietLane])
  }

  /// Turns composed messages that the receiver has not accepted back into facts. Dead letters lose their bodies, so that
  /// a retry composes them anew.
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
