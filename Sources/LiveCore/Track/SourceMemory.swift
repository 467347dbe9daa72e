/// What has been told of the feed's own health, and of which game.
struct SourceMemory: Equatable, Codable, Sendable {
  /// Of the last accepted answer.
  var game: EventGame?
  /// Events told so far.
  @Counted var count = 0
  /// The trouble that is on.
  var trouble: SourceTrouble?
}

/// Why a feed tells nothing.
enum SourceTrouble: String, Codable, Sendable {
  /// Answers fail: refused connections, 5xx, broken bodies.
  case degraded
  /// The server turns us away: 401, 403 or a page for people.
  case blocked
  /// Good answers that stand still while the game is live, or that are older than what was seen.
  case stale

  var tag: Tag {
    switch self {
    case .degraded: .degraded
    case .blocked: .blocked
    case .stale: .stale
    }
  }
}

extension Tracker {
  /// Tells that the feed's health has changed; `trouble` is nil when it is well again, `reason` is what was seen. There
  /// is no event when that is known already, or when nothing was ever read of the game.
  func report(
    _ trouble: SourceTrouble?, reason: String?, _ state: TrackerState, observedAt: Timestamp,
    monotonic: Timestamp? = nil
  ) -> Outcome {
    guard trouble != state.source.trouble, let game = state.source.game, let feedAt = state.timeStamp else {
      return Outcome(state: state, events: [])
    }
    var next = state
    next.monotonic = monotonic ?? observedAt
    next.source.trouble = trouble
    next.source.count += 1
    let data = EventData(
      fact: .source(next.source.count, of: self.game.begun(anew: state.replayDate)), revision: 1,
      league: self.game.league, game: game,
      importance: trouble == nil ? 1 : 2, tags: [trouble?.tag ?? .recovered], reason: reason,
      summary: Summary.source(trouble, reason: reason, game), observedAt: observedAt, feedAt: feedAt)
    return Outcome(state: next, events: [Event(type: .source, time: observedAt, data: data)])
  }
}
