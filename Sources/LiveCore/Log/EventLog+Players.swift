internal import GRDB
internal import LiveModel

extension EventLog {
  /// The events that are searched for players, newest first: those of about a month.
  private static let searched = 200_000

  /// Returns the players in the newest events, each with his newest name, at most 10,000. Throws the error of SQLite.
  func players() async throws -> [Person] {
    try await withCheckedThrowingContinuation { continuation in
      readPlayers { continuation.resume(with: $0) }
    }
  }

  /// Reads the players as `players()` does, and passes them to `take` on another thread. Uses a connection of its own,
  /// because it takes seconds in a full log.
  func readPlayers(then take: @escaping @Sendable (Result<[Person], any Error>) -> Void) {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    let queue: DatabaseQueue
    do {
      queue = try DatabaseQueue(path: pool.path, configuration: configuration)
    } catch {
      return take(.failure(error))
    }
    queue.asyncRead { database in take(Result { try Self.players(in: database.get()) }) }
  }

  /// Runs `work` on a thread of the log's readers, so that a thread that serves clients need not wait for it.
  func runOnReader(_ work: @escaping @Sendable () -> Void) { pool.asyncRead { _ in work() } }

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
