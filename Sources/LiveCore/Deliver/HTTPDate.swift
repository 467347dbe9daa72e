/// The three forms of a date in HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
/// `Sun Nov  6 08:49:37 1994`.
///
/// Source: RFC 9110 §5.6.7.
enum HTTPDate {
  /// Nil when the text is none of them. `now` says which century a year of two digits belongs to.
  static func timestamp(_ text: String, at now: Timestamp) -> Timestamp? {
    let words = text.split { " ,-".contains($0) }
    if words.count == 6, words[5] == "GMT" {
      return timestamp(day: words[1], month: words[2], year: words[3], time: words[4], at: now)
    }
    guard words.count == 5 else { return nil }
    return timestamp(day: words[2], month: words[1], year: words[4], time: words[3], at: now)
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

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

  /// One or two digits: a longer number is no day, and would overflow what is computed from it.
  private static func number(_ text: Substring) -> Int? {
    guard (1...2).contains(text.utf8.count) else { return nil }
    var reader = DigitReader(text.utf8)
    return reader.number(digits: text.utf8.count)
  }

  /// Two digits that seem to lie more than 50 years ahead mean the century before.
  private static func fullYear(_ text: Substring, at now: Timestamp) -> Int? {
    var reader = DigitReader(text.utf8)
    // The count first: a longer number would overflow.
    guard [2, 4].contains(text.utf8.count), let year = reader.number(digits: text.utf8.count) else { return nil }
    guard text.utf8.count == 2 else { return year }
    let current = CivilDate(daysSinceEpoch: Int(now.seconds / 86_400)).year
    let guess = current - current % 100 + year
    return guess > current + 50 ? guess - 100 : guess
  }
}
