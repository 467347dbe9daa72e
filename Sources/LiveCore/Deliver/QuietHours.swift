internal import FoundationEssentials
internal import LiveModel

/// A daily time without messages, by the local clock: both ends follow daylight saving time.
///
/// Each local date has one span: from the first time that the clock shows `from` on that date, until it next shows
/// `to`. If the clock skips one of the two, the instant of the jump takes its place, so a repeated hour never makes two
/// spans. A span is empty if one jump skips both ends. A date that a zone leaves out has no span, and the span of the
/// date before lasts into the date after.
struct QuietHours: Equatable, Sendable {
  /// Minutes after midnight. An end before the start lies on the next day.
  var from, to: Int
  var timeZone: TimeZone

  /// Returns the end of the current span; nil when it is not quiet at `now`.
  func end(at now: Timestamp) -> Timestamp? { span(at: now.seconds).map { Timestamp(seconds: $0.upperBound) } }

  /// Returns how long it has been quiet; zero when it is not quiet.
  func elapsed(at now: Timestamp) -> Duration {
    span(at: now.seconds).map { now - Timestamp(seconds: $0.lowerBound) } ?? .zero
  }

  private static let day: Int64 = 86_400
  /// A time longer than any offset from UTC. A local time read as UTC, minus this margin, lies before every instant
  /// that shows that local time; plus this margin, after it.
  private static let margin: Int64 = 16 * 3600

  /// Returns the span, in seconds since 1970, that contains an instant; nil when it is not quiet.
  private func span(at instant: Int64) -> Range<Int64>? {
    let zone = offset(instant)
    let date = (instant + zone).quotient(of: Self.day)
    // The common case: the clocks do not change within three days.
    if offset(instant - 3 * Self.day) == zone, offset(instant + 3 * Self.day) == zone {
      return [date, date - 1].lazy.map { steadySpan(of: $0, zone) }.first { $0.contains(instant) }
    }
    return (-2...1).lazy.compactMap { span(of: date + $0) }.first { $0.contains(instant) }
  }

  /// Returns the span of a date with no clock change nearby.
  private func steadySpan(of date: Int64, _ zone: Int64) -> Range<Int64> {
    let midnight = date * Self.day - zone
    return midnight + Int64(from) * 60..<midnight + (from < to ? 0 : Self.day) + Int64(to) * 60
  }

  /// Returns the span of a date, given in days since 1970; nil for a date that the zone leaves out.
  private func span(of date: Int64) -> Range<Int64>? {
    guard exists(date) else { return nil }
    let start = first(date, from)
    let last = from < to ? date : exists(date + 1) ? date + 1 : date + 2
    return start..<max(start, first(last, to))
  }

  /// Returns whether any instant belongs to this date.
  private func exists(_ date: Int64) -> Bool {
    let start = first(date, 0)
    return start + offset(start) < (date + 1) * Self.day
  }

  /// Returns the first instant at which the clock shows this minute of this date, or a later time.
  private func first(_ date: Int64, _ minute: Int) -> Int64 {
    let local = date * Self.day + Int64(minute) * 60
    let (before, after) = (offset(local - Self.margin), offset(local + Self.margin))
    let (early, late) = (local - before, local - after)
    if before == after || offset(early) == before { return early }
    if offset(late) == after { return late }
    // The clock jumps over this time: find the instant of the jump by bisection.
    var (old, new) = (late, early)
    while new - old > 1 {
      let middle = old + (new - old) / 2
      if offset(middle) == before { old = middle } else { new = middle }
    }
    return new
  }

  /// Returns the offset in seconds east of UTC.
  private func offset(_ instant: Int64) -> Int64 {
    Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
  }
}

extension Int64 {
  /// Divides, rounding down.
  fileprivate func quotient(of divisor: Int64) -> Int64 { self / divisor - (self % divisor < 0 ? 1 : 0) }
}

/// The quiet hours of one sink: those of the calendar, and those already observed, in the time of the outbox.
///
/// A step of the wall clock or a suspended machine changes what the calendar says about a past instant. Observed quiet
/// hours therefore stay on record: a message whose deadline fell into them does not expire because the calendar has
/// since moved.
struct QuietRecord: Equatable, Sendable {
  private let hours: QuietHours?
  /// The wall clock minus the time of the outbox.
  private var offset: Duration = .zero
  /// The last observed quiet hours, up to the last look.
  private var seen: ClosedRange<Timestamp>?
  /// The observed quiet hours as stored in the log.
  private var saved: ClosedRange<Timestamp>?

  /// Observations at most this far apart count as one: a wall clock that is set twice would otherwise split one night.
  private static let gap: Duration = .seconds(3600)
  /// The most that a crash may lose of the record.
  private static let grain: Duration = .seconds(60)

  init(_ hours: QuietHours?) { self.hours = hours }

  /// Continues from the record of an earlier worker.
  mutating func resume(_ earlier: ClosedRange<Timestamp>) {
    saved = earlier
    guard let seen else { return seen = earlier }
    if seen.lowerBound - earlier.upperBound <= Self.gap {
      self.seen = min(earlier.lowerBound, seen.lowerBound)...max(earlier.upperBound, seen.upperBound)
    }
  }

  /// Returns the record to store now; nil while the stored one is less than a minute old.
  mutating func unsaved() -> ClosedRange<Timestamp>? {
    guard let seen else { return nil }
    if let saved, saved.lowerBound == seen.lowerBound, seen.upperBound - saved.upperBound < Self.grain { return nil }
    saved = seen
    return seen
  }

  /// Observes both clocks.
  ///
  /// - Returns: how long it stays quiet; nil when it is not quiet.
  mutating func look(at now: Timestamp, wall: Timestamp) -> Duration? {
    offset = wall - now
    guard let hours, let end = hours.end(at: wall) else { return nil }
    var start = now - hours.elapsed(at: wall)
    if let seen, start - seen.upperBound <= Self.gap { start = min(start, seen.lowerBound) }
    seen = start...max(start, now)
    return end - wall
  }

  /// Returns when the quiet hours end that contain an instant of the outbox; nil when none do.
  func end(at instant: Timestamp) -> Timestamp? {
    let calendar = hours?.end(at: instant + offset).map { $0 - offset }
    let past = seen.flatMap { $0.contains(instant) ? $0.upperBound : nil }
    return [calendar, past].compactMap(\.self).max()
  }
}
