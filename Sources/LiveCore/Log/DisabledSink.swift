internal import GRDB

/// A sink whose receiver takes no more messages.
struct DisabledSink: Equatable, Sendable {
  /// A digest of the address: another address is another receiver.
  var address: String
  var reason: String
  var since: Timestamp
}

extension Outbox {
  /// Nil when the sink works.
  func disabled() async throws -> DisabledSink? {
    try await log.pool.read { [sink] database in
      let sql = "SELECT address, reason, since FROM disabled WHERE sink = ?"
      return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [sink]).map {
        try DisabledSink(address: $0.read("address"), reason: $0.read("reason"), since: $0.read("since"))
      }
    }
  }

  /// The message that showed it, and why, stays to be seen.
  func disable(_ state: DisabledSink, because message: Int? = nil) async throws {
    try await log.commits.write { [sink] database in
      try database.execute(
        sql: "UPDATE message SET attempts = attempts + 1, error = ? WHERE number = ?",
        arguments: [state.reason, message])
      try database.execute(
        sql: "INSERT OR REPLACE INTO disabled VALUES (?, ?, ?, ?)",
        arguments: [sink, state.address, state.reason, state.since.milliseconds])
    }
  }

  func enable() async throws {
    try await log.commits.write { [sink] in
      try $0.execute(sql: "DELETE FROM disabled WHERE sink = ?", arguments: [sink])
    }
  }
}
