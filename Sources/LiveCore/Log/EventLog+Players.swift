internal import GRDB
internal import LiveModel

extension EventLog {
  /// The events that are searched for players, newest first: those of about a month.
  private static let searched = 200_000

  /// Returns the players in the newest events, each with his newest name, at most 10,000. Throws the error of SQLite.
  func players() async throws -> [Person] { try await ownReader().read(Self.players) }

  /// Reads the players as `players()` does. The caller's thread waits, for seconds in a full log.
  func readPlayers() throws -> [Person] { try ownReader().read(Self.players) }

  /// Opens a connection for one slow reading, so that the readers of the pool stay free.
  private func ownReader() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    return try DatabaseQueue(path: pool.path, configuration: configuration)
  }

  static func players(in database: Database) throws -> [Person] {
    let sql = """
      SELECT player.value ->> 'id' AS id, player.value ->> 'name' AS name, MAX(newest.sequence)
      FROM (SELECT sequence, line FROM event ORDER BY sequence DESC LIMIT \(searched)) AS newest,
        json_each(CAST(newest.line AS TEXT), '$.data.players') AS player
      WHERE typeof(player.value ->> 'id') = 'integer' AND player.value ->> 'name' <> ''
      GROUP BY player.value ->> 'id' LIMIT 10000
      """
    return try Row.fetchAll(database, sql: sql).map { try Person(id: $0.read("id"), name: $0.read("name")) }
  }
}
