import FoundationEssentials

/// Instants in the forms that StatsAPI uses, all in UTC.
enum CalendarText {
  /// `2024-07-13T03:11:42.120Z`
  static func iso(_ time: Double) -> String {
    date(time).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// `20240713_031142`
  static func timecode(_ time: Double) -> String {
    String(iso(time).prefix(19).filter { $0 != "-" && $0 != ":" }.map { $0 == "T" ? "_" : $0 })
  }

  /// The league's day, `2024-07-12`: New York's, near enough.
  static func day(_ time: Double) -> String { String(iso(time - 5 * 3600).prefix(10)) }

  private static func date(_ time: Double) -> Date { Date(timeIntervalSince1970: time) }
}
