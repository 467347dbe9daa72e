/// When to look at the schedule again.
enum ScheduleCadence {
  /// A game is polled from this long before its first pitch: lineups are posted two to three hours ahead.
  static let lead: Duration = .seconds(3 * 3600)
  /// Second games of doubleheaders begin without notice, half an hour after the first.
  static let withoutStart: Duration = .seconds(60)

  /// Returns the time to the next game's lead, and a minute while a game of today has no start, within the bounds.
  static func wait(after games: [ScheduledGame], at now: Timestamp, _ bounds: Cadence.Bounds) -> Duration {
    let scheduled = games.filter { $0.status.phase == .scheduled }
    let next = scheduled.compactMap(\.start).map { $0 - lead - now }.filter { $0 > .zero }.min() ?? bounds.idleMax
    let isUncertain = scheduled.contains { $0.start == nil && $0.mayBeOn(now.date) }
    return min(max(isUncertain ? min(next, withoutStart) : next, bounds.liveMax), bounds.idleMax)
  }
}

extension ScheduledGame {
  /// Its day is that day, or the one before: a day of the league ends in the morning of the next by UTC.
  fileprivate func mayBeOn(_ day: CivilDate) -> Bool {
    guard let date else { return true }
    return date == "\(day)" || date == "\(CivilDate(daysSinceEpoch: day.daysSinceEpoch - 1))"
  }
}
