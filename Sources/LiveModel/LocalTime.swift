/// The date and the time that the clocks of a zone show at an instant.
package struct LocalTime: Equatable, Sendable {
  package let date: CivilDate
  /// Abbreviation of the zone at this instant, such as `EST` or `EDT`; `-03` for a zone without one.
  package let zone: String
  private let secondOfDay: Int64
  /// Seconds east of UTC.
  private let offset: Int64

  /// Creates the time of a zone `offset` seconds east of UTC.
  init(_ instant: Timestamp, offset: Int64, zone: String) {
    let shown = Timestamp(seconds: instant.seconds + offset)
    date = shown.date
    secondOfDay = shown.seconds - Int64(date.daysSinceEpoch) * 86_400
    (self.offset, self.zone) = (offset, zone)
  }

  /// Time of day: `19:05:09`.
  package var clock: String { "\(minute):\(padded(secondOfDay % 60))" }

  /// Time of day with the zone: `19:05 EDT`.
  package var toTheMinute: String { "\(minute) \(zone)" }

  /// Date and time: `2026-07-14 19:05:09 EDT`.
  package var toTheSecond: String { "\(date) \(clock) \(zone)" }

  /// RFC 3339 with the offset: `2026-07-14T19:05:09-04:00`.
  package var rfc3339: String {
    let minutes = abs(offset) / 60
    return "\(date)T\(clock)\(offset < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
  }

  /// Returns the time, `19:05 EDT`, with its date if that is not the date of `now`: `Jul 14, 19:05 EDT`.
  package func beside(_ now: LocalTime) -> String {
    date == now.date ? toTheMinute : "\(date.monthAndDay), \(toTheMinute)"
  }

  /// Day and time: `Tue 19:05 EDT`.
  package var inTheWeek: String { "\(date.weekday.prefix(3)) \(toTheMinute)" }

  /// Day, date and time: `Tue, Jul 14, 19:05 EDT`.
  package var inTheYear: String { "\(date.weekday.prefix(3)), \(date.monthAndDay), \(toTheMinute)" }

  /// Time of day as on a clock with twelve hours: `7:05 PM`.
  package var onTwelveHourClock: String {
    let hour = secondOfDay / 3600
    return "\((hour + 11) % 12 + 1):\(padded(secondOfDay / 60 % 60)) \(hour < 12 ? "AM" : "PM")"
  }

  private var minute: String { "\(padded(secondOfDay / 3600)):\(padded(secondOfDay / 60 % 60))" }
}

extension CivilDate {
  private static let weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sunday`.
  package var weekday: String {
    let days = daysSinceEpoch % 7
    return Self.weekdays[days < 0 ? days + 7 : days]
  }

  /// `Nov 22`.
  package var monthAndDay: String { "\(Self.months[month - 1]) \(day)" }
}

extension String {
  /// Returns the text with `instant`, written in RFC 3339, replaced by its day, date and local time.
  package func showing(_ instant: Timestamp?, in zone: LocalZone) -> String {
    guard let instant else { return self }
    return replacing(instant.description, with: zone.time(at: instant).inTheYear)
  }
}
