package import LiveModel

/// `Retry-After`: seconds or an HTTP date (RFC 9110 §10.2.3).
package struct RetryAfter: Equatable, Sendable {
  /// From zero to one hour: a server with a wrong clock must not stop all requests for a year.
  package let wait: Duration

  package static let longest: Duration = .seconds(3600)

  /// Returns nil when the text is neither a number of seconds nor an HTTP date.
  package init?(_ text: String, at now: Timestamp) {
    guard let span = Self.seconds(text) ?? HTTPDate.timestamp(text, at: now).map({ $0 - now }) else { return nil }
    wait = min(max(span, .zero), Self.longest)
  }

  /// Parses the form in seconds only, for a caller without a clock.
  package init?(seconds text: String) {
    guard let span = Self.seconds(text) else { return nil }
    wait = min(span, Self.longest)
  }

  private static func seconds(_ text: String) -> Duration? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int32(text).map { .seconds($0) } ?? longest
  }
}

/// The three forms of a date in HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
/// `Sun Nov  6 08:49:37 1994`.
///
/// Source: RFC 9110 §5.6.7.
package enum HTTPDate {
  /// Parses a date; nil when the text has none of the three forms. `now` decides the century of a two-digit year.
  static func timestamp(_ text: String, at now: Timestamp) -> Timestamp? {
    let words = text.split { " ,-".contains($0) }
    if words.count == 6, words[5] == "GMT" {
      return timestamp(day: words[1], month: words[2], year: words[3], time: words[4], at: now)
    }
    guard words.count == 5 else { return nil }
    return timestamp(day: words[2], month: words[1], year: words[4], time: words[3], at: now)
  }

  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Returns a date in the form of the headers: `Fri, 27 Nov 2026 08:51:02 GMT`. An instant before 1970 becomes the
  /// first one of 1970. Source: RFC 9110, section 5.6.7.
  package static func text(of instant: Timestamp) -> String {
    let seconds = Int(max(0, instant.milliseconds / 1000))
    let (day, time) = (seconds / 86_400, seconds % 86_400)
    let date = CivilDate(daysSinceEpoch: day)
    let numbers = [date.day, time / 3600, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(days[day % 7]), \(numbers[0]) \(months[date.month - 1]) \(date.year) "
      + "\(numbers[1...].joined(separator: ":")) GMT"
  }

  private static func timestamp(
    day: Substring, month: Substring, year: Substring, time: Substring, at now: Timestamp
  ) -> Timestamp? {
    var reader = DigitReader(time.utf8)
    guard let month = months.firstIndex(of: String(month)), let year = fullYear(year, at: now), let day = number(day),
      let date = CivilDate(year: year, month: month + 1, day: day),
      let seconds = reader.timeOfDay(separator: UInt8(ascii: ":")), reader.isAtEnd
    else { return nil }
    return Timestamp(seconds: Int64(date.daysSinceEpoch) * 86_400 + seconds)
  }

  /// Parses one or two digits. A longer number is not a day, and would overflow later computations.
  private static func number(_ text: Substring) -> Int? {
    guard (1...2).contains(text.utf8.count) else { return nil }
    var reader = DigitReader(text.utf8)
    return reader.number(digits: text.utf8.count)
  }

  /// Maps a two-digit year that appears more than 50 years ahead to the previous century (RFC 9110 §5.6.7).
  private static func fullYear(_ text: Substring, at now: Timestamp) -> Int? {
    var reader = DigitReader(text.utf8)
    // Check the length first: a longer number would overflow.
    guard [2, 4].contains(text.utf8.count), let year = reader.number(digits: text.utf8.count) else { return nil }
    guard text.utf8.count == 2 else { return year }
    let current = CivilDate(daysSinceEpoch: Int(now.seconds / 86_400)).year
    let guess = current - current % 100 + year
    return guess > current + 50 ? guess - 100 : guess
  }
}
