internal import GRDB
internal import LiveModel

/// One game at one sink, or all games.
struct SinkLane: Hashable, Sendable {
  var sink: String
  /// The game as text, with the date of a game that began anew; `allGames` for all.
  var game: String

  static let allGames = "*"
}

/// How far a sink is with a game: all that it is to get of it up to an event is settled.
struct SinkMark: Hashable, Sendable {
  var lane: SinkLane
  /// The id of the event, which is the same in the logs of all nodes.
  var event: String
}

/// How far a sink is with the games in which something has changed.
struct SinkProgress: Equatable, Sendable {
  var marks: [SinkMark] = []
  /// The games that have waiting deliveries.
  var waiting: Set<String> = []
  /// The newest sequence.
  var newest: Int
}

/// Deliveries that several nodes share.
extension EventLog {
  /// Returns how far a sink is with some games, with those that have waiting deliveries, and with those that have events
  /// after a sequence. A game before whose first event something waits has no mark.
  func progress(of sink: String, in games: Set<String>, after sequence: Int) async throws -> SinkProgress {
    try await pool.read { database in
      var first: [String: Int] = [:]
      for row in try Row.fetchAll(database.cachedStatement(sql: Self.firstWaiting), arguments: ["sink": sink]) {
        let (game, sequence): (String, Int) = (try row.read("game"), try row.read("first"))
        first[game] = min(first[game] ?? sequence, sequence)
      }
      let fresh = try String.fetchSet(
        database.cachedStatement(sql: "SELECT DISTINCT game FROM event WHERE sequence > ?"), arguments: [sequence])
      let before = try database.cachedStatement(
        sql: "SELECT id FROM event WHERE game = ? AND sequence < ? ORDER BY sequence DESC LIMIT 1")
      let marks = try games.union(fresh).union(first.keys).compactMap { game in
        try String.fetchOne(before, arguments: [game, first[game] ?? Int.max]).map {
          SinkMark(lane: SinkLane(sink: sink, game: game), event: $0)
        }
      }
      return SinkProgress(marks: marks, waiting: Set(first.keys), newest: try Self.newestSequence(database))
    }
  }

  /// Takes what other nodes have delivered for delivered.
  ///
  /// - Returns: the marks whose event this log does not have.
  func settle(_ marks: some Sequence<SinkMark> & Sendable, at now: Timestamp) async throws -> [SinkMark] {
    try await commits.write { database in
      let past = try Self.streamPast(database)
      var unknown: [SinkMark] = []
      for mark in marks {
        let sql = "SELECT sequence FROM event WHERE id = ?"
        guard let sequence = try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [mark.event]) else {
          unknown.append(mark)
          continue
        }
        let (sink, game) = (mark.lane.sink, mark.lane.game)
        var arguments: StatementArguments = ["now": now.milliseconds, "sink": sink, "sequence": sequence]
        let isOfAll = game == SinkLane.allGames
        // Marks of others do not cover the events that this daemon had logged before it joined.
        arguments += isOfAll ? ["after": past?.after ?? 0] : ["game": game]
        try database.cachedStatement(sql: isOfAll ? Self.allSettled : Self.settled).execute(arguments: arguments)
        if database.changesCount > 0 {
          try database.cachedStatement(sql: Self.emptied).execute(arguments: ["now": now.milliseconds, "sink": sink])
        }
      }
      return unknown
    }
  }

  /// Skips what the stream had before this daemon, at a sink that no node has served.
  func skip(_ past: StreamPast, at sink: String, at now: Timestamp) async throws {
    guard let through = past.through, through > past.after else { return }
    try await commits.write { database in
      try database.execute(
        sql: """
          UPDATE delivery SET state = \(Stored.skipped), reason = ?, changed = ?
          WHERE sink = ? AND state = \(Stored.waiting) AND sequence > ? AND sequence <= ?
          """, arguments: [SkipReason.stale.rawValue, now.milliseconds, sink, past.after, through])
    }
  }

  /// Returns the newest sequence up to which nothing waits for a sink, and the id of the last event until there.
  func settled(of sink: String) async throws -> (sequence: Int, event: String?) {
    try await pool.read { database in
      let first = try Int.fetchOne(
        database, sql: "SELECT MIN(sequence) FROM delivery WHERE sink = ? AND state = \(Stored.waiting)",
        arguments: [sink])
      let sequence = try first.map { $0 - 1 } ?? Self.newestSequence(database)
      let sql = "SELECT id FROM event WHERE sequence <= ? ORDER BY sequence DESC LIMIT 1"
      return (sequence, try String.fetchOne(database, sql: sql, arguments: [sequence]))
    }
  }

  /// The first waiting event of each game. A digest of quiet hours has events of several games in one lane.
  private static let firstWaiting = """
    SELECT lane AS game, MIN(sequence) AS first FROM delivery
    WHERE sink = :sink AND state = \(Stored.waiting) AND lane <> '\(Outbox.quietLane)' GROUP BY lane
    UNION ALL
    SELECT event.game, MIN(sequence) FROM delivery JOIN event USING (sequence)
    WHERE sink = :sink AND state = \(Stored.waiting) AND lane = '\(Outbox.quietLane)' GROUP BY event.game
    """

  private static let settlement = """
    UPDATE delivery SET state = \(Stored.delivered), reason = NULL, changed = :now
    WHERE sink = :sink AND state = \(Stored.waiting) AND sequence <= :sequence
    """

  private static let allSettled = "\(settlement) AND sequence > :after"

  private static let settled = """
    \(settlement) AND lane IN (:game, '\(Outbox.quietLane)')
      AND (lane = :game OR (SELECT game FROM event WHERE event.sequence = delivery.sequence) = :game)
    """

  /// Messages of which nothing waits any more.
  private static let emptied = """
    UPDATE message SET state = \(Stored.skipped), error = 'another node delivered it', body = NULL, changed = :now
    WHERE sink = :sink AND state = \(Stored.waiting)
      AND EXISTS (SELECT 1 FROM delivery WHERE message = message.number)
      AND NOT EXISTS (SELECT 1 FROM delivery WHERE message = message.number AND state = \(Stored.waiting))
    """
}
