internal import GRDB

/// The newest quiet hours of a sink, in the time of the outbox, kept over a restart: `QuietRecord`.
extension Outbox {
  /// Nil when none were seen, and when the entry cannot be read.
  func quietHours() async throws -> ClosedRange<Timestamp>? {
    try await log.pool.read { [sink] database in
      let ends = try EventLog.value("quiet/\(sink)", in: database)?.split(separator: "/").map(String.init) ?? []
      guard ends.count == 2, let start = Timestamp(rfc3339: ends[0]), let end = Timestamp(rfc3339: ends[1]),
        start <= end
      else { return nil }
      return start...end
    }
  }

  func setQuietHours(_ hours: ClosedRange<Timestamp>) async throws {
    try await log.commits.write { [sink] database in
      let interval = "\(hours.lowerBound)/\(hours.upperBound)"
      _ = try EventLog.setValue(interval, for: "quiet/\(sink)", in: database)
    }
  }
}
