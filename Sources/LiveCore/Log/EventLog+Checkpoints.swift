internal import FoundationEssentials
internal import GRDB

extension EventLog {
  /// The checkpoints of games that are not over, the one that was written last first.
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
