/// The quiet hours of one sink: when they end by the calendar, and when they have been, in the time of the outbox.
///
/// A step of the wall clock and a sleep of the machine change what the calendar says of an instant that has passed. What
/// was quiet while this worker looked stays so: a message whose deadline fell into quiet hours does not expire because
/// they now seem to have been at another time.
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
  /// What a crash may take of the record.
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
