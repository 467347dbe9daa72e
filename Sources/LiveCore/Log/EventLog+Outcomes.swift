internal import FoundationEssentials
internal import GRDB
internal import LiveModel

/// The outcomes of predictions, which stay when the events are pruned.
extension EventLog {
  /// The most outcomes kept: a season of a whole league or eighteen of one team, some 6 MB. Beyond it, the oldest are
  /// removed.
  private static let mostOutcomes = 3000

  /// Stores the newest revision of an outcome; does nothing for another event or a test.
  static func keep(_ event: Event, as logged: LoggedEvent, in database: Database) throws {
    guard event.type == .prediction, event.data.tags.contains(.settled), !event.data.tags.contains(.test) else {
      return
    }
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO outcome VALUES (?, ?, ?)").execute(
      arguments: [event.data.fact.rawValue, logged.sequence, Data(logged.line)])
    try database.cachedStatement(
      sql: """
        DELETE FROM outcome WHERE sequence < (
          SELECT sequence FROM outcome ORDER BY sequence DESC LIMIT 1 OFFSET \(mostOutcomes - 1))
        """
    ).execute()
  }

  /// Returns the sequence of the newest outcome; nil without any.
  func newestOutcome() async throws -> Int? {
    try await pool.read { try Int.fetchOne($0, sql: "SELECT MAX(sequence) FROM outcome") }
  }

  /// Returns the newest revision of each outcome, in log order. Leaves out those that another version has written and
  /// this one cannot read, and retracted ones.
  func outcomes() async throws -> [Event] {
    let lines = try await pool.read { database in
      try Data.fetchAll(database, sql: "SELECT line FROM outcome ORDER BY sequence")
    }
    return lines.compactMap { try? CloudEvent(line: [UInt8]($0)).event }.filter { !$0.data.retracted }
  }
}
