internal import LiveModel

/// The rebuild of a game's state from the log, for a game without a checkpoint.
extension NBAState {
  /// Builds the state from the newest logged revision of each fact, in the order of the log.
  ///
  /// The ledger then has the revision and the digests of every logged fact, so nothing is logged twice. State without
  /// an event starts afresh: an action is held back again, and a missing fact must be missing for the full span again.
  init(rebuilding game: GameID, from events: [Event]) {
    self.init(baseline: .tellAll)
    for event in events {
      ledger.restore(event.data.fact, as: Ledger.Entry(BasketballDraft(event), of: event))
      guard event.data.fact.place != .sight else { continue }
      timeStamp = max(timeStamp ?? event.data.feedAt, event.data.feedAt)
    }
    status = NBAStatusMemory(rebuilding: events)
    source = SourceMemory(rebuilding: events)
    info = source.game.map { NBAGameInfo(date: $0.date, away: $0.away, home: $0.home) }
    let final = events.last { $0.data.fact == .status(.final, in: game) && !$0.data.retracted }
    finalAt = final?.data.observedAt
    if !ledger.has(.status(.start, in: game)),
      timeStamp != nil || events.contains(where: { $0.data.tags.contains(.catchUp) })
    {
      knownUntil = events.map(\.data.feedAt).min()
    }
  }

  /// Adds facts to the ledger that have no event, as `Ledger.adopt` does, once after the rebuild.
  mutating func adopt(_ drafts: [BasketballDraft]) {
    guard let until = knownUntil, !drafts.isEmpty else { return }
    knownUntil = nil
    ledger.adopt(drafts, until: until)
  }
}
