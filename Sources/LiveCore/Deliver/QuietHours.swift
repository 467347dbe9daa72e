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
  var zone: LocalZone

  /// Returns the end of the current span; nil when it is not quiet at `now`.
  func end(at now: Timestamp) -> Timestamp? { span(at: now.seconds).map { Timestamp(seconds: $0.upperBound) } }

  /// Returns how long it has been quiet; zero when it is not quiet.
  func elapsed(at now: Timestamp) -> Duration {
    span(at: now.seconds).map { now - Timestamp(seconds: $0.lowerBound) } ?? .zero
  }

  private static let day: Int64 = 86_400

  /// Returns the span, in seconds since 1970, that contains an instant; nil when it is not quiet.
  private func span(at instant: Int64) -> Range<Int64>? {
    let offset = zone.offset(at: instant)
    let date = (instant + offset).quotient(of: Self.day)
    // The common case: the clocks do not change within three days.
    if zone.offset(at: instant - 3 * Self.day) == offset, zone.offset(at: instant + 3 * Self.day) == offset {
      return [date, date - 1].lazy.map { steadySpan(of: $0, offset) }.first { $0.contains(instant) }
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
    return start + zone.offset(at: start) < (date + 1) * Self.day
  }

  /// Returns the first instant at which the clock shows this minute of this date, or a later time.
  private func first(_ date: Int64, _ minute: Int) -> Int64 {
    zone.first(daysSinceEpoch: date, secondOfDay: Int64(minute) * 60)
  }
}

extension Int64 {
  /// Divides, rounding down.
  fileprivate func quotient(of divisor: Int64) -> Int64 { self / divisor - (self % divisor < 0 ? 1 : 0) }
}

/// The quiet times of one sink: the hours of the calendar, those already observed, in the time of the outbox, and the
/// pause that the operator ordered.
///
/// A step of the wall clock or a suspended machine changes what the calendar says about a past instant. Observed quiet
/// hours therefore stay on record: a message whose deadline fell into them does not expire because the calendar has
/// since moved.
struct QuietRecord: Equatable, Sendable {
  private let hours: QuietHours?
  /// The operator's last pause, as the log holds it.
  var pause: OperatorPause?
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
    return [lookAtHours(at: now, wall: wall), pause?.timeLeft(at: wall)].compactMap(\.self).max()
  }

  private mutating func lookAtHours(at now: Timestamp, wall: Timestamp) -> Duration? {
    guard let hours, let end = hours.end(at: wall) else { return nil }
    var start = now - hours.elapsed(at: wall)
    if let seen, start - seen.upperBound <= Self.gap { start = min(start, seen.lowerBound) }
    seen = start...max(start, now)
    return end - wall
  }

  /// Returns when the quiet time ends that contains an instant of the outbox; nil when none does. A pause that ends in
  /// quiet hours lasts until their end, and the other way round.
  func end(at instant: Timestamp) -> Timestamp? {
    guard var end = nextEnd(at: instant) else { return nil }
    guard pause != nil else { return end }
    // Hours, a pause and the hours of another day.
    for _ in 0..<2 { end = max(end, nextEnd(at: end) ?? end) }
    return end
  }

  /// Returns up to when facts belong in the digest that has those which were due at an instant; nil when they belong in
  /// none. What waited when the operator's pause began is in the digest of the pause too.
  func digestEnd(at instant: Timestamp) -> Timestamp? {
    if let end = end(at: instant) { return end }
    guard let ended = pause?.ended, instant < ended else { return nil }
    return end(at: ended) ?? ended
  }

  private func nextEnd(at instant: Timestamp) -> Timestamp? {
    let calendar = hours?.end(at: instant + offset).map { $0 - offset }
    let past = seen.flatMap { $0.contains(instant) ? $0.upperBound : nil }
    return [calendar, past, pause?.end(at: instant, offset: offset)].compactMap(\.self).max()
  }
}
