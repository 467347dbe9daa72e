internal import FoundationEssentials
internal import GRDB
internal import LiveModel

/// An event as stored in the log. Every receiver of the JSON form gets `line` byte for byte.
struct LoggedEvent: Equatable, Sendable {
  var sequence: Int
  /// Key of the game, such as `mlb/747175`.
  var game: String
  var logged: Timestamp
  /// One JSON object, without a newline.
  var line: [UInt8]

  /// Decodes the event from `line`.
  func decoded() throws -> Event { try CloudEvent(line: line).event }
}

extension LoggedEvent {
  init(_ row: Row) throws {
    let line: Data = try row.read("line")
    try self.init(
      sequence: row.read("sequence"), game: row.read("game"), logged: row.read("logged"), line: [UInt8](line))
  }
}

extension EventLog {
  /// Range of sequences that can be read; `oldest` is one past `newest` when the log holds no event.
  struct Extent: Equatable, Sendable {
    var oldest: Int
    var newest: Int
  }

  /// Returns the next page after a cursor, in order. Blocks its thread for one short read.
  func events(after cursor: Int, limit: Int) throws -> [LoggedEvent] {
    try pool.read { try Self.page(after: cursor, limit: limit, in: $0) }
  }

  /// Returns the next page after a cursor, in order, without blocking the caller's thread.
  func page(after cursor: Int, limit: Int) async throws -> [LoggedEvent] {
    try await pool.read { try Self.page(after: cursor, limit: limit, in: $0) }
  }

  static func page(after cursor: Int, limit: Int, in database: Database) throws -> [LoggedEvent] {
    let sql = "SELECT sequence, game, logged, line FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?"
    return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [cursor, limit]).map(LoggedEvent.init)
  }

  /// Returns the event with an id such as `mlb/747175/5-top/start@1`; nil when it was never logged or has been removed.
  func event(id: String) async throws -> LoggedEvent? {
    try await pool.read { database in
      let sql = "SELECT sequence, game, logged, line FROM event WHERE id = ?"
      return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [id]).map(LoggedEvent.init)
    }
  }

  /// Returns the newest revision of each fact of a game that the log still has, in log order, including a restart of
  /// the game on another date. Returns at most 20,000, far more than a game has.
  func newestRevisions(of game: GameID) async throws -> [LoggedEvent] {
    try await pool.read { database in
      let sql = """
        SELECT sequence, game, logged, line FROM event
        JOIN (SELECT MAX(sequence) AS last FROM event WHERE game = ? OR game GLOB ? GROUP BY fact) ON sequence = last
        ORDER BY sequence LIMIT 20000
        """
      return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [game.description, "\(game)/*"]).map(
        LoggedEvent.init)
    }
  }

  /// Returns all revisions of the facts of a game that have several, in log order, including a restart of the game on
  /// another date. Returns at most the newest `limit`, some megabytes at most.
  func severalRevisions(of game: GameID, limit: Int = 1000) async throws -> [LoggedEvent] {
    try await pool.read { database in
      let sql = """
        SELECT sequence, game, logged, line FROM event
        WHERE fact IN (
          SELECT fact FROM event WHERE game = ?1 OR game GLOB ?2 GROUP BY fact HAVING COUNT(*) > 1)
        ORDER BY sequence DESC LIMIT ?3
        """
      return try Row.fetchAll(
        database.cachedStatement(sql: sql), arguments: [game.description, "\(game)/*", limit]
      ).reversed().map(LoggedEvent.init)
    }
  }

  /// Returns whether an error reports a damaged file, so that reading it again cannot help.
  static func isDamage(_ error: any Error) -> Bool {
    (error as? DatabaseError).map { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains($0.resultCode.primaryResultCode) }
      ?? false
  }

  /// Returns the newest event of a game, including a restart of the game on another date; nil when there is none.
  func newestEvent(of game: GameID) async throws -> LoggedEvent? {
    try await pool.read { database in
      let sql =
        "SELECT sequence, game, logged, line FROM event WHERE game = ? OR game GLOB ? ORDER BY sequence DESC LIMIT 1"
      return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [game.description, "\(game)/*"]).map(
        LoggedEvent.init)
    }
  }

  /// Returns the range that can be read now.
  func extent() throws -> Extent { try pool.read(Self.extent) }

  static func extent(_ database: Database) throws -> Extent {
    let newest = try newestSequence(database)
    let oldest = try Int.fetchOne(database, sql: "SELECT MIN(sequence) FROM event")
    return Extent(oldest: oldest ?? newest + 1, newest: newest)
  }

  /// Returns the stored cursor of a reader; 0 before its first event.
  func cursor(of reader: String) async throws -> Int {
    try await pool.read { database in
      try Int.fetchOne(database, sql: "SELECT sequence FROM cursor WHERE reader = ?", arguments: [reader]) ?? 0
    }
  }

  /// Stores the cursor of a reader.
  func setCursor(of reader: String, to sequence: Int) async throws {
    try await commits.write { try Self.setCursor(of: reader, to: sequence, in: $0) }
  }

  static func setCursor(of reader: String, to sequence: Int, in database: Database) throws {
    try database.execute(sql: "INSERT OR REPLACE INTO cursor VALUES (?, ?)", arguments: [reader, sequence])
  }

  /// The name of the journal's cursor.
  static let journalReader = "journal"
}
