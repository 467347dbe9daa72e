import LiveModel

/// The lines between the days of an output, such as `— Sunday, Nov 22, EST —`: before the first event of each day other
/// than today, and where the clocks change.
struct DayLine {
  private let zone: LocalZone
  private var last: String

  /// Creates the lines of an output that begins at `now`.
  init(zone: LocalZone, from now: Timestamp) {
    self.zone = zone
    last = Self.text(zone.time(at: now))
  }

  /// Returns the line to print before an event of this time; nil if the day is that of the event before, or if the
  /// event has no time.
  mutating func next(_ time: Timestamp?) -> String? {
    guard let text = time.map({ Self.text(zone.time(at: $0)) }), text != last else { return nil }
    last = text
    return text
  }

  private static func text(_ time: LocalTime) -> String {
    "— \(time.date.weekday), \(time.date.monthAndDay), \(time.zone) —"
  }
}
