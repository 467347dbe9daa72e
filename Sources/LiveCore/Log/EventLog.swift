internal import FoundationEssentials
internal import GRDB
internal import LiveModel
internal import LivePlatform

/// The log of events, with the checkpoints of games and the deliveries to sinks. One transaction appends the events of
/// a snapshot, the checkpoint of its game and the deliveries.
///
/// - `sequence` is one total order from 1, without holes. A logged event never changes.
/// - Each reader keeps its own cursor, waits on `tail` and fetches pages. A slow reader delays neither the writer nor
///   other readers.
/// - A crash before a commit loses the whole transaction: the feed is read again and yields the same events with the
///   same ids. A crash after a commit loses nothing (`synchronous = FULL`).
final class EventLog: Sendable {
  let id: LogID
  /// The id of the cluster whose facts are copied into this log; nil for a daemon alone.
  private let cluster = Locked<LogID?>(nil)
  let tail: LogTail
  /// Wall time at which a daemon last wrote to this log; nil for a new log.
  let lastAlive: Timestamp?
  let pool: DatabasePool
  let commits: GroupCommit
  let health = LogHealth()
  /// Limits the tasks that can wait to one of the two readers.
  private let readsThatCanWait = AsyncSemaphore(1)
  /// Time base of all ages in the log.
  let living: LivingTime
  /// Counter of the operator's orders to the outbox; wakes the workers when no event does.
  let orders = LogTail(newest: 0)
  /// Counter of the notices put into the outbox; wakes the workers like an event.
  let notices = LogTail(newest: 0)
  /// Clock by which deliveries wait and expire; nil: the instants that callers pass are used.
  let clock: RunClock?

  /// Opens the log; creates or upgrades it as needed.
  ///
  /// - Parameters:
  ///   - path: path of the SQLite file; its folder must exist.
  ///   - makeClock: makes the clock of the outbox; without it, the outbox uses the instants that callers pass.
  ///   - elapsed: the monotonic time since this run of the daemon began.
  /// - Throws: `log.newer`, `log.unusable`.
  init(
    path: String, clock makeClock: MakeClock? = nil,
    elapsed: @escaping @Sendable () -> Duration = LivingTime.counted()
  ) throws(Fault) {
    try LogFile(path: path).refuseNewer()
    do {
      pool = try Self.open(path)
      // `refuseNewer` skips a file that it cannot read, for example while another process uses it.
      guard try !pool.read(Schema.migrator.hasBeenSuperseded) else {
        throw DatabaseError(message: "a newer livegamed has written it")
      }
      try PresentSchema.create(in: pool)
      try Schema.migrator.migrate(pool)
      try Self.makeDurable(pool)
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
      throw Fault(
        .logUnusable, "cannot open the event log: \(DatabaseError.words(of: error))", at: .path(path),
        hint: Self.hint(for: error))
    }
  }

  /// Identifies the log in the ids of messages. The nodes of a cluster have the same one, so that a receiver sees that two
  /// of them have sent it the same message.
  var messageID: LogID { cluster.withLock { $0 } ?? id }

  /// Takes the id of the cluster for the ids of messages.
  func join(_ cluster: LogID) { self.cluster.withLock { $0 = cluster } }

  private static func hint(for error: any Error) -> String {
    if isDamage(error) {
      return "the file is damaged: put a backup back with 'livegamed log restore', or move the file and its -wal away"
    }
    return (error as? DatabaseError)?.resultCode == .SQLITE_FULL
      ? "free space; operations.md says how to move the log to another disk"
      : "check that the folder is writable; operations.md says how to move the log"
  }

