internal import GRDB
internal import LiveModel

/// An event that waits no longer at a sink.
struct SettledEvent: Equatable, Sendable {
  var event: LoggedEvent
  /// Whether the receiver has it. It was given up or skipped otherwise.
  var isDelivered: Bool
}

/// Reads what a sink is done with.
extension Outbox {
  /// Returns the events of the games with the newest ones, in log order, as far as they wait no longer.
  func settledGames(wanting count: Int) async throws -> [SettledEvent] {
    try await log.read { [sink] database in
      let games = try String.fetchAll(
        database.cachedStatement(sql: Self.newestGames), arguments: [sink, count])
      let events = try games.flatMap { game in
        try Row.fetchAll(database.cachedStatement(sql: Self.settledOfGame), arguments: [sink, game]).map { row in
          try SettledEvent(
            event: LoggedEvent(row), isDelivered: row.read("state") == DeliveryState.delivered.rawValue)
        }
      }
      return events.sorted { $0.event.sequence < $1.event.sequence }
    }
  }

  private static let newestGames = """
    SELECT event.game FROM delivery JOIN event USING (sequence)
    WHERE delivery.sink = ? AND delivery.state <> \(Stored.waiting)
    GROUP BY event.game ORDER BY MAX(delivery.sequence) DESC LIMIT ?
    """

  private static let settledOfGame = """
    SELECT event.sequence, event.game, event.logged, event.line, delivery.state
    FROM event JOIN delivery ON delivery.sequence = event.sequence AND delivery.sink = ?
    WHERE event.game = ? AND delivery.state <> \(Stored.waiting) ORDER BY event.sequence
    """
}
