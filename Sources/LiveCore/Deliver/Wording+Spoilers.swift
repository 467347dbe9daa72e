internal import LiveModel

/// Texts, colours and priorities without spoilers: two plays of a game look the same, whoever scores.
extension Wording {
  /// Importance of every play in a spoiler-free wording: an ordinary notification.
  private static let harmlessImportance = 2

  /// Returns the event without score, result, or anything that reveals them, for notifications.
  func withoutSpoilers(_ event: Event) -> Event {
    let league = leagues[event.data.league]
    var harmless = event
    (harmless.data.score, harmless.data.odds) = (nil, nil)
    harmless.data.members = league.harmlessMembers(of: event)
    harmless.data.tags = event.data.tags.filter { Self.harmlessTags.contains($0) || league.harmlessTags.contains($0) }
    harmless.data.summary = harmlessWords(for: event) ?? "Something happened"
    guard !Self.revealsNothing(event) else { return harmless }
    (harmless.data.players, harmless.data.team, harmless.data.provisional) = ([], nil, false)
    harmless.data.importance = Self.harmlessImportance
    // The ids of a play name its half-inning and its batter.
    harmless.data.fact = Fact(rawValue: "\(event.data.league.rawValue)/\(event.data.game.id)")
    harmless.data.cause = nil
    return harmless
  }

  /// Returns the highest importance of the events of a message, which decides about its priority and its sound; nil
  /// without events. Without spoilers, all plays have the same.
  func importance(of content: MessageContent) -> Int? {
    content.deliverables.map(\.event).map { event in
      isSpoilerFree && !Self.revealsNothing(event) ? Self.harmlessImportance : event.data.importance
    }.max()
  }

  /// Returns a text that says more than that something happened; nil if there is none.
  func harmlessWords(for event: Event) -> String? {
    if Self.revealsNothing(event) { return event.data.summary }
    switch event.type {
    case .status: return statusWords(for: event).map { $0 + (event.data.reason.map { " (\($0))" } ?? "") }
    case .watch where event.data.tags.contains(.started): return "Worth a look now"
    default: return leagues[event.data.league].harmlessWords(for: event)
    }
  }

  private static let harmlessTags: Set<Tag> = [
    .start, .final, .catchUp, .warmup, .delay, .resume, .suspended, .postponed, .cancelled, .rescheduled, .lineup,
    .changed, .predicted, .settled, .degraded, .blocked, .stale, .recovered, .test,
  ]

  /// Returns whether the event is independent of the course of the game.
  private static func revealsNothing(_ event: Event) -> Bool {
    [.lineup, .source].contains(event.type) || event.data.tags.contains(.start) || event.data.tags.contains(.predicted)
  }

  private func statusWords(for event: Event) -> String? {
    let words: [(Tag, String)] = [
      (.final, "Final"), (.catchUp, "Under way"), (.warmup, "Warming up"), (.delay, "Delayed"),
      (.resume, "Play resumes"), (.suspended, "Suspended"), (.postponed, "Postponed"), (.cancelled, "Cancelled"),
      (
        .rescheduled,
        event.data.scheduledStart.map { "New start time: \(zone.time(at: $0).inTheYear)" } ?? "New start time"
      ),
    ]
    return words.first { event.data.tags.contains($0.0) }?.1
  }
}
