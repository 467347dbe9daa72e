import Testing

@testable import LiveModel
@testable import LivePlatform

@Suite struct HTTPDateTests {
  /// The example of RFC 9110, and the edges of days and years.
  @Test(arguments: [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (1_798_761_599, "Thu, 31 Dec 2026 23:59:59 GMT"), (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
  ])
  func aDateIsWrittenAndReadBack(second: Int64, text: String) {
    let instant = Timestamp(seconds: second)
    #expect(HTTPDate.text(of: instant) == text)
    #expect(HTTPDate.timestamp(text, at: instant) == instant)
  }

  @Test func aClockBefore1970HasADate() {
    #expect(HTTPDate.text(of: Timestamp(seconds: -86_401)) == "Thu, 01 Jan 1970 00:00:00 GMT")
  }
}
