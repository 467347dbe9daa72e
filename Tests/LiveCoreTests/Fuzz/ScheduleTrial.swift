@testable import LiveCore
@testable import LiveModel

/// The rows of a schedule, and what the schedule poller and the scoreboard compute with them.
enum ScheduleTrial {
  private static let spans: [Duration] = [.seconds(-40 * 86_400), .seconds(-3 * 3600), .zero, .seconds(400 * 86_400)]

  private static let starts =
    (Bounds.dates.lowerBound - .seconds(86_400))...(Bounds.dates.upperBound + .seconds(86_400))

  static func faults(of rows: [ScheduledGame]) -> [String] {
    var faults: [String] = []
    let games = ScheduledGame.unique(rows)
    if Set(games.map(\.game)).count != games.count { faults.append("a game stands twice") }
    if Set(games.map(\.game)) != Set(rows.map(\.game)) { faults.append("a game is gone") }
    for game in games {
      let summary = game.summary
      _ = game.summary(after: summary)
      guard let start = game.start else { continue }
      // A UTC offset may move the first and the last representable second by a day.
      if !starts.contains(start) { faults.append("starts at \(start)") }
      for instant in spans.map({ start + $0 }) where Bounds.dates.contains(instant) {
        if Timestamp(rfc3339: instant.description) != instant { faults.append("\(instant) is not read back") }
      }
    }
    return faults
  }
}
