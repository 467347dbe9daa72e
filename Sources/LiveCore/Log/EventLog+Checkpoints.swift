internal import FoundationEssentials
internal import GRDB

extension EventLog {
  /// The checkpoints of games that are not over, the one that was written last first.
  func openCheckpoints(limit: Int) async throws -> [Checkpoint] {
    try await pool.read { database in
      let sql = "SELECT game, state FROM checkpoint WHERE NOT isOver ORDER BY updated DESC LIMIT ?"
      return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [limit]).compactMap { row in
        GameID(row["game"] as String).map { Checkpoint(game: $0, state: [UInt8](row["state"] as Data), isOver: false) }
      }
    }
  }
}
