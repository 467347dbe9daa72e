internal import FoundationEssentials
internal import GRDB

/// Where a fact becomes true: one transaction appends the events, the game's checkpoint and the deliveries.
///
/// - There is one total order, `sequence`, from 1, without holes. What a reader has seen never changes.
/// - A reader keeps its own cursor, waits on `tail`, and fetches pages. It blocks nobody, and being slow costs only
///   itself.
/// - A crash before a transaction loses it whole: the feed is read again and gives the same events with the same ids.
///   A crash after it loses nothing (`synchronous = FULL`).
final class EventLog: Sendable {
  let id: LogID
  let tail: LogTail
  /// When this log was last known to be written by a living daemon; nil for a new log.
  let lastAlive: Timestamp?
  let pool: DatabasePool
  let commits: GroupCommit
  let health = LogHealth()
  /// The clock that counts ages.
  let living: LivingTime
  /// Counts the operator's orders to the outbox: what wakes a worker when no event does.
  let orders = LogTail(newest: 0)
  /// By which deliveries wait and expire; nil: by the instants that callers hand in.
  let clock: RunClock?

  /// Opens the log, making or upgrading it as needed.
  ///
  /// - Parameters:
  ///   - path: of the SQLite file; its folder must exist.
  ///   - makeClock: makes the clock of the outbox; without one it goes by the instants that callers hand in.
  ///   - elapsed: the monotonic time since this run of the daemon began.
  /// - Throws: `log.newer`, `log.unusable`.
  init(
    path: String, clock makeClock: MakeClock? = nil,
    elapsed: @escaping @Sendable () -> Duration = LivingTime.counted()
  ) throws(Fault) {
    try LogFile(path: path).refuseNewer()
    do {
      pool = try Self.open(path)
      // A look that could not be had, as while another process used the file.
      guard try !pool.read(Schema.migrator.hasBeenSuperseded) else {
        throw DatabaseError(message: "a newer livegamed has written it")
      }
      try Schema.migrator.migrate(pool)
      commits = GroupCommit(pool, health: health)
      let lived: Duration
      (id, lastAlive, clock, lived) = try pool.write { database in
        let id = try Self.value("id", in: database) ?? Self.setValue(LogID.random().rawValue, for: "id", in: database)
        let alive = try Self.value("alive", in: database).flatMap { Timestamp(rfc3339: $0) }
        let clock = try makeClock.map { try Self.resumeClock($0, lastAlive: alive, in: database) }
        return (LogID(rawValue: id), alive, clock, try Self.lived(in: database))
      }
      if let clock { try Self.boundInstants(by: clock, in: pool) }
      living = LivingTime(before: lived, sinceStart: elapsed)
      tail = LogTail(newest: try pool.read(Self.newestSequence))
    } catch {
      throw Fault(.logUnusable, "cannot open the event log: \(error)", at: .path(path), hint: Self.hint)
    }
  }

  private static let hint = "check that the folder is writable and the disk not full; state_directory moves it"

  private static func open(_ path: String) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.maximumReaderCount = 2
    configuration.busyMode = .timeout(5)
    configuration.label = "livegamed.log"
    let pool = try DatabasePool(path: path, configuration: configuration)
    // GRDB sets NORMAL for a pool after its own preparation, so FULL has to come later; read back, because silence
    // here would cost the newest facts at a power loss.
    let level = try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      return try Int.fetchOne(database, sql: "PRAGMA synchronous")
    }
    guard level == 2 else { throw DatabaseError(message: "synchronous is \(level ?? -1), not FULL") }
    return pool
  }

  /// Closes the file; every use after it throws. All of it is in the file then, and nothing in the `-wal` beside it, as
  /// far as the disk allows.
  func close() throws {
    _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try pool.close()
  }

  /// Writes down that the daemon lives: since when the next one was away, if the wall clock is known, and for how long
  /// this log has been in use.
  func markAlive(at now: Timestamp?) async throws {
    try await commits.write { [living, clock] database in
      if let now { try Self.setValue(now.description, for: "alive", in: database) }
      try Self.setValue("\(living.now.wholeMilliseconds)", for: "lived", in: database)
      try Self.note(clock, in: database)
    }
  }

  /// Bounded: what somebody else wrote there must not overflow a sum.
  private static func lived(in database: Database) throws -> Duration {
    let milliseconds = try value("lived", in: database).flatMap { Int($0, in: 0...1 << 50) } ?? 0
    return .milliseconds(milliseconds)
  }

  /// Calls back once the writer has got round to it: with true when there was a transaction. Nothing is written.
  func ping(_ answer: @escaping @Sendable (Bool) -> Void) { commits.takePart(answer) }

  static func newestSequence(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'event'") ?? 0
  }

  static func value(_ key: String, in database: Database) throws -> String? {
    try String.fetchOne(database, sql: "SELECT value FROM log WHERE key = ?", arguments: [key])
  }

  @discardableResult
  static func setValue(_ value: String, for key: String, in database: Database) throws -> String {
    try database.execute(sql: "INSERT OR REPLACE INTO log VALUES (?, ?)", arguments: [key, value])
    return value
  }
}

extension Fault.Code {
  static let logUnusable = Fault.Code("log.unusable")
}

extension EventLog {
  /// The checkpoints of games that are not over, the one that was written last first.
  func openCheckpoints(limit: Int) async throws -> [Checkpoint] {
    try await pool.read { database in
      let sql = "SELECT game, state FROM checkpoint WHERE NOT isOver ORDER BY updated DESC LIMIT ?"
      return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [limit]).compactMap { row in
        let (game, state): (String, Data) = (try row.read("game"), try row.read("state"))
        return GameID(game).map { Checkpoint(game: $0, state: [UInt8](state), isOver: false) }
      }
    }
  }
}

/// The time of the outbox. `due`, `deadline` and silences are instants of one clock that no step of the wall clock
/// moves, over restarts too; `logged`, `changed`, `since` and whatever else people read are wall time.
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
  /// with a night and a day. An instant beyond that was written with a wrong clock, by a release that used the wall
  /// clock.
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

/// How long daemons have run with this log, all runs together. Ages in the log are counted by it.
///
/// It grows with the monotonic clock while a daemon runs and stands still while none does. A wall clock that is wrong,
/// or is set in either direction, does not change it (decision 0018).
struct LivingTime: Sendable {
  /// Of the earlier runs, as last written down.
  let before: Duration
  /// Of this run.
  let sinceStart: @Sendable () -> Duration

  var now: Duration { before + sinceStart() }

  /// Returns a count of the time since this call. The time in which the machine sleeps is not in it.
  static func counted() -> @Sendable () -> Duration {
    let start = SuspendingClock.now
    return { start.duration(to: .now) }
  }
}
