internal import GRDB
internal import GRDBSQLite

/// The log's file, looked at before anything is written to it or beside it.
///
/// A log that a newer release wrote must stay as it is, byte for byte. SQLite writes when a file is merely opened: it
/// makes `-wal` and `-shm`, and on closing it copies the `-wal` into the file. So this look has a connection of its
/// own.
struct LogFile: Sendable {
  let path: String

  /// Throws `log.newer` for a log that a newer release wrote. A file that cannot be read is left for `EventLog` to
  /// judge, and so is one that another process uses.
  func refuseNewer() throws(Fault) {
    guard Folder.holds(path), let sign = signOfNewer() else { return }
    throw Fault(
      .logNewer, "a newer livegamed has written the event log (\(sign)); nothing in its folder was changed",
      at: .path(path),
      hint: "install that release again, or move the files livegamed.sqlite* elsewhere to begin a new log")
  }

  /// A sign that a newer release wrote the file; nil if this release can use it.
  private func signOfNewer() -> String? {
    // Without a log of writes the file says it all, and SQLite may take it for one that nobody changes.
    let hasLogOfWrites = Folder.size(of: "\(path)-wal") > 0
    let flags = hasLogOfWrites ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    let address = "file:\(Self.escaped(path))" + (hasLogOfWrites ? "" : "?immutable=1")
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    guard sqlite3_open_v2(address, &connection, flags | SQLITE_OPEN_URI, nil) == SQLITE_OK, let connection else {
      return nil
    }
    if hasLogOfWrites {
      // The lock is exclusive, so that SQLite keeps the index of the log of writes in memory and not in a file.
      guard SQLiteOption.keepLogOfWrites(connection),
        sqlite3_exec(connection, "PRAGMA locking_mode = EXCLUSIVE", nil, nil, nil) == SQLITE_OK
      else { return nil }
    }
    if let format = Self.column("PRAGMA user_version", connection).first.flatMap({ Int($0, in: Int.interoperable) }),
      format > Schema.format
    {
      return "its format is \(format), and this release knows \(Schema.format)"
    }
    let known = Set(Schema.migrator.migrations)
    return Self.column("SELECT identifier FROM grdb_migrations", connection).first { !known.contains($0) }
      .map { "it has '\($0.prefix(100))'" }
  }

  /// The first column of all rows, at most as many as any release has migrations.
  private static func column(_ sql: String, _ connection: OpaquePointer) -> [String] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else { return [] }
    var values: [String] = []
    while values.count < 10_000, sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0) {
      values.append(String(cString: text))
    }
    return values
  }

  /// A path as part of a URI.
  private static func escaped(_ path: String) -> String {
    path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
  }
}

extension Fault.Code {
  static let logNewer = Fault.Code("log.newer")
}

/// Whether the log does what it is asked: a full disk or a broken one is nobody else's failure.
final class LogHealth: Sendable {
  struct Trouble: Equatable, Sendable {
    /// Its first failure.
    var since: Timestamp
    /// Its newest failure, as an operator reads it.
    var error: String
  }

  private struct Failures {
    var trouble: Trouble
    var last: Timestamp
  }

  private let failures = Locked<Failures?>(nil)
  private let now: @Sendable () -> Timestamp
  private let wall: @Sendable () -> Timestamp

  /// So long after the last failure it counts as over: the daemon writes down twice as often that it lives, so that one
  /// that lasts is seen however little happens, and what goes well between two failures does not hide them.
  static let memory: Duration = .seconds(60)

  /// It remembers by `now`, and tells by `wall` since when.
  init(
    now: @escaping @Sendable () -> Timestamp = RunClock.shared.now,
    wall: @escaping @Sendable () -> Timestamp = WallClock.now
  ) {
    (self.now, self.wall) = (now, wall)
  }

  /// Something could not be read or written.
  func failed(_ error: any Error) {
    let (now, wall, text) = (now(), wall(), "\(Fault(eventLog: error))")
    failures.withLock { failures in
      let since = failures.flatMap { Self.isOver($0, at: now) ? nil : $0.trouble.since } ?? wall
      failures = Failures(trouble: Trouble(since: since, error: text), last: now)
    }
  }

  /// Nil while all is well.
  var trouble: Trouble? {
    let now = now()
    return failures.withLock { failures in failures.flatMap { Self.isOver($0, at: now) ? nil : $0.trouble } }
  }

  private static func isOver(_ failures: Failures, at now: Timestamp) -> Bool { now - failures.last >= memory }
}

extension Fault {
  /// Describes a failure of the log, without the SQL statement.
  init(eventLog error: any Error) {
    if let fault = error as? Fault {
      self = fault
      return
    }
    let what = (error as? DatabaseError)?.message ?? "\(error)"
    self.init(
      .logUnusable, "the event log cannot be read or written: \(what)", hint: "see whether the disk is full or broken")
  }
}
