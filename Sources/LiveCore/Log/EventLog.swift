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
  /// What ages are counted by.
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
