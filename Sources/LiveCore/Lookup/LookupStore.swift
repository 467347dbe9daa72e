internal import FoundationEssentials
internal import GRDB
internal import LiveModel
internal import LivePlatform

/// The last answers of the leagues' sources to lookups, by URL, in a SQLite file. The file is only a cache: one that
/// cannot be used is replaced.
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

  private let database: DatabaseQueue
  private let mostBytes: Int

  /// Opens the store, or creates it.
  ///
  /// - Parameters:
  ///   - path: the file; nil keeps the answers in memory.
  ///   - mostBytes: the largest sum of all bodies.
  /// - Throws: the error of SQLite, if not even a new file can be used.
  init(path: String?, mostBytes: Int = LookupStore.mostBytes) throws {
    self.mostBytes = mostBytes
    guard let path else {
      database = try DatabaseQueue()
      try Self.prepare(database)
      return
    }
    do {
      database = try Self.open(path)
    } catch {
      for end in ["", "-wal", "-shm", "-journal"] { WholeFile.remove(path + end) }
      database = try Self.open(path)
    }
  }

  private static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(2)
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try prepare(database)
    return database
  }

  /// The number of the tables below, in the header of the file as `user_version`. Increment it with each change of them.
  private static let schema = 1

  /// Creates the tables. A file of another release is emptied. GRDB's migrator can do the same, but it compares the file
  /// with a second one that it creates in `/tmp` at each start, and waits eight times for the disk.
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