  private static func open(_ path: String) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.maximumReaderCount = 2
    configuration.busyMode = .timeout(5)
    configuration.label = "livegamed.log"
    // The writer keeps SQLite's own bound of 2,000 KiB: docs/decisions/0063-smaller-page-caches.md.
    configuration.prepareDatabase { database in
      if database.configuration.readonly { try database.execute(sql: "PRAGMA cache_size = -512") }
    }
    return try DatabasePool(path: path, configuration: configuration)
  }

  /// Makes each commit wait for the disk.
  ///
  /// GRDB sets NORMAL when it opens a pool. The schema is migrated before this call, so that a migration does not wait for
  /// the disk; one that a power loss undoes is done again at the next start. The value is read back, because an unnoticed
  /// failure would lose the newest events.
  ///
  /// `GroupCommit` moves the write-ahead log into the file between commits. A commit does it only from 24 MB on, which readers
  /// or large transactions may have left.
  private static func makeDurable(_ pool: DatabasePool) throws {
    let level = try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 6000")
      return try Int.fetchOne(database, sql: "PRAGMA synchronous")
    }
    guard level == 2 else { throw DatabaseError(message: "synchronous is \(level ?? -1), not FULL") }
  }

  /// Reads the log. Tasks that can wait read one at a time, so that the second reader is free for new events.
  func read<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    guard LogUse.canWait else { return try await pool.read(work) }
    return try await readsThatCanWait.withPermit { try await self.pool.read(work) }
  }

  /// Closes the file; every later use throws. Merges the `-wal` into the file and removes it, so that one file holds the
  /// whole log.
  ///
  /// - Returns: false when the `-wal` stays: another program reads the file, or the disk is full. Nothing is lost, but a
  ///   copy of the file alone would lack the newest events.
  @discardableResult
  func close() throws -> Bool {
    let path = pool.path
    try pool.close()
    // A new connection would create a file that was moved away meanwhile.
    guard FileManager.default.fileExists(atPath: path) else { return true }
    // SQLite removes the `-wal` when the last connection is closed. The last one of a pool may only read, and cannot.
    var configuration = Configuration()
    configuration.busyMode = .timeout(1)
    let last = try DatabaseQueue(path: path, configuration: configuration)
    let isMerged: Bool
    do {
      let busy: Int? = try last.writeWithoutTransaction { database in
        try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")?.read("busy")
      }
      isMerged = busy == 0
    } catch let error as DatabaseError
      where [.SQLITE_FULL, .SQLITE_IOERR].contains(error.resultCode)
    {
      isMerged = false
    }
    try last.close()
    return isMerged
  }

  /// Stores that the daemon runs: the wall time, unless `now` is nil because the wall clock is not plausible, and the
  /// living time of the log. The next run computes from it how long no daemon ran.
  func markAlive(at now: Timestamp?) async throws {
    try await commits.write { [living, clock] database in
      if let now { try Self.setValue(now.description, for: "alive", in: database) }
      try Self.setValue("\(living.now.wholeMilliseconds)", for: "lived", in: database)
      try Self.note(clock, in: database)
    }
  }

  /// Returns the stored living time. A value outside 0...2^50 ms counts as 0, so that a foreign value cannot overflow a
  /// sum.
  private static func lived(in database: Database) throws -> Duration {
    let milliseconds = try value("lived", in: database).flatMap { Int($0, in: 0...1 << 50) } ?? 0
    return .milliseconds(milliseconds)
  }

  /// Calls `answer` when the writer has ended a transaction: with true when that succeeded. Writes nothing.
  func ping(_ answer: @escaping @Sendable (Bool) -> Void) { commits.takePart(answer) }

  static func newestSequence(_ database: Database) throws -> Int {
    try Int.fetchOne(database.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'event'")) ?? 0
  }

  static func value(_ key: String, in database: Database) throws -> String? {
    try String.fetchOne(database.cachedStatement(sql: "SELECT value FROM log WHERE key = ?"), arguments: [key])
  }

  @discardableResult
  static func setValue(_ value: String, for key: String, in database: Database) throws -> String {
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO log VALUES (?, ?)").execute(arguments: [key, value])
    return value
  }
}

extension Fault.Code {
  static let logUnusable = Fault.Code("log.unusable")
}

/// The time of the outbox. `due`, `deadline` and the ends of pauses are instants of a clock that continues across
/// restarts and ignores changes of the wall clock. `logged`, `changed`, `since` and other times shown to people are
/// wall time.
extension EventLog {
  /// Makes the clock from its last reading and from the wall time at which a daemon last ran.
  typealias MakeClock = (_ last: RunClock.Reading?, _ lastAlive: Timestamp?) -> RunClock

