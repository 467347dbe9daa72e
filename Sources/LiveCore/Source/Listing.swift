/// What the schedule says of a game that is polled, as far as a wait for its next poll depends on it.
struct Listing: Sendable {
  /// Nil for a game that the schedule does not list.
  let rows: InForce<ScheduledGame?>
  /// The edition that is known.
  let edition: Int

  init(_ rows: InForce<ScheduledGame?>) { (self.rows, edition) = (rows, rows.edition) }
}

extension Pulse {
  /// Adds what only the schedule knows.
  mutating func take(_ row: ScheduledGame) {
    isListedAsLive = row.status.phase == .live
    if phase == .suspended { resumption = row.start }
  }
}
