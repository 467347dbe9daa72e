internal import GRDB
internal import LiveModel

/// The failed attempts of a sink since its receiver last accepted a message. Stored with the outcome of each attempt, so
/// that it survives a restart and a reload; another address begins anew.
struct SinkFailure: Equatable, Sendable {
  /// When the first attempt failed, by the wall clock.
  var since: Timestamp
  /// For how long the daemon has run since then.
  var span: Duration
  /// The number of failed attempts, at least 1.
  var attempts: Int
  /// The last failure.
  var last: FailedAttempt

  /// A sink fails after this many attempts; one or two may happen at any time.
  static let leastAttempts = 3

  /// Whether there were enough attempts to say that the sink fails.
  var isFailing: Bool { attempts >= Self.leastAttempts }
}

/// The failure of one attempt.
struct FailedAttempt: Equatable, Sendable {
  /// Text for the operator, without secrets.
  var error: String
  /// Advice to the operator, such as `check the token`; nil for nothing.
  var advice: String?

  init(_ error: String, advice: String? = nil) { (self.error, self.advice) = (error, advice) }

  /// The error with the advice: `status 401 (check its token, secret or url)`.
  var text: String { error + (advice.map { " (\($0))" } ?? "") }
}

extension Outbox {
  /// Returns the failed attempts since the last success; nil without any.
  func failure() async throws -> SinkFailure? {
    try await log.pool.read { [sink, lived = log.living.now] in
      try EventLog.failure(of: sink, lived: lived, in: $0)
    }
  }

  /// Counts a failed attempt at `now`, a time of the wall clock, in the transaction that stores its outcome.
  func count(_ attempt: FailedAttempt, at now: Timestamp, in database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO failure (sink, since, lived, attempts, error, advice) VALUES (?, ?, ?, 1, ?, ?)
        ON CONFLICT (sink) DO UPDATE
          SET attempts = attempts + 1, error = excluded.error, advice = excluded.advice
        """
    ).execute(arguments: [
      sink, now.milliseconds, log.living.now.wholeMilliseconds, attempt.error, attempt.advice,
    ])
  }

  /// Ends a failure, because the receiver has accepted a message, or is another one.
  static func endFailure(of sink: String, in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM failure WHERE sink = ?").execute(arguments: [sink])
  }
}

extension EventLog {
  /// Returns the failed attempts of a sink since its last success; nil without any. `lived` is the living time now.
  static func failure(of sink: String, lived now: Duration, in database: Database) throws -> SinkFailure? {
    let sql = "SELECT since, lived, attempts, error, advice FROM failure WHERE sink = ?"
    return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [sink]).map { row in
      let lived: Int64 = try row.read("lived")
      return try SinkFailure(
        since: row.read("since"), span: max(now - .milliseconds(lived), .zero), attempts: row.read("attempts"),
        last: FailedAttempt(row.read("error"), advice: row.read("advice")))
    }
  }
}
