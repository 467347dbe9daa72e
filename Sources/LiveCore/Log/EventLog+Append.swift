internal import FoundationEssentials
internal import GRDB
internal import LiveModel

/// Events and checkpoint that one accepted snapshot adds to the log.
struct LogAppend: Sendable {
  var checkpoint: Checkpoint
  var events: [LogEntry]
  /// The settings that the events were routed by, as text; nil keeps those of the events before.
  var routing: String?
}

/// One event and the sinks that it is routed to.
struct LogEntry: Sendable {
  var event: Event
  var sinks: [String]
  /// Sinks that get the event only if an earlier revision of its fact was queued for them. They need the correction
  /// even when no route matches the new revision.
  var correctionSinks: [String] = []
}

/// A tracker's state as stored in the log: bytes that only the league's tracker can decode.
struct Checkpoint: Equatable, Sendable {
  var game: GameID
  var state: [UInt8]
  /// The game needs no more polls.
  var isOver: Bool
  /// The game has ended and is not played again. A suspended or postponed game may be, even after months.
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
      let logged = try self.append(batch.events, routing: batch.routing, due: due, at: now, in: database)
      try self.put(batch.checkpoint, at: now, in: database)
      try Self.setValue(now.description, for: "alive", in: database)
      try Self.note(self.clock, in: database)
      return (try Self.newestSequence(database), logged)
    }
    tail.publish(logged)
    return newest
  }

  /// Appends events and their deliveries.
  ///
  /// - Returns: the events as they were logged.
  func append(_ entries: [LogEntry], routing: String?, due: Timestamp, at now: Timestamp, in database: Database) throws
    -> [LoggedEvent]
  {
    guard !entries.isEmpty else { return [] }
    let newest = try Self.newestSequence(database)
    if let routing { try Self.noteRouting(routing, from: newest + 1, in: database) }
    return try entries.enumerated().map { offset, entry in
      let sequence = newest + offset + 1
      // A game that restarts on another date has a key and lanes of its own: its facts never enter messages of the
      // first game.
      let game = entry.event.data.gameID.begun(anew: entry.event.data.fact.date.map(String.init))
      let event = try insert(entry, as: sequence, game: game, at: now, in: database)
      try Self.keep(entry.event, as: event, in: database)
      try route(entry, as: sequence, game: game, due: due, in: database)
      return event
    }
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

  /// Stores the checkpoints of new games. Skips games that have a checkpoint or events: a game with events has lost its
  /// checkpoint, and its poller rebuilds it.
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

  /// Returns the checkpoint of a game; nil when the log has none.
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

extension EventLog {
  /// Returns the checkpoints of games that are not over, the most recently written first.
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
