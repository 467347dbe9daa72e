import Testing

@testable import LiveCore
@testable import LiveModel

/// Points in the log, by the clock of a zone with daylight saving time.
@Suite struct LogPointTests {
  /// Returns the point as text: a time in RFC 3339, or the point's own word.
  private func point(_ text: String, at now: String, in zone: String, isEnd: Bool = false) throws -> String? {
    let (now, zone) = (try #require(Timestamp(rfc3339: now)), try #require(LocalZone(identifier: zone)))
    switch LogPoint(text, now: now, zone: zone, isEnd: isEnd) {
    case .oldest: return "oldest"
    case .sequence(let sequence): return "after \(sequence)"
    case .time(let time): return time.description.replacing(".000Z", with: "Z")
    case nil: return nil
    }
  }

  @Test(arguments: [
    ("today", "2026-11-22T05:00:00Z"), ("yesterday", "2026-11-21T05:00:00Z"), ("19:00", "2026-11-22T00:00:00Z"),
    ("19:30", "2026-11-22T00:30:00Z"), ("19:31", "2026-11-22T00:31:00Z"), ("01:00", "2026-11-22T06:00:00Z"),
    ("23:59", "2026-11-22T04:59:00Z"), ("2026-11-20", "2026-11-20T05:00:00Z"),
    ("2026-11-20T19:00", "2026-11-21T00:00:00Z"), ("2026-11-20 19:00", "2026-11-21T00:00:00Z"),
    ("2026-11-20T19:00:00+01:00", "2026-11-20T18:00:00Z"), ("24h", "2026-11-21T22:30:00Z"),
    ("3d", "2026-11-19T22:30:00Z"), ("now", "2026-11-22T22:30:00Z"),
    ("OLDEST", "oldest"), ("412", "after 412"), ("Yesterday", "2026-11-21T05:00:00Z"),
  ])
  func namesAPointInNewYork(text: String, expected: String) throws {
    #expect(try point(text, at: "2026-11-22T22:30:00Z", in: "America/New_York") == expected)
  }

  @Test(arguments: [
    ("yesterday", "2026-11-22T05:00:00Z"), ("today", "2026-11-23T05:00:00Z"), ("2026-11-01", "2026-11-02T05:00:00Z"),
    ("2026-11-20T19:00", "2026-11-21T00:00:00Z"), ("19:00", "2026-11-22T00:00:00Z"), ("24h", "2026-11-21T22:30:00Z"),
    ("oldest", "oldest"), ("412", "after 412"),
  ])
  func aRangeEndsWithAWholeDay(text: String, expected: String) throws {
    #expect(try point(text, at: "2026-11-22T22:30:00Z", in: "America/New_York", isEnd: true) == expected)
  }

  /// A time of day is the latest one that is not in the future.
  @Test(arguments: [("17:30", "2026-11-22T22:30:00Z"), ("17:31", "2026-11-21T22:31:00Z")])
  func aTimeOfDayIsNotInTheFuture(text: String, expected: String) throws {
    #expect(try point(text, at: "2026-11-22T22:30:00Z", in: "America/New_York") == expected)
  }

  /// On 1 November 2026 New York's clock shows 01:30 twice, at 05:30Z and 06:30Z.
  @Test(arguments: [
    ("2026-11-01T05:20:00Z", "2026-10-31T05:30:00Z"), ("2026-11-01T05:45:00Z", "2026-11-01T05:30:00Z"),
    ("2026-11-01T06:29:00Z", "2026-11-01T05:30:00Z"), ("2026-11-01T06:45:00Z", "2026-11-01T06:30:00Z"),
    ("2026-11-01T22:00:00Z", "2026-11-01T06:30:00Z"),
  ])
  func aRepeatedTimeIsTheLatest(now: String, expected: String) throws {
    #expect(try point("01:30", at: now, in: "America/New_York") == expected)
  }

  @Test func aDayHas25HoursWhenTheClockIsSetBack() throws {
    #expect(try point("today", at: "2026-11-02T04:59:00Z", in: "America/New_York") == "2026-11-01T04:00:00Z")
    #expect(try point("yesterday", at: "2026-11-02T05:00:00Z", in: "America/New_York") == "2026-11-01T04:00:00Z")
    #expect(try point("2026-11-01T01:30", at: "2026-11-02T05:00:00Z", in: "America/New_York") == "2026-11-01T05:30:00Z")
  }

  /// On 8 March 2026 New York's clock jumps from 02:00 to 03:00, at 07:00Z.
  @Test func aSkippedTimeIsTheJump() throws {
    #expect(try point("02:30", at: "2026-03-08T20:00:00Z", in: "America/New_York") == "2026-03-08T07:00:00Z")
    #expect(try point("02:30", at: "2026-03-08T06:59:00Z", in: "America/New_York") == "2026-03-07T07:30:00Z")
  }

  /// Samoa had no 30 December 2011.
  @Test func aDateThatTheZoneLeavesOutIsItsEnd() throws {
    #expect(try point("yesterday", at: "2011-12-30T20:00:00Z", in: "Pacific/Apia") == "2011-12-30T10:00:00Z")
    #expect(try point("19:00", at: "2011-12-30T20:00:00Z", in: "Pacific/Apia") == "2011-12-30T10:00:00Z")
  }

  @Test(arguments: [
    "", "tomorrow", "7:00", "24:00", "19:60", "19:00:00", "2026-02-30", "2026-11-20T", "2026-11-20T19", "2026-11-2",
    "20261120", "1.5h", "+5", "-5",
  ])
  func refusesOtherText(text: String) throws {
    let found = try point(text, at: "2026-11-22T22:30:00Z", in: "America/New_York")
    // A number of eight digits is a sequence.
    #expect(found == (text == "20261120" ? "after 20261120" : nil))
  }
}