  /// Returns the present in the time of the outbox; `now` if the log has no clock of its own.
  func outboxTime(at now: Timestamp) -> Timestamp { clock?.now() ?? now }

  /// Converts an instant of the outbox to wall time, where `now` is the present by the wall clock.
  func wallTime(of instant: Timestamp, at now: Timestamp) -> Timestamp { now + (instant - outboxTime(at: now)) }

  /// Continues the clock of the last run.
  private static func resumeClock(_ make: MakeClock, lastAlive: Timestamp?, in database: Database) throws -> RunClock {
    let clock = make(try clockReading(in: database), lastAlive)
    try note(clock, in: database)
    return clock
  }

  /// Limits the instants that the last run stored. Uses a transaction of its own: after a damaged page SQLite refuses
  /// all further writes of a transaction, even outside the savepoint that failed.
  private static func boundInstants(by clock: RunClock, in pool: DatabasePool) throws {
    do {
      try pool.write { try bound(at: clock.now(), in: $0) }
    } catch let error where isDamage(error) {
      // Sinks that need the damaged page wait; the daemon still starts.
    }
  }

  /// Stores the reading of the clock for the next run.
  static func note(_ clock: RunClock?, in database: Database) throws {
    if let clock { try setClock(clock.reading, in: database) }
  }

  static func setClock(_ reading: RunClock.Reading, in database: Database) throws {
    try setValue("\(reading)", for: clockKey, in: database)
  }

  /// Returns the last stored reading of the clock; nil when there is none.
  static func clockReading(in database: Database) throws -> RunClock.Reading? {
    try value(clockKey, in: database).flatMap { RunClock.Reading($0) }
  }

  private static let clockKey = "clock"

  /// Limits waiting rows: a delivery is due now at the latest, an attempt in an hour (the longest pause that a receiver
  /// may ask for), and a deadline in 32 days (the longest `expires` plus a night and a day). A later instant was
  /// written with a wrong clock, by a release that used the wall clock.
  private static func bound(at now: Timestamp, in database: Database) throws {
    try database.execute(
      sql: "UPDATE delivery SET due = :now WHERE state = \(Stored.waiting) AND due > :now",
      arguments: ["now": now.milliseconds])
    try database.execute(
      sql:
        """
        UPDATE message SET due = MIN(due, ?), deadline = MIN(deadline, ?)
        WHERE state = \(Stored.waiting) AND (due > ? OR deadline > ?)
        """,
      arguments: bounds(at: now) + bounds(at: now))
  }

  private static let longestWait: Duration = .seconds(3600)
  private static let longestDeadline: Duration = .seconds(32 * 86_400)

  private static func bounds(at now: Timestamp) -> StatementArguments {
    [(now + longestWait).milliseconds, (now + longestDeadline).milliseconds]
  }
}

/// Total running time of all daemons with this log; ages in the log are measured in it.
///
/// Grows with the monotonic clock while a daemon runs and stands still otherwise. A wrong or changed wall clock does
/// not affect it (decision 0018).
struct LivingTime: Sendable {
  /// Total of the earlier runs, as last stored.
  let before: Duration
  /// Time since this run began.
  let sinceStart: @Sendable () -> Duration

  var now: Duration { before + sinceStart() }

  /// Returns a function that gives the time since this call, without the time in which the machine sleeps.
  static func counted() -> @Sendable () -> Duration {
    let start = SuspendingClock.now
    return { start.duration(to: .now) }
  }
}

extension Row {
  /// Returns the value of a column.
  ///
  /// Throws `SQLITE_CORRUPT` when the column is missing or of another type, as on a damaged page; GRDB's subscript
  /// would trap.
  func read<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: String) throws -> Value {
    do {
      return try decode(forColumn: column)
    } catch {
      // GRDB's own error text contains the whole row, with the body of a message.
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the database is damaged: column \(column) of a row")
    }
  }

  /// Returns an instant that is stored in milliseconds.
  func read(_ column: String) throws -> Timestamp { Timestamp(milliseconds: try read(column)) }
}
