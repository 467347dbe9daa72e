internal import GRDB

/// When the last messages of a sink were sent, in the time of the outbox, kept over a restart for `max_per_minute`.
extension Outbox {
  /// Returns them, oldest first; none when the entry cannot be read.
  func lastSent() async throws -> [Timestamp] {
    try await log.pool.read { [sink] database in
      let entry = try EventLog.value("sent/\(sink)", in: database) ?? ""
      return entry.split(separator: " ").compactMap { Int($0, in: Int.counted) }.sorted().map {
        Timestamp(milliseconds: Int64($0))
      }
    }
  }

  func setLastSent(_ instants: [Timestamp]) async throws {
    try await log.commits.write { [sink] database in
      let entry = instants.map { String($0.milliseconds) }.joined(separator: " ")
      _ = try EventLog.setValue(entry, for: "sent/\(sink)", in: database)
    }
  }
}
