internal import LiveModel
internal import LiveNBA

/// The words of basketball on the page.
enum BasketballWords {
  /// Returns `3rd quarter, 5:12`, `half-time`, `end of overtime`; nil without a period.
  static func place(_ situation: BasketballSituation) -> String? {
    guard let period = situation.period else { return nil }
    if situation.isBreak == true { return period.number == 2 ? "half-time" : "end of \(named(period))" }
    return period.words + (period.clock.map { ", \($0)" } ?? "")
  }

  /// Returns `the 3rd quarter`, `overtime`.
  private static func named(_ period: GamePeriod) -> String {
    period.number == 5 ? period.words : "the \(period.words)"
  }

  /// Returns the state of a game that is over, in a few letters: `Final`, `F/OT`.
  static func result(after period: GamePeriod?) -> String {
    guard let period, period.number > 4 else { return "Final" }
    return "F/\(period.name)"
  }

  /// Returns `Final`, `Final after overtime`, `Final after 2 overtimes`.
  static func resultInWords(after period: GamePeriod?) -> String {
    guard let number = period?.number, number > 4 else { return "Final" }
    return "Final after \(number == 5 ? "overtime" : "\(number - 4) overtimes")"
  }

  /// Returns the sentence of an event without the score, which is shown beside it.
  static func text(of event: GameEvent) -> String {
    guard !event.data.tags.contains(.final), let score = event.data.score else { return event.data.summary }
    let (away, home) = (event.data.game.away.abbreviation, event.data.game.home.abbreviation)
    return text(event.data.summary, without: score, away: away, home: home)
  }

  /// Returns a sentence without the score in it: `NYK 110, BOS 108`.
  static func text(_ summary: String, without score: Score, away: String, home: String) -> String {
    let line = "\(away) \(score.away), \(home) \(score.home)"
    return summary.replacing(": \(line)", with: "").replacing(" \(line)", with: "")
  }

  /// Returns the time left at an event, which stands in the place of a code.
  static func code(of event: GameEvent) -> String {
    if event.data.tags.contains(.final) || event.isEndOfPeriod { return "END" }
    return event.basketball.period?.clock ?? "·"
  }

  /// Returns whether an event is announced to screen readers. A basket is not: there is one every half minute.
  static func isAnnounced(_ type: EventType, _ data: EventData) -> Bool {
    if data.change == .completed { return false }
    if data.change != .new { return true }
    return data.tags.contains(.final) || data.tags.contains(.start) || data.tags.contains(periodEnd)
      || data.tags.contains(Tag("lead_change")) || type == .play && data.importance >= 3
  }

  static let periodEnd = Tag("period_end")
}

extension GameEvent {
  /// Whether the event is the end of a period of basketball.
  var isEndOfPeriod: Bool { data.tags.contains(BasketballWords.periodEnd) }
}
