/// A time zone: the offset from UTC at every instant. Reads no clock; two zones are equal if their names are.
package struct LocalZone: Equatable, Sendable {
  /// Offset at one instant.
  package struct Offset: Equatable, Sendable {
    /// Seconds east of UTC, less than 16 hours either way.
    package var seconds: Int64
    /// Abbreviation, such as `EST`.
    package var abbreviation: String

    package init(seconds: Int64, abbreviation: String) {
      (self.seconds, self.abbreviation) = (seconds, abbreviation)
    }
  }

  /// Name of the zone, such as `America/New_York`.
  package let name: String
  private let rule: @Sendable (Timestamp) -> Offset

  /// Creates the zone that `rule` describes.
  package init(_ name: String, rule: @escaping @Sendable (Timestamp) -> Offset) {
    (self.name, self.rule) = (name, rule)
  }

  package static let utc = LocalZone("UTC") { _ in Offset(seconds: 0, abbreviation: "UTC") }

  package static func == (left: LocalZone, right: LocalZone) -> Bool { left.name == right.name }

  /// Returns what the clocks of the zone show at an instant.
  package func time(at instant: Timestamp) -> LocalTime {
    let offset = rule(instant)
    return LocalTime(instant, offset: offset.seconds, zone: offset.abbreviation)
  }

  /// Returns the offset in seconds east of UTC at `seconds` since 1970.
  package func offset(at seconds: Int64) -> Int64 { rule(Timestamp(seconds: seconds)).seconds }

  /// A time longer than any offset from UTC. A local time read as UTC, minus this margin, lies before every instant
  /// that shows that local time; plus this margin, after it.
  private static let margin: Int64 = 16 * 3600

  /// Returns the first instant at which the clocks show a time of a date, or a later time if they skip it.
  package func first(_ date: CivilDate, secondOfDay: Int64 = 0) -> Timestamp {
    Timestamp(seconds: first(daysSinceEpoch: Int64(date.daysSinceEpoch), secondOfDay: secondOfDay))
  }

  /// Returns the same for a date in days since 1970, in seconds since 1970.
  package func first(daysSinceEpoch date: Int64, secondOfDay: Int64) -> Int64 {
    let local = date * 86_400 + secondOfDay
    let (before, after) = (offset(at: local - Self.margin), offset(at: local + Self.margin))
    let (early, late) = (local - before, local - after)
    if before == after || offset(at: early) == before { return early }
    if offset(at: late) == after { return late }
    // The clocks jump over this time: find the instant of the jump by bisection.
    var (old, new) = (late, early)
    while new - old > 1 {
      let middle = old + (new - old) / 2
      if offset(at: middle) == before { old = middle } else { new = middle }
    }
    return new
  }

  /// Returns the last instant at which the clocks show a time of a date: not the first one if they are set back over it.
  package func last(daysSinceEpoch date: Int64, secondOfDay: Int64) -> Int64 {
    let local = date * 86_400 + secondOfDay
    let late = local - offset(at: local + Self.margin)
    let first = first(daysSinceEpoch: date, secondOfDay: secondOfDay)
    return late + offset(at: late) == local ? max(first, late) : first
  }
}
