public import LiveModel

/// A point in the log as people name it on the command line.
public enum LogPoint: Equatable, Sendable {
  /// Before the oldest event that the log still holds.
  case oldest
  /// After the event with this sequence.
  case sequence(Int)
  /// Before the first event that the daemon observed at or after this time.
  case time(Timestamp)

  /// Examples for the message of an error.
  public static let examples = "now, today, yesterday, 19:00, 2026-11-21, 24h, 3d, oldest or the number of an event"

  /// Parses `oldest`, a sequence, `now`, a duration before it (`90m`, `24h`, `3d`), `today`, `yesterday`, a time of day
  /// (`19:00`), a date (`2026-11-21`), both (`2026-11-21T19:00`), or a time in RFC 3339. Returns nil for anything else.
  ///
  /// - Parameters:
  ///   - text: the text; letters in either case.
  ///   - now: the present time.
  ///   - zone: the zone of days and times of day. A day begins with its first instant. A time of day without a date
  ///     is the latest that is not after `now`; if the clock skips it, the instant of the jump.
  ///   - isEnd: whether the point ends a range, so that a day without a time means the end of that day.
  ///   - beginning: the beginning of that range. A time of day whose latest instant is before it is the next one.
  package init?(
    _ text: String, now: Timestamp, zone: LocalZone, isEnd: Bool = false, after beginning: Timestamp? = nil
  ) {
    guard let point = Self.point(text.lowercased(), now: now, zone, isEnd: isEnd, after: beginning) else { return nil }
    self = point
  }

  private static func point(
    _ text: String, now: Timestamp, _ zone: LocalZone, isEnd: Bool, after beginning: Timestamp?
  ) -> LogPoint? {
    if text == "oldest" { return .oldest }
    if text == "now" { return .time(now) }
    if let sequence = Int(text, in: Subscription.sequences) { return text.hasPrefix("+") ? nil : .sequence(sequence) }
    if let ago = DurationText.parse(text) { return .time(now - ago) }
    if let time = Timestamp(rfc3339: text.uppercased()) { return .time(time) }
    return LocalTimeText.parse(text)?.instant(now: now, zone, isEnd: isEnd, after: beginning).map { .time($0) }
  }

  /// The time, if the point is one.
  var time: Timestamp? {
    if case .time(let time) = self { time } else { nil }
  }
}

/// A day, a time of day, or both, by the local clock.
private struct LocalTimeText {
  private enum Day {
    case date(Int64)
    case daysAgo(Int64)
  }

  /// Nil for a time of day without a date.
  private var day: Day?
  /// Minutes after midnight; nil for a date without a time.
  private var minute: Int?

  /// Parses the text; nil for any other.
  static func parse(_ text: String) -> LocalTimeText? {
    if text == "today" { return LocalTimeText(day: .daysAgo(0)) }
    if text == "yesterday" { return LocalTimeText(day: .daysAgo(1)) }
    guard text.utf8.count >= 10 else { return minute(text).map { LocalTimeText(minute: $0) } }
    var reader = DigitReader(text.utf8.prefix(10))
    guard let date = reader.date(separator: UInt8(ascii: "-")) else { return nil }
    let day = Day.date(Int64(date.daysSinceEpoch))
    let rest = text.dropFirst(10)
    if rest.isEmpty { return LocalTimeText(day: day) }
    guard rest.hasPrefix("t") || rest.hasPrefix(" ") else { return nil }
    return minute(rest.dropFirst()).map { LocalTimeText(day: day, minute: $0) }
  }

  /// Parses a time of day such as `19:00`, and returns the minutes after midnight.
  private static func minute(_ text: some StringProtocol) -> Int? {
    var reader = DigitReader(text.utf8)
    guard let hour = reader.number(digits: 2), hour < 24, reader.skip(UInt8(ascii: ":")),
      let minute = reader.number(digits: 2), minute < 60, reader.isAtEnd
    else { return nil }
    return hour * 60 + minute
  }

  func instant(now: Timestamp, _ zone: LocalZone, isEnd: Bool, after beginning: Timestamp?) -> Timestamp? {
    let today = Int64(zone.time(at: now).date.daysSinceEpoch)
    let second = Int64(minute ?? 0) * 60
    // A day ends with the first instant of the next one.
    let next: Int64 = isEnd && minute == nil ? 1 : 0
    switch day {
    case .date(let date): return Timestamp(seconds: zone.first(daysSinceEpoch: date + next, secondOfDay: second))
    case .daysAgo(let days):
      return Timestamp(seconds: zone.first(daysSinceEpoch: today - days + next, secondOfDay: second))
    case nil:
      let passed = Self.latest(of: second, notAfter: now, zone)
      guard let beginning, beginning <= now, let passed, passed < beginning else { return passed }
      return Self.latest(of: second, notAfter: passed + .seconds(Self.longestDay), zone)
    }
  }

  /// The longest time from one instant of a time of day to the next, in seconds: the clock may go back by an hour.
  private static let longestDay: Int64 = 25 * 3600

  private static func latest(of second: Int64, notAfter now: Timestamp, _ zone: LocalZone) -> Timestamp? {
    let today = Int64(zone.time(at: now).date.daysSinceEpoch)
    // Two days back: a zone may leave a date out.
    let dates = [today, today - 1, today - 2]
    return dates.lazy.compactMap { latest(of: second, on: $0, notAfter: now, zone) }.first
  }

  private static func latest(
    of second: Int64, on date: Int64, notAfter now: Timestamp, _ zone: LocalZone
  ) -> Timestamp? {
    let last = zone.last(daysSinceEpoch: date, secondOfDay: second)
    let first = zone.first(daysSinceEpoch: date, secondOfDay: second)
    return [last, first].map { Timestamp(seconds: $0) }.first { $0 <= now }
  }
}
