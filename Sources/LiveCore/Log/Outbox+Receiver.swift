internal import GRDB
internal import LiveModel

/// The receiver that the handles in the outbox belong to.
extension Outbox {
  /// Stores the digest of the address that messages go to from now on. A changed address ends the old receiver's pause
  /// and failure, and clears its message ids, which mean nothing at the new one.
  ///
  /// Turns composed messages that wait back into facts, because their form and the ids in them belong to the old
  /// receiver. Drops notices when the sink is a program, and moves the facts of the quiet lane back unless the sink
  /// makes digests (`makesDigests`).
  ///
  /// - Returns: whether the address has changed.
  func adopt(_ address: String, isForPeople: Bool, makesDigests: Bool, at now: Timestamp) async throws -> Bool {
    let known = try await log.read { [sink] in try EventLog.value(Self.addressKey(sink), in: $0) }
    guard known != address else { return false }
    try await log.commits.write { [sink] database in
      try EventLog.setValue(address, for: Self.addressKey(sink), in: database)
      guard known != nil else { return }
      try database.execute(
        sql: "DELETE FROM pause WHERE sink = ? AND address <> ?", arguments: [sink, address])
      try database.execute(
        sql: "UPDATE message SET handle = NULL WHERE sink = ? AND handle IS NOT NULL", arguments: [sink])
      try Self.endFailure(of: sink, in: database)
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
        WHERE sink = ? AND lane = ? AND (state = \(Stored.dead) OR state = \(Stored.waiting) AND message IS NULL)
        """, arguments: [sink, quietLane])
  }

  /// Turns composed messages that the receiver has not accepted back into facts. Removes the bodies of dead letters, so
  /// that a retry composes them again.
  private static func takeBack(of sink: String, at now: Timestamp, in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE message SET state = \(Stored.skipped), body = NULL, changed = ?
        WHERE sink = ? AND state = \(Stored.waiting)
          AND EXISTS (SELECT 1 FROM delivery
            WHERE delivery.message = message.number AND delivery.state = \(Stored.waiting))
        """, arguments: [now.milliseconds, sink])
    try database.execute(
      sql: """
        UPDATE delivery SET message = NULL WHERE sink = ? AND state = \(Stored.waiting)
          AND message IN (SELECT number FROM message WHERE sink = ? AND state = \(Stored.skipped))
        """, arguments: [sink, sink])
    try database.execute(
      sql: "UPDATE message SET body = NULL WHERE sink = ? AND state = \(Stored.dead) AND lane <> ?",
      arguments: [sink, noticeLane])
  }

  private static func dropNotices(of sink: String, at now: Timestamp, in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE message SET state = \(Stored.skipped), body = NULL, changed = ?
        WHERE sink = ? AND lane = ? AND state IN \(Stored.open)
        """,
      arguments: [now.milliseconds, sink, noticeLane])
  }

  private static func addressKey(_ sink: String) -> String { "address/\(sink)" }
}

/// A pause that a receiver asked for. Stored across restarts; ends when the address changes.
struct SinkPause: Equatable, Sendable {
  /// Digest of the address that asked for it: another address is another receiver.
  var address: String
  /// Answer of the receiver.
  var reason: String
  /// End of the pause, in the time of the outbox.
  var until: Timestamp
}

extension Outbox {
  /// Returns the stored pause; nil when there is none or an order has ended it.
  func pause() async throws -> SinkPause? {
    try await log.read { [sink] in try EventLog.pause(of: sink, in: $0) }
  }

  /// Stores a pause in place of the last one. The writes of all tasks of a sink keep their order.
  func setPause(_ pause: SinkPause) async throws {
    try await log.commits.writeInOrder { [sink] database in
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

/// State of a sink whose receiver accepts no more messages.
struct DisabledSink: Equatable, Sendable {
  /// Digest of the address: another address is another receiver.
  var address: String
  var reason: String
  var since: Timestamp
}

extension Outbox {
  /// Returns why and since when the sink is disabled; nil when it is enabled.
  func disabled() async throws -> DisabledSink? {
    try await log.read { [sink] in try EventLog.disabled(sink, in: $0) }
  }

  /// Disables the sink, and records the reason as the error of the message that was refused.
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

  /// Enables the sink, because its messages go to another address from now on.
  func enable(at now: Timestamp) async throws {
    try await log.commits.write { [sink] database in
      try database.execute(sql: "DELETE FROM disabled WHERE sink = ?", arguments: [sink])
      try EventLog.withdrawNotices(about: sink, at: now, in: database)
    }
  }
}

extension EventLog {
  static func disabled(_ sink: String, in database: Database) throws -> DisabledSink? {
    let sql = "SELECT address, reason, since FROM disabled WHERE sink = ?"
    return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [sink]).map {
      try DisabledSink(address: $0.read("address"), reason: $0.read("reason"), since: $0.read("since"))
    }
  }
}

/// The newest quiet hours of a sink, in the time of the outbox, stored across restarts; used by `QuietRecord`.
extension Outbox {
  /// Returns the stored quiet hours; nil when there are none or the entry cannot be read.
  func quietHours() async throws -> ClosedRange<Timestamp>? {
    try await log.read { [sink] in try EventLog.quietHours(of: sink, in: $0) }
  }

  func setQuietHours(_ hours: ClosedRange<Timestamp>) async throws {
    try await log.commits.write { [sink] database in
      let interval = "\(hours.lowerBound)/\(hours.upperBound)"
      _ = try EventLog.setValue(interval, for: "quiet/\(sink)", in: database)
    }
  }
}

extension EventLog {
  static func quietHours(of sink: String, in database: Database) throws -> ClosedRange<Timestamp>? {
    let ends = try value("quiet/\(sink)", in: database)?.split(separator: "/").map(String.init) ?? []
    guard ends.count == 2, let start = Timestamp(rfc3339: ends[0]), let end = Timestamp(rfc3339: ends[1]), start <= end
    else { return nil }
    return start...end
  }
}

/// Send times of a sink's last messages, in the time of the outbox, stored across restarts for `max_per_minute`.
extension Outbox {
  /// Returns the times, oldest first; none when the entry cannot be read.
  func lastSent() async throws -> [Timestamp] {
    try await log.read { [sink] database in
      let entry = try EventLog.value("sent/\(sink)", in: database) ?? ""
      return entry.split(separator: " ").compactMap { Int($0, in: Int.counted) }.sorted().map {
        Timestamp(milliseconds: Int64($0))
      }
    }
  }

  /// Stores the instants in place of the last ones. The writes of all tasks of a sink keep their order.
  func setLastSent(_ instants: [Timestamp]) async throws {
    try await log.commits.writeInOrder { [sink] database in
      let entry = instants.map { String($0.milliseconds) }.joined(separator: " ")
      _ = try EventLog.setValue(entry, for: "sent/\(sink)", in: database)
    }
  }
}
