internal import GRDB

/// The silence that a receiver asked for, kept over a restart: it asked for it to the letter.
extension Outbox {
  func silence() async throws -> Timestamp? {
    try await log.pool.read { [sink] database in
      try EventLog.value("silence/\(sink)", in: database).flatMap { Timestamp(rfc3339: $0) }
    }
  }

  func setSilence(until instant: Timestamp) async throws {
    try await log.commits.write { [sink] database in
      _ = try EventLog.setValue(instant.description, for: "silence/\(sink)", in: database)
    }
  }
}
