internal import LiveModel

/// The time of the league's files: New York's, without a zone.
enum EasternTime {
  /// Parses `2026-01-14 22:26:54.123456`. Fails for any other text.
  ///
  /// The hour that comes twice, at the end of summer time, counts as the first: an answer of the second one is older by
  /// its own time, and is accepted once the refusals have lasted ten minutes.
  static func timestamp(_ text: String) -> Timestamp? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let date = CivilDate(iso: String(parts[0])) else { return nil }
    // As if it were UTC, which has no offset to know.
    guard let plain = Timestamp(rfc3339: "\(date)T\(parts[1])Z") else { return nil }
    return plain + .seconds(3600 * hoursBehind(plain))
  }

  /// Returns the date in New York at an instant.
  static func date(at instant: Timestamp) -> CivilDate {
    let standard = instant - .seconds(5 * 3600)
    let isSummer = hoursBehind(standard + .seconds(3600)) == 4
    return (isSummer ? standard + .seconds(3600) : standard).date
  }

  /// Returns how many hours New York is behind UTC at a local time: four from the second Sunday of March, 2:00, to the
  /// first Sunday of November, 2:00, and else five.
  ///
  /// Source: 15 U.S.C. § 260a.
  private static func hoursBehind(_ local: Timestamp) -> Int64 {
    let year = local.date.year
    guard let march = CivilDate(year: year, month: 3, day: 8), let november = CivilDate(year: year, month: 11, day: 1)
    else { return 5 }
    let start = sunday(from: march) + .seconds(2 * 3600)
    let end = sunday(from: november) + .seconds(2 * 3600)
    return start <= local && local < end ? 4 : 5
  }

  /// Returns the first Sunday that is not before a date.
  private static func sunday(from date: CivilDate) -> Timestamp {
    // 1970-01-01 was a Thursday.
    let weekday = ((date.daysSinceEpoch + 4) % 7 + 7) % 7
    return Timestamp(seconds: Int64(date.daysSinceEpoch + (7 - weekday) % 7) * 86_400)
  }
}
