internal import FoundationEssentials
internal import GRDB
internal import LiveModel
internal import LivePlatform

/// The last answers of the leagues' sources to lookups, by URL, in a SQLite file. The file is only a cache: one that
/// cannot be used is replaced, by one in memory if need be.
///
/// Bound: bodies of `mostBytes` together. The answers that were used longest ago are removed first.
final class LookupStore: Sendable {
  /// A stored answer.
  struct Answer: Equatable, Sendable {
    var body: [UInt8]
    /// The `ETag` of the answer, for a conditional request.
    var etag: String?
    /// The time at which the source last confirmed the answer.
    var confirmed: Timestamp
  }

  /// The largest sum of all bodies, in bytes: the schedules of some hundred dates, and a season's players.
  static let mostBytes = 32 << 20

  private let path: String?
  private let mostBytes: Int
  /// The file; nil before its first use.
  private let opened = Locked<DatabaseQueue?>(nil)

  /// Makes a store, whose file is opened or created when it is first used: the start of the daemon does not wait for it.
  ///
  /// - Parameters:
  ///   - path: the file; nil keeps the answers in memory.
  ///   - mostBytes: the largest sum of all bodies.
  init(path: String?, mostBytes: Int = LookupStore.mostBytes) { (self.path, self.mostBytes) = (path, mostBytes) }

  /// Returns the file; if not even a new one can be used, one in memory, until the process ends.
  private var database: DatabaseQueue {
    get throws {
      try opened.withLock { opened in
        let database = try opened ?? path.flatMap { try? Self.openOrReplace($0) } ?? Self.inMemory()
        opened = database
        return database
      }
    }
  }

  private static func inMemory() throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try prepare(database)
    return database
  }

  private static func openOrReplace(_ path: String) throws -> DatabaseQueue {
    do {
      return try open(path)
    } catch {
      for end in ["", "-wal", "-shm", "-journal"] { WholeFile.remove(path + end) }
      return try open(path)
    }
  }

  private static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(2)
    // A body is read once and then decoded, so SQLite keeps only 128 KiB of the file's pages.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -128") }
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try prepare(database)
    return database
  }

  /// The number of the tables below, in the header of the file as `user_version`. Increment it with each change of them.
  private static let schema = 1

  /// Creates the tables. A file of another release is emptied. GRDB's migrator can do the same, but it compares the file
  /// with a second one that it creates in `/tmp`, and waits eight times for the disk.
  private static func prepare(_ database: DatabaseQueue) throws {
    let found = try database.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    guard found != schema else { return }
    // A new file has version 0 and nothing to erase. `erase` waits for the disk eight times.
    if found != 0 { try database.erase() }
    try database.write { database in
      try database.execute(
        sql: """
          CREATE TABLE answer (
            url TEXT PRIMARY KEY NOT NULL, body BLOB NOT NULL, etag TEXT, confirmed INTEGER NOT NULL,
            used INTEGER NOT NULL
          ) STRICT, WITHOUT ROWID
          """)
      try database.execute(sql: "PRAGMA user_version = \(schema)")
    }
  }

  /// Returns the last answer; nil without one. Throws the error of SQLite.
  func answer(of url: String) async throws -> Answer? {
    try await database.read { database in
      try Row.fetchOne(database, sql: "SELECT body, etag, confirmed FROM answer WHERE url = ?", arguments: [url])
        .map { row in
          Answer(
            body: Array(row["body"] as Data), etag: row["etag"], confirmed: Timestamp(milliseconds: row["confirmed"]))
        }
    }
  }

  /// Stores an answer in place of the last one, and removes others as the bound demands. Throws the error of SQLite.
  func keep(_ answer: Answer, of url: String) async throws {
    let mostBytes = mostBytes
    try await database.write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO answer (url, body, etag, confirmed, used) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          url, Data(answer.body), answer.etag, answer.confirmed.milliseconds, answer.confirmed.milliseconds,
        ])
      try database.execute(
        sql: """
          DELETE FROM answer WHERE url IN (
            SELECT url FROM (
              SELECT url, sum(length(body)) OVER (ORDER BY used DESC, url ROWS UNBOUNDED PRECEDING) AS total FROM answer)
            WHERE total > ?)
          """, arguments: [mostBytes])
    }
  }

  /// Records that an answer was used, and if `isConfirmed`, that the source has confirmed it. Throws the error of
  /// SQLite.
  func use(_ url: String, at now: Timestamp, isConfirmed: Bool) async throws {
    try await database.write { database in
      try database.execute(
        sql: isConfirmed
          ? "UPDATE answer SET used = ?1, confirmed = ?1 WHERE url = ?2" : "UPDATE answer SET used = ?1 WHERE url = ?2",
        arguments: [now.milliseconds, url])
    }
  }
}
