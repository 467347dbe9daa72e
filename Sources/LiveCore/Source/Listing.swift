/// What the schedule says of a game that is polled, as far as a wait for its next poll depends on it.
struct Listing: Sendable {
  /// Nil for a game that the schedule does not list.
  let rows: Reloadable<ScheduledGame?>
  /// The generation that is known.
  let generation: Int

  init(_ rows: Reloadable<ScheduledGame?>) { (self.rows, generation) = (rows, rows.generation) }
}

extension PollHints {
  /// Adds what only the schedule knows.
  mutating func take(_ row: ScheduledGame) {
    isListedAsLive = row.status.phase == .live
    if phase == .suspended { resumption = row.start }
  }
}
