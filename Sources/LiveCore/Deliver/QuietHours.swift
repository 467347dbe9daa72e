internal import FoundationEssentials

/// A time of every day in which nothing is sent, by the clock on the wall: both ends move with daylight saving time.
///
/// Each local date has one span of it: from the first time that the clock shows `from` on that date, until it then
/// shows `to` for the first time. Where the clock skips one of the two, the instant of the jump takes its place. So the
/// hour that comes twice never makes two spans. A span is empty where one jump skips both ends. A date that a zone
/// leaves out has none, and the night before it lasts into the date after it.
struct QuietHours: Equatable, Sendable {
  /// Minutes after midnight; an end before the start is on the next day.
  var from, to: Int
  var timeZone: TimeZone

  /// When it is over; nil when it is not quiet now.
  func end(at now: Timestamp) -> Timestamp? { span(at: now.seconds).map { Timestamp(seconds: $0.upperBound) } }

  /// For how long it has been quiet; zero when it is not quiet.
  func elapsed(at now: Timestamp) -> Duration {
    span(at: now.seconds).map { now - Timestamp(seconds: $0.lowerBound) } ?? .zero
  }

  private static let day: Int64 = 86_400
  /// Longer than any offset from Greenwich. A local time read as UTC, minus this margin, lies before every instant that
  /// shows that local time; plus this margin, after it.
  private static let margin: Int64 = 16 * 3600

  /// The seconds since 1970 of the span that an instant lies in; nil when it is not quiet.
  private func span(at instant: Int64) -> Range<Int64>? {
    let zone = offset(instant)
    let date = (instant + zone).quotient(of: Self.day)
    // Far from every change of the clocks, which is nearly always, this is all.
    if offset(instant - 3 * Self.day) == zone, offset(instant + 3 * Self.day) == zone {
      return [date, date - 1].lazy.map { steadySpan(of: $0, zone) }.first { $0.contains(instant) }
    }
    return (-2...1).lazy.compactMap { span(of: date + $0) }.first { $0.contains(instant) }
  }

  /// The span of a date around which the clock is not changed.
  private func steadySpan(of date: Int64, _ zone: Int64) -> Range<Int64> {
    let midnight = date * Self.day - zone
    return midnight + Int64(from) * 60..<midnight + (from < to ? 0 : Self.day) + Int64(to) * 60
  }

  /// The span of a date, by its number since 1970; nil for one that the zone leaves out.
  private func span(of date: Int64) -> Range<Int64>? {
    guard exists(date) else { return nil }
    let start = first(date, from)
    let last = from < to ? date : exists(date + 1) ? date + 1 : date + 2
    return start..<max(start, first(last, to))
  }

  /// Whether there is an instant of this date.
  private func exists(_ date: Int64) -> Bool {
    let start = first(date, 0)
    return start + offset(start) < (date + 1) * Self.day
  }

  /// The first instant at which the clock shows this minute of this date or a later time.
  private func first(_ date: Int64, _ minute: Int) -> Int64 {
    let local = date * Self.day + Int64(minute) * 60
    let (before, after) = (offset(local - Self.margin), offset(local + Self.margin))
    let (early, late) = (local - before, local - after)
    if before == after || offset(early) == before { return early }
    if offset(late) == after { return late }
    // The clock is put forward between the two, and skips this time.
    var (old, new) = (late, early)
    while new - old > 1 {
      let middle = old + (new - old) / 2
      if offset(middle) == before { old = middle } else { new = middle }
    }
    return new
  }

  /// Seconds east of Greenwich.
  private func offset(_ instant: Int64) -> Int64 {
    Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
  }
}

extension Int64 {
  /// Rounded down.
  fileprivate func quotient(of divisor: Int64) -> Int64 { self / divisor - (self % divisor < 0 ? 1 : 0) }
}

/// The quiet hours of one sink: when they end by the calendar, and when they have been, in the time of the outbox.
///
/// A step of the wall clock and a sleep of the machine change what the calendar says of an instant that has passed.
/// What was quiet while this worker looked stays so: a message whose deadline fell into quiet hours does not expire
/// because they now seem to have been at another time.
struct QuietRecord: Equatable, Sendable {
  private let hours: QuietHours?
  /// From the time of the outbox to the wall clock.
  private var offset: Duration = .zero
  /// The newest quiet hours that were seen, up to the last look.
  private var seen: ClosedRange<Timestamp>?
  /// As it is in the log.
  private var saved: ClosedRange<Timestamp>?

  /// Quiet hours that are not further apart are one: a wall clock that is set twice makes two of the same night.
  private static let gap: Duration = .seconds(3600)
  /// The part of the record that a crash can lose.
  private static let grain: Duration = .seconds(60)

  init(_ hours: QuietHours?) { self.hours = hours }

  /// Goes on from what an earlier worker saw.
  mutating func resume(_ earlier: ClosedRange<Timestamp>) {
    saved = earlier
    guard let seen else { return seen = earlier }
    if seen.lowerBound - earlier.upperBound <= Self.gap {
      self.seen = min(earlier.lowerBound, seen.lowerBound)...max(earlier.upperBound, seen.upperBound)
    }
  }

  /// Returns what has to be written to the log now; nil while the log is less than a minute behind.
  mutating func unsaved() -> ClosedRange<Timestamp>? {
    guard let seen else { return nil }
    if let saved, saved.lowerBound == seen.lowerBound, seen.upperBound - saved.upperBound < Self.grain { return nil }
    saved = seen
    return seen
  }

  /// Takes what the two clocks show.
  ///
  /// - Returns: for how long it stays quiet; nil when it is not quiet.
  mutating func look(at now: Timestamp, wall: Timestamp) -> Duration? {
    offset = wall - now
    guard let hours, let end = hours.end(at: wall) else { return nil }
    var start = now - hours.elapsed(at: wall)
    if let seen, start - seen.upperBound <= Self.gap { start = min(start, seen.lowerBound) }
    seen = start...max(start, now)
    return end - wall
  }

  /// Returns when the quiet hours end that an instant of the outbox lies in; nil when it lies in none.
  func end(at instant: Timestamp) -> Timestamp? {
    let calendar = hours?.end(at: instant + offset).map { $0 - offset }
    let past = seen.flatMap { $0.contains(instant) ? $0.upperBound : nil }
    return [calendar, past].compactMap(\.self).max()
  }
}
