/// The clock of New York, by which the documents of cdn.nba.com count. Formatted by hand, because an answer may have
/// hundreds of instants and the formatter of FoundationEssentials is slow.
struct EasternTime: Sendable {
  /// Hours to UTC: -5, or -4 in summer.
  let offset: Int
  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int
  private let microsecond: Int
  /// 0 is Sunday.
  let weekday: Int

  init(_ time: Double) {
    let whole = Int(time.rounded(.down))
    let offset = Self.isSummer(whole) ? -4 : -5
    self.init(local: whole + offset * 3600, offset: offset, fraction: time - Double(whole))
  }

  /// Takes the seconds of a local clock, as if they were UTC.
  private init(local: Int, offset: Int, fraction: Double) {
    let days = local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
    let date = Self.civil(days)
    let ofDay = local - days * 86_400
    self.offset = offset
    (year, month, day) = (date.year, date.month, date.day)
    (hour, minute, second) = (ofDay / 3600, ofDay / 60 % 60, ofDay % 60)
    microsecond = Int(fraction * 1_000_000)
    weekday = ((days + 4) % 7 + 7) % 7
  }

  /// Returns the clock of a place that is some hours behind New York.
  static func behind(_ hours: Int, at time: Double) -> EasternTime {
    let whole = Int(time.rounded(.down))
    let offset = (isSummer(whole) ? -4 : -5) - hours
    return EasternTime(local: whole + offset * 3600, offset: offset, fraction: 0)
  }

  /// Whether clocks are an hour ahead: from the second Sunday of March to the first of November, at 2 in the morning.
  private static func isSummer(_ time: Int) -> Bool {
    let year = civil(Int((Double(time) / 86_400).rounded(.down))).year
    let (march, november) = (days(year, 3, 1), days(year, 11, 1))
    let begin = (march + sundays(from: march) + 7) * 86_400 + 7 * 3600
    let end = (november + sundays(from: november)) * 86_400 + 6 * 3600
    return begin <= time && time < end
  }

  /// Returns the days to the next Sunday; 0 on one.
  private static func sundays(from days: Int) -> Int { (7 - (days + 4) % 7) % 7 }

  /// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Source: as above, `civil_from_days`.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let civilMonth = month < 10 ? month + 3 : month - 9
    return (yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0), civilMonth, dayOfYear - (153 * month + 2) / 5 + 1)
  }

  /// The second since 1970 at which the day of this clock begins.
  var midnight: Double { Double(Self.days(year, month, day) * 86_400 - offset * 3600) }

  /// `2026-02-11`.
  var date: String { "\(year)-\(Self.padded(month))-\(Self.padded(day))" }
  /// `20260211`, of `gameCode`.
  var compactDate: String { "\(year)\(Self.padded(month))\(Self.padded(day))" }
  /// `19:30:00`.
  var clock: String { "\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second))" }
  /// `2026-02-11T19:30:00`, without a zone.
  var bare: String { "\(date)T\(clock)" }
  /// `2026-02-11T19:30:00Z`, which is false, as the feed has it.
  var falseUTC: String { bare + "Z" }
  /// `2026-02-11T19:30:00-05:00`.
  var withOffset: String { "\(bare)-\(Self.padded(-offset)):00" }
  /// `2026-02-11 19:30:04.236145`, `meta.time` of play-by-play and box score.
  var revision: String { "\(date) \(clock).\(Self.padded(microsecond, to: 6))" }
  /// `2026-02-11 07:30:04.304`, `meta.time` of the scoreboard: twelve hours without am or pm, and minute and second
  /// again behind the point.
  var boardTime: String {
    "\(date) \(Self.padded((hour + 11) % 12 + 1)):\(Self.padded(minute)):\(Self.padded(second)).\(minute)\(second)"
  }
  /// `7:30 pm ET`.
  var announcement: String { "\((hour + 11) % 12 + 1):\(Self.padded(minute)) \(hour >= 12 ? "pm" : "am") ET" }

  /// Returns text such as `2026-02-12T00:30:00.5Z` with some digits of a second, cut as the feed cuts them.
  static func utc(_ time: Double, digits: Int = 0) -> String {
    let scale = [1, 10, 100, 1000][digits]
    let parts = Int((time * Double(scale) + 0.001).rounded(.down)).quotientAndRemainder(dividingBy: scale)
    let clock = EasternTime(local: parts.quotient, offset: 0, fraction: 0)
    return clock.bare + (digits > 0 ? "." + padded(parts.remainder, to: digits) : "") + "Z"
  }

  private static func padded(_ number: Int, to digits: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
