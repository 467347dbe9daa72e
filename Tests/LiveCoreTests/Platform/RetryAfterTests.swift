import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct RetryAfterTests {
  /// 1994-11-06T08:49:00Z.
  private let now = Timestamp(seconds: 784_111_740)

  @Test(arguments: [
    ("0", 0), ("7", 7), ("3600", 3600), ("3601", 3600), ("99999999999999999999", 3600),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sunday, 06-Nov-94 08:49:37 GMT", 37), ("Sun Nov  6 08:49:37 1994", 37),
    ("Sun, 06 Nov 1994 08:48:00 GMT", 0), ("Mon, 06 Nov 2034 08:49:37 GMT", 3600),
  ])
  func readsSecondsAndDates(_ text: String, _ seconds: Int) {
    #expect(RetryAfter(text, at: now)?.wait == .seconds(seconds))
  }

  @Test(arguments: [
    "", " ", "-1", "+5", "1.5", "soon", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 994 08:49:37 GMT",
    "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49:37x GMT",
  ])
  func ignoresEverythingElse(_ text: String) {
    #expect(RetryAfter(text, at: now) == nil)
  }

  /// Each part of the date is out of its range, in all three forms.
  @Test(arguments: [
    "9223372036854775807", "9223372036854775808", "99999999999999999999", "+6", "0", "00", "006", "32", "",
    "-9223372036854775808", "０６",
  ])
  func anImpossibleDateIsRefused(_ day: String) {
    for text in [
      "Sun, \(day) Nov 1994 08:49:37 GMT", "Sunday, \(day)-Nov-94 08:49:37 GMT", "Sun Nov \(day) 08:49:37 1994",
    ] {
      #expect(RetryAfter(text, at: now) == nil, "\(text)")
    }
  }

  /// The difference to any instant that a clock can show is bounded.
  @Test(arguments: [-30_610_224_000_000, 0, 1_763_800_000_000, 253_402_300_799_999])
  func anyDateAtAnyTimeIsAWaitOfAnHourAtMost(_ milliseconds: Int64) throws {
    for text in ["Sat, 01 Jan 0000 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:60 GMT", "Friday, 31-Dec-99 23:59:59 GMT"] {
      let wait = try #require(RetryAfter(text, at: Timestamp(milliseconds: milliseconds))?.wait)
      #expect(wait >= .zero && wait <= RetryAfter.longest)
    }
  }

  @Test func aTwoDigitYearIsNeverFarAhead() {
    // 2026-01-01.
    let now = Timestamp(seconds: 1_767_225_600)
    #expect(HTTPDate.timestamp("Friday, 01-Jan-76 00:00:00 GMT", at: now)?.description.prefix(4) == "2076")
    #expect(HTTPDate.timestamp("Friday, 01-Jan-77 00:00:00 GMT", at: now)?.description.prefix(4) == "1977")
  }
}
