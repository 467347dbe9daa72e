internal import GRDB

/// A receiver wants nothing for a while. It is kept over a restart, and ends when the address changes.
struct Silence: Equatable, Sendable {
  /// A digest of the address that asked for it: another address is another receiver.
  var address: String
  /// What the receiver answered.
  var reason: String
  /// In the time of the outbox.
  var until: Timestamp
}

extension Outbox {
  /// Returns the silence that is on record; nil when there is none, or when an order has ended it.
  func silence() async throws -> Silence? {
    try await log.pool.read { [sink] in try EventLog.silence(of: sink, in: $0) }
  }

  /// Writes a silence down, in place of the last one.
  func setSilence(_ silence: Silence) async throws {
    try await log.commits.write { [sink] database in
      try database.cachedStatement(sql: "INSERT OR REPLACE INTO silence VALUES (?, ?, ?, ?)").execute(
        arguments: [sink, silence.address, silence.reason, silence.until.milliseconds])
    }
  }
}

extension EventLog {
  static func silence(of sink: String, in database: Database) throws -> Silence? {
    let sql = "SELECT address, reason, until FROM silence WHERE sink = ?"
    return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [sink]).map {
      try Silence(address: $0.read("address"), reason: $0.read("reason"), until: $0.read("until"))
    }
  }
}
