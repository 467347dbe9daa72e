import Testing

@testable import LiveModel
@testable import livegamed

@Suite struct DayLineTests {
  /// New York around the end of daylight saving time, at 2:00 on 1 November 2026.
  private static let newYork = LocalZone("America/New_York") { instant in
    instant < Timestamp(seconds: 1_793_512_800)
      ? LocalZone.Offset(seconds: -4 * 3600, abbreviation: "EDT")
      : LocalZone.Offset(seconds: -5 * 3600, abbreviation: "EST")
  }

  /// Returns the lines before events at these times, in an output that begins at `now`.
  private static func lines(_ times: [String], from now: String) throws -> [String?] {
    var days = DayLine(zone: newYork, from: try #require(Timestamp(rfc3339: now)))
    return times.map { days.next(Timestamp(rfc3339: $0)) }
  }

  @Test func aDayIsNamedBeforeItsFirstEvent() throws {
    let times = ["2026-10-30T23:00:00Z", "2026-10-31T03:59:59Z", "2026-10-31T04:00:00Z", "2026-10-31T05:00:00Z"]
    #expect(
      try Self.lines(times, from: "2026-11-05T12:00:00Z") == [
        "— Friday, Oct 30, EDT —", nil, "— Saturday, Oct 31, EDT —", nil,
      ])
    #expect(try Self.lines(times, from: "2026-10-30T22:00:00Z") == [nil, nil, "— Saturday, Oct 31, EDT —", nil])
  }

  @Test func theHourThatTheClocksRepeatBeginsWithTheNewZone() throws {
    let times = ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z", "2026-11-01T07:30:00Z"]
    #expect(try Self.lines(times, from: "2026-11-01T05:00:00Z") == [nil, "— Sunday, Nov 1, EST —", nil])
  }

  @Test func anEventWithoutATimeHasNoDay() throws {
    var days = DayLine(zone: .utc, from: Timestamp(seconds: 0))
    #expect(days.next(nil) == nil)
  }
}
