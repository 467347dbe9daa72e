internal import FoundationEssentials
internal import GRDB
package import LiveModel

/// Logged events that were read at once.
package struct EventExtract: Equatable, Sendable {
  /// In log order.
  package var events: [SequencedEvent]
  /// The newest sequence of the log at the time of the read: nothing up to it is missing.
  package var newest: Int

  package init(_ events: [SequencedEvent] = [], newest: Int) { (self.events, self.newest) = (events, newest) }
}

/// An event with its place in the log.
package struct SequencedEvent: Equatable, Sendable {
  package var sequence: Int
  /// The time at which it was logged.
  package var logged: Timestamp
  package var event: Event

  package init(_ event: Event, sequence: Int, logged: Timestamp) {
    (self.event, self.sequence, self.logged) = (event, sequence, logged)
  }
}

extension EventLog {
  /// Returns the events of a game with a sequence above `cursor`, from one read: all revisions, in log order, including
  /// a restart of the game on another date. At most the newest 20,000. An event that cannot be decoded is left out.
  func extract(of game: GameID, after cursor: Int) async throws -> EventExtract {
    let sql = """
      SELECT sequence, game, logged, line FROM event WHERE (game = ?1 OR game GLOB ?2) AND sequence > ?3
      ORDER BY sequence DESC LIMIT 20000
      """
    let (rows, extent) = try await pool.read { database in
      let arguments: StatementArguments = [game.description, "\(game)/*", cursor]
      return (
        try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments).reversed().map(LoggedEvent.init),
        try Self.extent(database)
      )
    }
    return EventExtract(rows.compactMap(SequencedEvent.init), newest: extent.newest)
  }

  /// Returns the events with a sequence above `cursor`, in log order, at most `limit`. An event that cannot be decoded is
  /// left out. `newest` is the last sequence that was read, if there are more.
  func extract(after cursor: Int, limit: Int) async throws -> EventExtract {
    let (rows, newest) = try await pool.read { database in
      let rows = try Self.page(after: cursor, limit: limit, in: database)
      let extent = try Self.extent(database)
      return (rows, rows.count < limit ? extent.newest : rows.last?.sequence ?? extent.newest)
    }
    return EventExtract(rows.compactMap(SequencedEvent.init), newest: newest)
  }
}

extension SequencedEvent {
  fileprivate init?(_ logged: LoggedEvent) {
    guard let event = try? logged.decoded() else { return nil }
    self.init(event, sequence: logged.sequence, logged: logged.logged)
  }
}
