internal import GRDB

/// The time of the outbox. `due`, `deadline` and silences are instants of one clock that no step of the wall clock moves,
/// over restarts too; `logged`, `changed`, `since` and whatever else people read are wall time.
extension EventLog {
  /// Makes the clock from its last reading, and from when the daemon was last alive by the wall clock.
  typealias MakeClock = (_ last: RunClock.Reading?, _ lastAlive: Timestamp?) -> RunClock

  /// Returns the present in the time of the outbox, which is `now` where the log has no clock of its own.
  func outboxTime(at now: Timestamp) -> Timestamp { clock?.now() ?? now }

  /// Returns when people would say that an instant of the outbox is, if it is `now` by the wall clock.
  func wallTime(of instant: Timestamp, at now: Timestamp) -> Timestamp { now + (instant - outboxTime(at: now)) }

  /// Goes on with the clock of the last run.
  static func resumeClock(_ make: MakeClock, lastAlive: Timestamp?, in database: Database) throws -> RunClock {
    let clock = make(try value(clockKey, in: database).flatMap { RunClock.Reading($0) }, lastAlive)
    try note(clock, in: database)
    return clock
  }

  /// Bounds the instants that the last run left. In a transaction of its own: after a damaged page SQLite refuses
  /// whatever else the transaction writes, a savepoint or not.
  static func boundInstants(by clock: RunClock, in pool: DatabasePool) throws {
    do {
      try pool.write { try bound(at: clock.now(), in: $0) }
    } catch let error where isDamage(error) {
      // The sinks that need the damaged page wait; the daemon starts.
    }
  }

  /// Writes down where the clock stands, for the next run.
  static func note(_ clock: RunClock?, in database: Database) throws {
    if let clock { try setValue("\(clock.reading)", for: clockKey, in: database) }
  }

  private static let clockKey = "clock"

  /// No attempt waits longer than a receiver may ask for, and no message is news for longer than the longest `expires`
  /// with a night and a day. An instant beyond that was written with a wrong clock, by a release that used the wall clock.
  private static func bound(at now: Timestamp, in database: Database) throws {
    try database.execute(
      sql: "UPDATE delivery SET due = :now WHERE state = 0 AND due > :now", arguments: ["now": now.milliseconds])
    try database.execute(
      sql:
        "UPDATE message SET due = MIN(due, ?), deadline = MIN(deadline, ?) WHERE state = 0 AND (due > ? OR deadline > ?)",
      arguments: bounds(at: now) + bounds(at: now))
  }

  private static let longestWait: Duration = .seconds(3600)
  private static let longestNews: Duration = .seconds(32 * 86_400)

  private static func bounds(at now: Timestamp) -> StatementArguments {
    [(now + longestWait).milliseconds, (now + longestNews).milliseconds]
  }
}
