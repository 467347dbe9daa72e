internal import GRDB
internal import LiveModel

/// Notices that are no longer true. One that is being sent goes out.
extension EventLog {
  /// Withdraws the waiting notices about a sink, in the transaction that enables it.
  static func withdrawNotices(about sink: String, at now: Timestamp, in database: Database) throws {
    try database.execute(sql: "\(withdrawal) AND about = ?", arguments: [now.milliseconds, sink])
  }

  /// Withdraws the waiting notices about sinks that are no longer configured.
  func withdrawNotices(exceptAbout sinks: [String], at now: Timestamp) async throws {
    let removed = try await pool.read { database in
      let sql = "SELECT DISTINCT about FROM message WHERE state = \(Stored.waiting) AND about IS NOT NULL"
      return try String.fetchAll(database, sql: sql).filter { !sinks.contains($0) }
    }
    guard !removed.isEmpty else { return }
    try await commits.write { database in
      for sink in removed { try Self.withdrawNotices(about: sink, at: now, in: database) }
    }
  }

  fileprivate static let withdrawal = """
    UPDATE message SET state = \(Stored.skipped), body = NULL, changed = ? WHERE state = \(Stored.waiting)
    """
}

extension Outbox {
  /// Stores a notice in place of a waiting one about the same sink.
  func storeNotice(_ draft: StoredMessage, at now: Timestamp) async throws {
    try await log.commits.write { [sink] database in
      try database.execute(
        sql: "\(EventLog.withdrawal) AND about = ? AND sink = ?", arguments: [now.milliseconds, draft.about, sink])
      _ = try Self.insert(draft, of: sink, at: now, in: database)
    }
  }
}
