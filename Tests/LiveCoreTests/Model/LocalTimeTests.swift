import Testing

@testable import LiveModel

@Suite struct LocalTimeTests {
  /// New York in 2026: the clocks go forward at 2:00 on 8 March, and back at 2:00 on 1 November.
  private static let newYork = LocalZone("America/New_York") { instant in
    let isSummer = (Timestamp(seconds: 1_772_953_200)..<Timestamp(seconds: 1_793_512_800)).contains(instant)
    return isSummer
      ? LocalZone.Offset(seconds: -4 * 3600, abbreviation: "EDT")
      : LocalZone.Offset(seconds: -5 * 3600, abbreviation: "EST")
  }

  private static func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

  @Test(arguments: [
    ("2026-07-14T23:05:09.999Z", "2026-07-14 19:05:09 EDT"), ("2026-07-15T02:40:09Z", "2026-07-14 22:40:09 EDT"),
    ("2026-01-01T04:59:59Z", "2025-12-31 23:59:59 EST"), ("2026-01-01T05:00:00Z", "2026-01-01 00:00:00 EST"),
    ("2026-03-08T06:59:59Z", "2026-03-08 01:59:59 EST"), ("2026-03-08T07:00:00Z", "2026-03-08 03:00:00 EDT"),
    ("2026-11-01T05:30:00Z", "2026-11-01 01:30:00 EDT"), ("2026-11-01T06:30:00Z", "2026-11-01 01:30:00 EST"),
    ("1969-12-31T23:59:59Z", "1969-12-31 18:59:59 EST"),
  ])
  func theClockFollowsDaylightSavingTime(instant: String, shown: String) throws {
    #expect(Self.newYork.time(at: try Self.instant(instant)).toTheSecond == shown)
  }

  @Test func eachFormHasTheZoneWhereItIsNotObvious() throws {
    let time = Self.newYork.time(at: try Self.instant("2026-11-22T05:07:08Z"))
    #expect(time.clock == "00:07:08" && time.toTheMinute == "00:07 EST")
    #expect(time.rfc3339 == "2026-11-22T00:07:08-05:00")
    #expect(time.beside(time) == "00:07 EST")
    let next = Self.newYork.time(at: try Self.instant("2026-11-23T05:07:08Z"))
    #expect(time.beside(next) == "Nov 22, 00:07 EST")
    #expect(time.inTheWeek == "Sun 00:07 EST" && time.inTheYear == "Sun, Nov 22, 00:07 EST")
    #expect(LocalZone.utc.time(at: try Self.instant("2026-11-22T05:07:08Z")).inTheYear == "Sun, Nov 22, 05:07 UTC")
  }

  @Test(arguments: [
    (0, "Thursday, Jan 1"), (-1, "Wednesday, Dec 31"), (-7, "Thursday, Dec 25"), (20_656, "Wednesday, Jul 22"),
    (19_782, "Thursday, Feb 29"),
  ])
  func aDateHasItsWeekday(days: Int, text: String) {
    let date = CivilDate(daysSinceEpoch: days)
    #expect("\(date.weekday), \(date.monthAndDay)" == text)
  }

  /// A time that the clocks skip is the instant of the jump; a time that they show twice is the first of both.
  @Test(
    arguments: [
      ("2026-07-14", 0, "2026-07-14T04:00:00.000Z"), ("2026-07-14", 1140, "2026-07-14T23:00:00.000Z"),
      ("2026-03-08", 150, "2026-03-08T07:00:00.000Z"), ("2026-03-08", 180, "2026-03-08T07:00:00.000Z"),
      ("2026-11-01", 60, "2026-11-01T05:00:00.000Z"), ("2026-11-01", 120, "2026-11-01T07:00:00.000Z"),
    ] as [(String, Int64, String)])
  func aLocalTimeHasOneInstant(date: String, minute: Int64, instant: String) throws {
    let day = try Self.instant("\(date)T00:00:00Z").date
    #expect(Self.newYork.first(day, secondOfDay: minute * 60).description == instant)
  }

  @Test func onlyTheNewStartTimeOfASummaryIsLocal() throws {
    let start = try Self.instant("2026-07-15T00:10:00Z")
    let text = "New start time: Rays at Red Sox, now at 2026-07-15T00:10:00.000Z (Rain)"
    #expect(
      text.showing(start, in: Self.newYork) == "New start time: Rays at Red Sox, now at Tue, Jul 14, 20:10 EDT (Rain)")
    #expect(text.showing(nil, in: Self.newYork) == text)
    #expect(text.showing(start + .seconds(1), in: Self.newYork) == text)
  }
}
