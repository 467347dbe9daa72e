import Testing

@testable import LiveCore
@testable import LiveModel

/// Quiet hours in zones with daylight saving time.
@Suite(.timeLimit(.minutes(1))) struct QuietHoursCalendarTests {
  /// Quiet hours such as `23:00-08:00`, in a zone.
  private static func quiet(_ hours: String, _ zone: String) throws -> QuietHours {
    let ends = try hours.split(separator: "-").map { end in
      let parts = end.split(separator: ":").compactMap { Int($0) }
      try #require(parts.count == 2)
      return parts[0] * 60 + parts[1]
    }
    return QuietHours(from: ends[0], to: ends[1], zone: try #require(LocalZone(identifier: zone)))
  }

  private static func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

  /// Each span begins and ends at these instants, to the millisecond, and reports its end at every moment.
  @Test(arguments: [
    // New York sets its clock forward at 2:00 on 8 March 2026, and back at 2:00 on 1 November.
    ("23:00-08:00", "America/New_York", "2026-03-08T04:00:00Z", "2026-03-08T12:00:00Z"),
    ("23:00-02:30", "America/New_York", "2026-03-08T04:00:00Z", "2026-03-08T07:00:00Z"),
    ("02:30-08:00", "America/New_York", "2026-03-08T07:00:00Z", "2026-03-08T12:00:00Z"),
    ("01:30-02:30", "America/New_York", "2026-03-08T06:30:00Z", "2026-03-08T07:00:00Z"),
    ("23:00-08:00", "America/New_York", "2026-11-01T03:00:00Z", "2026-11-01T13:00:00Z"),
    ("23:00-01:30", "America/New_York", "2026-11-01T03:00:00Z", "2026-11-01T05:30:00Z"),
    ("01:30-08:00", "America/New_York", "2026-11-01T05:30:00Z", "2026-11-01T13:00:00Z"),
    ("01:15-01:45", "America/New_York", "2026-11-01T05:15:00Z", "2026-11-01T05:45:00Z"),
    ("01:30-02:00", "America/New_York", "2026-11-01T05:30:00Z", "2026-11-01T07:00:00Z"),
    ("01:45-01:15", "America/New_York", "2026-10-31T05:45:00Z", "2026-11-01T05:15:00Z"),
    // Berlin changes at 2:00 on 29 March, and at 3:00 on 25 October.
    ("23:00-08:00", "Europe/Berlin", "2026-03-28T22:00:00Z", "2026-03-29T06:00:00Z"),
    ("22:00-02:15", "Europe/Berlin", "2026-03-28T21:00:00Z", "2026-03-29T01:00:00Z"),
    ("02:15-03:15", "Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T01:15:00Z"),
    ("23:00-02:30", "Europe/Berlin", "2026-10-24T21:00:00Z", "2026-10-25T00:30:00Z"),
    ("02:30-08:00", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T07:00:00Z"),
    // Lord Howe sets its clock back half an hour at 2:00 on 5 April, and forward at 2:00 on 4 October.
    ("23:00-01:45", "Australia/Lord_Howe", "2026-04-04T12:00:00Z", "2026-04-04T14:45:00Z"),
    ("01:45-03:00", "Australia/Lord_Howe", "2026-04-04T14:45:00Z", "2026-04-04T16:30:00Z"),
    ("23:00-02:15", "Australia/Lord_Howe", "2026-10-03T12:30:00Z", "2026-10-03T15:30:00Z"),
    ("02:15-03:00", "Australia/Lord_Howe", "2026-10-03T15:30:00Z", "2026-10-03T16:00:00Z"),
    // Santiago sets its clock back from 24:00 to 23:00 on 4 April, and forward from 24:00 to 1:00 on 5 September.
    ("23:30-00:00", "America/Santiago", "2026-04-05T02:30:00Z", "2026-04-05T04:00:00Z"),
    ("23:00-00:30", "America/Santiago", "2026-09-06T03:00:00Z", "2026-09-06T04:00:00Z"),
    // Samoa skipped 30 December 2011.
    ("23:00-08:00", "Pacific/Apia", "2011-12-30T09:00:00Z", "2011-12-30T18:00:00Z"),
    ("08:00-23:00", "Pacific/Apia", "2011-12-29T18:00:00Z", "2011-12-30T09:00:00Z"),
    ("08:00-23:00", "Pacific/Apia", "2011-12-30T18:00:00Z", "2011-12-31T09:00:00Z"),
  ])
  func lastsFromTheFirstOccurrenceOfItsStartToTheFirstOfItsEnd(
    _ hours: String, _ zone: String, _ from: String, _ to: String
  ) throws {
    let quiet = try Self.quiet(hours, zone)
    let (start, end) = (try Self.instant(from), try Self.instant(to))
    #expect(quiet.end(at: start - .milliseconds(1)) == nil)
    #expect(quiet.elapsed(at: start - .milliseconds(1)) == .zero)
    var now = start
    while now < end {
      #expect(quiet.end(at: now) == end, "\(now)")
      #expect(quiet.elapsed(at: now) == now - start, "\(now)")
      now = now + .seconds(300)
    }
    #expect(quiet.end(at: end - .milliseconds(1)) == end)
    #expect(quiet.elapsed(at: end - .milliseconds(1)) == end - start - .milliseconds(1))
    #expect(quiet.end(at: end) == nil)
  }

  /// A span that the clock skips entirely has no length; a span that the clock shows twice is quiet once.
  @Test(arguments: [
    ("02:10-02:50", "America/New_York", "2026-03-08T00:00:00Z"),
    ("00:00-00:30", "America/Santiago", "2026-09-06T03:00:00Z"),
  ])
  func aSkippedSpanIsNotQuiet(_ hours: String, _ zone: String, _ from: String) throws {
    let (quiet, start) = (try Self.quiet(hours, zone), try Self.instant(from))
    for minute in 0..<12 * 60 { #expect(quiet.end(at: start + .seconds(minute * 60)) == nil) }
  }

  /// Checked for every minute of a year in which the clock changes.
  @Test(
    arguments: ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/Santiago", "Asia/Kolkata", "UTC"],
    ["23:00-08:00", "23:00-01:30", "01:30-02:30", "01:55-01:45"])
  func everyLocalDateHasOneSpan(zone: String, hours: String) throws {
    let (quiet, start) = (try Self.quiet(hours, zone), try Self.instant("2026-01-01T00:00:00Z"))
    var (dates, spans): (Set<Int64>, [Int64: Int]) = ([], [:])
    var known: Timestamp?
    for minute in 0..<365 * 1440 {
      let now = start + .seconds(minute * 60)
      let date = Int64(quiet.zone.time(at: now).date.daysSinceEpoch)
      dates.insert(date)
      let end = quiet.end(at: now)
      if end != known {
        if let known, known != now { Issue.record("\(now): the end differs from the announced one") }
        if end != nil { spans[date, default: 0] += 1 }
      }
      if let end, end <= now { Issue.record("\(now): the end is in the past") }
      known = end
    }
    // The first and the last date are covered only in part.
    let whole = dates.sorted().dropFirst().dropLast()
    #expect(whole.count > 360)
    for date in whole { #expect(spans[date] == 1, "\(CivilDate(daysSinceEpoch: Int(date)))") }
  }
}
