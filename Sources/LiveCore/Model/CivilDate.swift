/// A day of the proleptic Gregorian calendar in UTC.
struct CivilDate: Equatable, Sendable, CustomStringConvertible {
  var year: Int
  var month: Int
  var day: Int

  /// `2024-07-13`.
  var description: String { "\(padded(year, to: 4))-\(padded(month))-\(padded(day))" }

  /// Further from 1970 than any `Timestamp`, in days.
  private static let farthest = 1_000_000_000_000

  /// Nil when there is no such day. Years have at most four digits.
  init?(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    // The bounds first: nothing is reckoned with a number that has none.
    guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      CivilDate(daysSinceEpoch: daysSinceEpoch) == self
    else { return nil }
  }

  /// Source: Howard Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`.
  init(daysSinceEpoch: Int) {
    let shifted = min(max(daysSinceEpoch, -Self.farthest), Self.farthest) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Source: the same, `days_from_civil`.
  var daysSinceEpoch: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
