internal import FoundationEssentials
internal import GRDB

/// An event as the log holds it: the line is what every receiver gets, byte for byte.
struct LoggedEvent: Equatable, Sendable {
  var sequence: Int
  /// `mlb/747175`
  var game: String
  var logged: Timestamp
  /// One JSON object, without a newline.
  var line: [UInt8]

  /// The event that the line holds.
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
  /// The oldest and the newest sequence that can be read; `oldest` is one past `newest` when there is none.
  struct Extent: Equatable, Sendable {
    var oldest: Int
    var newest: Int
  }

  /// The next page after a cursor, in order. Blocks its thread for the time of one short read.
  func events(after cursor: Int, limit: Int) throws -> [LoggedEvent] {
    try pool.read { try Self.page(after: cursor, limit: limit, in: $0) }
  }

  /// The same without blocking the caller's thread.
  func page(after cursor: Int, limit: Int) async throws -> [LoggedEvent] {
    try await pool.read { try Self.page(after: cursor, limit: limit, in: $0) }
  }

  private static func page(after cursor: Int, limit: Int, in database: Database) throws -> [LoggedEvent] {
    let sql = "SELECT sequence, game, logged, line FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?"
    return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [cursor, limit]).map(LoggedEvent.init)
  }

  /// The event of that id, such as `mlb/747175/5-top/start@1`; nil when it was never told or is no longer kept.
  func event(id: String) async throws -> LoggedEvent? {
    try await pool.read { database in
      let sql = "SELECT sequence, game, logged, line FROM event WHERE id = ?"
      return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [id]).map(LoggedEvent.init)
    }
  }

  /// The newest revision of each fact of a game that the log keeps, begun anew or not, in the order of the log. Bounded
  /// by far more than a game has.
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

  /// Whether an error says that the file is damaged, so that to read it once more would not help.
  static func isDamage(_ error: any Error) -> Bool {
    (error as? DatabaseError).map { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains($0.resultCode.primaryResultCode) }
      ?? false
  }

  /// The last one that was logged of a game, begun anew or not; nil when there is none.
  func newestEvent(of game: GameID) async throws -> LoggedEvent? {
    try await pool.read { database in
      let sql =
        "SELECT sequence, game, logged, line FROM event WHERE game = ? OR game GLOB ? ORDER BY sequence DESC LIMIT 1"
      return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [game.description, "\(game)/*"]).map(
        LoggedEvent.init)
    }
  }

  /// What can be read now.
  func extent() throws -> Extent { try pool.read(Self.extent) }

  static func extent(_ database: Database) throws -> Extent {
    let newest = try newestSequence(database)
    let oldest = try Int.fetchOne(database, sql: "SELECT MIN(sequence) FROM event")
    return Extent(oldest: oldest ?? newest + 1, newest: newest)
  }

  /// How far a reader has come; 0 before its first event.
  func cursor(of reader: String) async throws -> Int {
    try await pool.read { database in
      try Int.fetchOne(database, sql: "SELECT sequence FROM cursor WHERE reader = ?", arguments: [reader]) ?? 0
    }
  }

  /// Writes down how far a reader has come.
  func setCursor(of reader: String, to sequence: Int) async throws {
    try await commits.write { database in
      try database.execute(sql: "INSERT OR REPLACE INTO cursor VALUES (?, ?)", arguments: [reader, sequence])
    }
  }
}
