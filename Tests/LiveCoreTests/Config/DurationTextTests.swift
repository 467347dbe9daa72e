internal import Testing

@testable import LiveCore

@Suite struct DurationTextTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("2s", .seconds(2)), ("10m", .seconds(600)), ("1h30m", .seconds(5400)),
    ("24h", .seconds(86_400)), ("1h1m1s1ms", .milliseconds(3_661_001)), ("10000h", .seconds(36_000_000)),
  ])
  func parsesItsOwnOutput(text: String, span: Duration) {
    #expect(DurationText.parse(text) == span)
    #expect(DurationText.text(of: span) == text)
  }

  @Test(arguments: [
    ("90s", "1m30s"), ("1500ms", "1s500ms"), ("120m", "2h"), ("007s", "7s"), ("0s", "0s"), ("0h0ms", "0s"),
  ])
  func writesTheShortestForm(text: String, shortest: String) throws {
    #expect(DurationText.text(of: try #require(DurationText.parse(text))) == shortest)
  }

  @Test(arguments: [
    "", "2", "s", "2 s", " 2s", "2s ", "-2s", "+2s", "1.5s", "1m1h", "1s1s", "2d", "2S", "2sec", "1h30", "10001h",
    "10000h1ms", "9999999999999999999999s", "999999999h", "２s", "∞",
  ])
  func refusesEverythingElse(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(arguments: [(Duration.zero, "0s"), (.seconds(-1), "0s"), (.microseconds(1999), "1ms")])
  func printsNegativeSpansAsZeroAndOmitsMicroseconds(span: Duration, text: String) {
    #expect(DurationText.text(of: span) == text)
  }
}
