internal import GRDB
internal import LiveModel

extension EventLog {
  /// The events that are searched for players, newest first: those of about a month.
  private static let searched = 200_000

  /// Returns the players in the newest events, each with his newest name, at most 10,000. Reads through a connection of
  /// its own, because it takes seconds in a full log. Throws the error of SQLite.
  func players() async throws -> [Person] {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    let queue = try DatabaseQueue(path: pool.path, configuration: configuration)
    let sql = """
      SELECT player.value ->> 'id' AS id, player.value ->> 'name' AS name, MAX(newest.sequence)
      FROM (SELECT sequence, line FROM event ORDER BY sequence DESC LIMIT \(Self.searched)) AS newest,
        json_each(CAST(newest.line AS TEXT), '$.data.players') AS player
      WHERE typeof(player.value ->> 'id') = 'integer' AND player.value ->> 'name' <> ''
      GROUP BY player.value ->> 'id' LIMIT 10000
      """
    return try await queue.read { database in
      try Row.fetchAll(database, sql: sql).map { try Person(id: $0.read("id"), name: $0.read("name")) }
    }
  }
}
