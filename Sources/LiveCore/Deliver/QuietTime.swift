internal import FoundationEssentials

/// A time of every day in which nothing is sent, by the clock on the wall: both ends move with daylight saving time.
struct QuietTime: Equatable, Sendable {
  /// Minutes after midnight; an end before the start is on the next day.
  var from, to: Int
  var timeZone: TimeZone

  /// When it is over; nil when it is not quiet now.
  func end(at now: Timestamp) -> Timestamp? {
    let minute = minuteOfDay(now)
    let isQuiet = from < to ? (from..<to).contains(minute) : minute >= from || minute < to
    guard isQuiet else { return nil }
    let wait = (to - minute + 1440) % 1440
    let end = Timestamp(milliseconds: now.milliseconds / 60_000 * 60_000 + Int64(wait) * 60_000)
    // Across a change of the clocks the same wait leads to another time of day.
    let shift = offset(end) - offset(now)
    // An end in the hour that the clock skips lies behind us: it is asked for again in a minute.
    let shifted = Timestamp(milliseconds: end.milliseconds - shift * 1000)
    return shifted > now ? shifted : now + .seconds(60)
  }

  /// For how long it has been quiet, if it is, in whole minutes.
  func elapsed(at now: Timestamp) -> Duration { .seconds((minuteOfDay(now) - from + 1440) % 1440 * 60) }

  private func minuteOfDay(_ instant: Timestamp) -> Int {
    let local = instant.seconds + offset(instant)
    return Int((local % 86_400 + 86_400) % 86_400 / 60)
  }

  /// Seconds east of Greenwich.
  private func offset(_ instant: Timestamp) -> Int64 {
    Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.seconds))))
  }
}
