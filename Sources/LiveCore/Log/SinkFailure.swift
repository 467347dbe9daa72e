internal import GRDB
internal import LiveModel

/// The failed attempts of a sink that are not yet over. Stored with the outcome of each attempt, so that it
/// survives a restart and a reload; another address begins anew.
///
/// An accepted message ends one or two failed attempts at once, and more of them when the sink has worked for `calm` since.
/// A receiver that refuses every other message therefore fails once and for long, not again and again.
struct SinkFailure: Equatable, Sendable {
  /// When the first attempt failed, by the wall clock.
  var since: Timestamp
  /// For how long the daemon has run since then.
  var span: Duration
  /// The number of failed attempts, at least 1.
  var attempts: Int
  /// Whether the receiver has accepted a message since the last failed attempt.
  var hasWorked = false
  /// The last failure.
  var last: FailedAttempt

  /// A sink fails after this many attempts; one or two may happen at any time.
  static let leastAttempts = 3

  /// For how long a failing sink must have worked until the failure is over.
  static let calm: Duration = .seconds(60)

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
  /// Returns the failed attempts; nil if they are over.
  func failure() async throws -> SinkFailure? {
    try await log.read { [sink, lived = log.living.now] in
      try EventLog.failure(of: sink, lived: lived, in: $0)
    }
  }

  /// Counts a failed attempt at `now`, a time of the wall clock, in the transaction that stores its outcome.
  func count(_ attempt: FailedAttempt, at now: Timestamp, in database: Database) throws {
    try endCalmFailure(in: database)
    try database.cachedStatement(
      sql: """
        INSERT INTO failure (sink, since, lived, attempts, error, advice) VALUES (?, ?, ?, 1, ?, ?)
        ON CONFLICT (sink) DO UPDATE
          SET attempts = attempts + 1, error = excluded.error, advice = excluded.advice, worked = NULL
        """
    ).execute(arguments: [
      sink, now.milliseconds, log.living.now.wholeMilliseconds, attempt.error, attempt.advice,
    ])
  }

  /// Records that the receiver has accepted a message, in the transaction that stores it.
  func countSuccess(in database: Database) throws {
    try endCalmFailure(in: database)
    try database.cachedStatement(sql: "DELETE FROM failure WHERE sink = ? AND attempts < ?").execute(
      arguments: [sink, SinkFailure.leastAttempts])
    try database.cachedStatement(sql: "UPDATE failure SET worked = ? WHERE sink = ? AND worked IS NULL").execute(
      arguments: [log.living.now.wholeMilliseconds, sink])
  }

  /// Ends a failure after which the sink has worked for long enough.
  private func endCalmFailure(in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM failure WHERE sink = ? AND worked <= ?").execute(
      arguments: [sink, (log.living.now - SinkFailure.calm).wholeMilliseconds])
  }

  /// Ends a failure, because the receiver is another one.
  static func endFailure(of sink: String, in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM failure WHERE sink = ?").execute(arguments: [sink])
  }
}

extension EventLog {
  /// Returns the failed attempts of a sink; nil if they are over. `lived` is the living time now.
  static func failure(of sink: String, lived now: Duration, in database: Database) throws -> SinkFailure? {
    let sql = """
      SELECT since, lived, attempts, worked IS NOT NULL AS hasWorked, error, advice
      FROM failure WHERE sink = ? AND (worked IS NULL OR worked > ?)
      """
    let calm = (now - SinkFailure.calm).wholeMilliseconds
    return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [sink, calm]).map { row in
      let lived: Int64 = try row.read("lived")
      return try SinkFailure(
        since: row.read("since"), span: max(now - .milliseconds(lived), .zero), attempts: row.read("attempts"),
        hasWorked: row.read("hasWorked"), last: FailedAttempt(row.read("error"), advice: row.read("advice")))
    }
  }
}
