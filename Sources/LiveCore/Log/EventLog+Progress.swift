internal import GRDB
internal import LiveModel

/// One game at one sink.
struct SinkLane: Hashable, Sendable {
  var sink: String
  /// The game as text, with the date of a game that began anew.
  var game: String
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
      for row in try Row.fetchAll(database.cachedStatement(sql: Self.firstWaiting), arguments: [sink]) {
        first[try row.read("lane")] = try row.read("first") as Int
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
      var unknown: [SinkMark] = []
      for mark in marks {
        let sql = "SELECT sequence FROM event WHERE id = ?"
        guard let sequence = try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [mark.event]) else {
          unknown.append(mark)
          continue
        }
        let (sink, game) = (mark.lane.sink, mark.lane.game)
        try database.cachedStatement(sql: Self.settlement).execute(
          arguments: [now.milliseconds, sink, game, sequence])
        if database.changesCount > 0 {
          try database.cachedStatement(sql: Self.emptied).execute(arguments: [now.milliseconds, sink, game])
        }
      }
      return unknown
    }
  }

  private static let firstWaiting = """
    SELECT lane, MIN(sequence) AS first FROM delivery WHERE sink = ? AND state = \(Stored.waiting) GROUP BY lane
    """

  private static let settlement = """
    UPDATE delivery SET state = \(Stored.delivered), reason = NULL, changed = ?
    WHERE sink = ? AND lane = ? AND state = \(Stored.waiting) AND sequence <= ?
    """

  /// Messages of which nothing waits any more. A digest has facts of several games.
  private static let emptied = """
    UPDATE message SET state = \(Stored.skipped), error = 'another node delivered it', body = NULL, changed = ?
    WHERE sink = ? AND lane IN (?, '\(Outbox.quietLane)') AND state = \(Stored.waiting)
      AND NOT EXISTS (SELECT 1 FROM delivery WHERE message = message.number AND state = \(Stored.waiting))
    """
}
