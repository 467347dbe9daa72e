internal import GRDB
internal import GRDBSQLite
internal import LiveModel
internal import LivePlatform

/// Checks the log's file before anything is written to it or next to it.
///
/// A log that a newer release wrote must stay unchanged, byte for byte. SQLite writes even when a file is only opened:
/// it creates `-wal` and `-shm`, and on closing it copies the `-wal` into the file. So this check has its own
/// connection.
struct LogFile: Sendable {
  let path: String

  /// Throws `log.newer` for a log that a newer release wrote. Skips a file that cannot be read or that another process
  /// uses; `EventLog` then reports what is wrong.
  func refuseNewer() throws(Fault) {
    guard Folder.holds(path), let sign = signOfNewer() else { return }
    throw Fault(
      .logNewer, "a newer livegamed has written the event log (\(sign)); nothing in its folder was changed",
      at: .path(path),
      hint: "install that release again, restore an older backup with 'livegamed log restore', or move the files"
        + " livegamed.sqlite* elsewhere to begin a new log")
  }

  /// URI with which SQLite opens the file as one that nothing changes, and creates no file beside it.
  var immutableAddress: String { "file:\(Self.escaped(path))?immutable=1" }

  /// Returns what this release does not know about the file; nil when it can use the file.
  private func signOfNewer() -> String? {
    // Without a `-wal` the file is complete, so that SQLite may open it as immutable.
    let hasWAL = Folder.size(of: "\(path)-wal") > 0
    let flags = hasWAL ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    let address = hasWAL ? "file:\(Self.escaped(path))" : immutableAddress
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    guard sqlite3_open_v2(address, &connection, flags | SQLITE_OPEN_URI, nil) == SQLITE_OK, let connection else {
      return nil
    }
    if hasWAL {
      // An exclusive lock makes SQLite keep the index of the `-wal` in memory instead of in `-shm`.
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

  /// Returns the first column of all rows, at most 10,000: more than any release has migrations.
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

  /// Escapes a path for a URI.
  private static func escaped(_ path: String) -> String {
    path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
  }
}

extension Fault.Code {
  static let logNewer = Fault.Code("log.newer")
}
