internal import GRDB

/// A receiver wants nothing for a while. It is kept over a restart, and ends when the address changes.
struct SinkPause: Equatable, Sendable {
  /// A digest of the address that asked for it: another address is another receiver.
  var address: String
  /// What the receiver answered.
  var reason: String
  /// In the time of the outbox.
  var until: Timestamp
}

extension Outbox {
  /// Returns the silence that is on record; nil when there is none, or when an order has ended it.
  func pause() async throws -> SinkPause? {
    try await log.pool.read { [sink] in try EventLog.pause(of: sink, in: $0) }
  }

  /// Writes a silence down, in place of the last one.
  func setPause(_ pause: SinkPause) async throws {
    try await log.commits.write { [sink] database in
      try database.cachedStatement(sql: "INSERT OR REPLACE INTO pause VALUES (?, ?, ?, ?)").execute(
        arguments: [sink, pause.address, pause.reason, pause.until.milliseconds])
    }
  }
}

extension EventLog {
  static func pause(of sink: String, in database: Database) throws -> SinkPause? {
    let sql = "SELECT address, reason, until FROM pause WHERE sink = ?"
    return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [sink]).map {
      try SinkPause(address: $0.read("address"), reason: $0.read("reason"), until: $0.read("until"))
    }
  }
}
