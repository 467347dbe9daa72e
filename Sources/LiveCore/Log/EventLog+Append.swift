internal import FoundationEssentials
internal import GRDB

/// The entries that one accepted snapshot adds to the log.
struct LogAppend: Sendable {
  var checkpoint: Checkpoint
  var events: [LogEntry]
}

/// One event and the sinks that shall get it.
struct LogEntry: Sendable {
  var event: Event
  var sinks: [String]
  /// Those that get it too if they were to get an earlier revision: what was told must be corrected there, also when no
  /// route wants it as it is now.
  var correctionSinks: [String] = []
}

/// A tracker's state as the log keeps it: bytes that only the league's tracker understands.
struct Checkpoint: Equatable, Sendable {
  var game: GameID
  var state: [UInt8]
  /// The game needs no more polls.
  var isOver: Bool
  /// The game has ended and is not played again. One that was suspended or postponed may be, even after months.
  var isFinal = false
}

extension EventLog {
  /// Appends events, checkpoint and deliveries in one transaction, then wakes the readers.
  ///
  /// - Returns: the newest sequence of the log.
  @discardableResult
  func append(_ batch: LogAppend, at now: Timestamp) async throws -> Int {
    let due = outboxTime(at: now)
    let (newest, logged) = try await commits.write { database in
      let newest = try Self.newestSequence(database)
      let logged = try batch.events.enumerated().map { offset, entry in
        let sequence = newest + offset + 1
        // A game that was begun anew has lanes of its own: nothing of it stands in the messages of the first.
        let game = batch.checkpoint.game.begun(anew: entry.event.data.fact.date.map(String.init))
        let event = try self.insert(entry, as: sequence, game: game, at: now, in: database)
        try self.route(entry, as: sequence, game: game, due: due, in: database)
        return event
      }
      try self.put(batch.checkpoint, at: now, in: database)
      try Self.setValue(now.description, for: "alive", in: database)
      try Self.note(self.clock, in: database)
      return (newest + logged.count, logged)
    }
    tail.publish(logged)
    return newest
  }

  private func insert(
    _ entry: LogEntry, as sequence: Int, game: GameID, at now: Timestamp, in database: Database
  ) throws -> LoggedEvent {
    let line = try CloudEvent(event: entry.event, sequence: sequence, logID: id).line()
    try database.cachedStatement(sql: "INSERT INTO event VALUES (?, ?, ?, ?, ?)").execute(
      arguments: [sequence, entry.event.id, game.description, now.milliseconds, Data(line)])
    return LoggedEvent(sequence: sequence, game: game.description, logged: now, line: line)
  }

  private func route(
    _ entry: LogEntry, as sequence: Int, game: GameID, due: Timestamp, in database: Database
  ) throws {
    let correctionSinks = try entry.event.data.revision == 1 ? [] : earlierSinks(of: entry.event, in: database)
    let claims =
      entry.sinks.map { ($0, DeliveryClaim.route) }
      + entry.correctionSinks.filter { correctionSinks.contains($0) && !entry.sinks.contains($0) }.map {
        ($0, .earlier)
      }
    let sql = "INSERT INTO delivery (sink, sequence, lane, due, claim, lasting) VALUES (?, ?, ?, ?, ?, ?)"
    let isLasting = entry.event.data.tags.contains(.final)
    for (sink, claim) in claims {
      try database.cachedStatement(sql: sql).execute(
        arguments: [sink, sequence, game.description, due.milliseconds, claim.rawValue, isLasting])
    }
  }

  private func earlierSinks(of event: Event, in database: Database) throws -> Set<String> {
    let sql = "SELECT DISTINCT sink FROM delivery JOIN event USING (sequence) WHERE event.fact = ?"
    return try String.fetchSet(database.cachedStatement(sql: sql), arguments: [event.data.fact.rawValue])
  }

  private func put(_ checkpoint: Checkpoint, at now: Timestamp, in database: Database) throws {
    let sql = """
      INSERT OR REPLACE INTO checkpoint (game, state, isOver, updated, lived, isFinal) VALUES (?, ?, ?, ?, ?, ?)
      """
    try database.cachedStatement(sql: sql).execute(
      arguments: [
        checkpoint.game.description, Data(checkpoint.state), checkpoint.isOver, now.milliseconds,
        living.now.wholeMilliseconds, checkpoint.isFinal,
      ])
  }

  /// Writes the checkpoints of games that are not known yet, and leaves the others alone: a game with events has lost
  /// its checkpoint, and its watch rebuilds it.
  func begin(_ checkpoints: [Checkpoint], at now: Timestamp) async throws {
    try await commits.write { database in
      for checkpoint in checkpoints where try Self.checkpoint(of: checkpoint.game, in: database) == nil {
        guard try !Self.hasEvents(of: checkpoint.game, in: database) else { continue }
        try self.put(checkpoint, at: now, in: database)
      }
    }
  }

  private static func hasEvents(of game: GameID, in database: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM event WHERE game = ? OR game GLOB ?)"
    return try Bool.fetchOne(database.cachedStatement(sql: sql), arguments: [game.description, "\(game)/*"]) ?? false
  }

  /// Returns a game's checkpoint; nil for an unknown game.
  func checkpoint(of game: GameID) async throws -> Checkpoint? {
    try await pool.read { try Self.checkpoint(of: game, in: $0) }
  }

  private static func checkpoint(of game: GameID, in database: Database) throws -> Checkpoint? {
    let sql = "SELECT state, isOver, isFinal FROM checkpoint WHERE game = ?"
    guard let row = try Row.fetchOne(database, sql: sql, arguments: [game.description]) else { return nil }
    let state: Data = try row.read("state")
    return try Checkpoint(
      game: game, state: [UInt8](state), isOver: row.read("isOver"), isFinal: row.read("isFinal"))
  }
}

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

  /// The sequences that can be read now.
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
