internal import GRDB
internal import LiveModel

/// A pause that the operator ordered: nothing is sent to the sink, and what comes meanwhile is held. Stored by the name
/// of the sink, so that it survives a restart, a reload and another address.
struct OperatorPause: Equatable, Sendable {
  /// When it began, in the time of the outbox.
  var since: Timestamp
  /// When it was ordered, by the wall clock.
  var ordered: Timestamp
  /// When it ends, by the wall clock; nil when only an order ends it.
  var until: Timestamp?
  /// When it ended, in the time of the outbox; nil while it lasts.
  var ended: Timestamp?

  /// The longest pause with an end: a year.
  static let longest: Duration = .seconds(365 * 86_400)

  /// A pause that begins so soon after the last one continues it, so that both end with one digest.
  fileprivate static let gap: Duration = .seconds(3600)

  /// Returns for how long nothing is sent; nil when the pause is over. `wall` is the present by the wall clock.
  func timeLeft(at wall: Timestamp) -> Duration? {
    guard ended == nil else { return nil }
    guard let until else { return Self.longest }
    return until > wall ? until - wall : nil
  }

  /// Whether its time is over and its end is not stored yet.
  func isDue(at wall: Timestamp) -> Bool { ended == nil && timeLeft(at: wall) == nil }

  /// Returns when the pause ends that contains an instant of the outbox; nil when it does not contain it, or has no end.
  /// `offset` is the wall clock minus the time of the outbox.
  func end(at instant: Timestamp, offset: Duration) -> Timestamp? {
    guard instant >= since, let end = ended ?? until.map({ $0 - offset }), instant < end else { return nil }
    return end
  }
}

extension Outbox {
  /// Returns the last pause that the operator ordered; it may be over.
  func operatorPause() async throws -> OperatorPause? {
    try await log.read { [sink] in try EventLog.operatorPause(of: sink, in: $0) }
  }

  /// Stores that the time of a pause is over, unless an order has changed the pause meanwhile.
  ///
  /// - Returns: the pause as it is stored now.
  func end(_ pause: OperatorPause, at now: Timestamp) async throws -> OperatorPause? {
    try await log.commits.write { [sink] database in
      try database.execute(
        sql: "UPDATE operator_pause SET ended = ? WHERE sink = ? AND ended IS NULL AND until = ?",
        arguments: [now.milliseconds, sink, pause.until?.milliseconds])
      return try EventLog.operatorPause(of: sink, in: database)
    }
  }
}

/// Orders of the operator that begin and end a pause. Each call blocks its thread for one short write and wakes the
/// workers.
extension EventLog {
  /// Result of `resume`.
  struct Resumed: Equatable, Sendable {
    /// Whether the operator had paused the sink.
    var wasPaused: Bool
    /// Number of facts that waited; they are sent now, or never if they were dropped.
    var facts: Int
  }

  /// Pauses a sink for a span, or until `resume`. A pause in force gets the new end.
  ///
  /// - Returns: the end by the wall clock; nil when there is none.
  func pause(_ sink: String, for span: Duration?, at now: Timestamp) throws -> Timestamp? {
    let (instant, until) = (outboxTime(at: now), span.map { now + $0 })
    return try order { database in
      let last = try Self.operatorPause(of: sink, in: database)
      let continues = last.map { $0.ended.map { instant - $0 < OperatorPause.gap } ?? true } ?? false
      let since = continues ? last?.since ?? instant : instant
      let ordered = last?.ended == nil ? last?.ordered ?? now : now
      try database.execute(
        sql: "INSERT OR REPLACE INTO operator_pause (sink, since, ordered, until) VALUES (?, ?, ?, ?)",
        arguments: [sink, since.milliseconds, ordered.milliseconds, until?.milliseconds])
      return until
    }
  }

  /// Ends the operator's pause of a sink. With `dropping`, what waits is never sent, dead letters are dropped too, and
  /// later revisions of facts that the receiver does not have are not sent either.
  func resume(_ sink: String, dropping: Bool, at now: Timestamp) throws -> Resumed {
    let instant = outboxTime(at: now)
    return try order { database in
      let wasPaused = try Self.endOperatorPause(of: sink, at: instant, in: database)
      guard wasPaused, dropping else {
        let sql = "SELECT COUNT(*) FROM delivery WHERE sink = ? AND state = \(Stored.waiting)"
        return Resumed(wasPaused: wasPaused, facts: try Int.fetchOne(database, sql: sql, arguments: [sink]) ?? 0)
      }
      try database.execute(
        sql: """
          UPDATE delivery SET state = \(Stored.skipped), claim = \(Stored.withheld), reason = ?, changed = ?
          WHERE sink = ? AND state IN \(Stored.open)
          """, arguments: [SkipReason.withheld.rawValue, now.milliseconds, sink])
      let facts = database.changesCount
      try database.execute(
        sql: """
          UPDATE message SET state = \(Stored.skipped), body = NULL, changed = ?
          WHERE sink = ? AND state IN \(Stored.open)
          """, arguments: [now.milliseconds, sink])
      return Resumed(wasPaused: true, facts: facts)
    }
  }

  /// Stores the end of a pause.
  ///
  /// - Returns: whether it was in force.
  static func endOperatorPause(of sink: String, at instant: Timestamp, in database: Database) throws -> Bool {
    try database.execute(
      sql: "UPDATE operator_pause SET ended = ? WHERE sink = ? AND ended IS NULL",
      arguments: [instant.milliseconds, sink])
    return database.changesCount > 0
  }

  static func operatorPause(of sink: String, in database: Database) throws -> OperatorPause? {
    let sql = "SELECT since, ordered, until, ended FROM operator_pause WHERE sink = ?"
    return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [sink]).map { row in
      let (until, ended): (Int64?, Int64?) = (try row.read("until"), try row.read("ended"))
      return try OperatorPause(
        since: row.read("since"), ordered: row.read("ordered"), until: until.map(Timestamp.init(milliseconds:)),
        ended: ended.map(Timestamp.init(milliseconds:)))
    }
  }
}
