/// The logged state of the feed's health.
package struct SourceMemory: Equatable, Codable, Sendable {
  /// The game as of the last accepted snapshot.
  package var game: EventGame?
  /// The number of source events logged.
  @Counted package var count = 0
  /// The current trouble; nil while the feed is healthy.
  package var trouble: SourceTrouble?

  package init() {}
}

extension SourceMemory {
  /// Restores the health from the logged events.
  package init(rebuilding events: [Event]) {
    self.init()
    game = events.last?.data.game
    for event in events where event.type == .source {
      let number = event.data.fact.rawValue.split(separator: "/").last.flatMap { Int($0, in: 0...1_000_000_000) }
      count = max(count, number ?? 0)
      trouble = [.degraded, .blocked, .stale].first { event.data.tags.contains($0.tag) }
    }
  }
}

extension SourceTrouble {
  /// Returns the sentence about the trouble of a game's feed, or with nil about its end.
  package static func summary(of trouble: SourceTrouble?, reason: String?, _ game: EventGame) -> String {
    let feed = "the feed of \(game.away.abbreviation) at \(game.home.abbreviation)"
    let what =
      switch trouble {
      case .degraded: "No answers from \(feed)"
      case .blocked: "Turned away by \(feed)"
      case .stale: "Nothing new from \(feed)"
      case nil: "Well again: \(feed)"
      }
    return what + (reason.map { ": \($0)" } ?? "")
  }
}
