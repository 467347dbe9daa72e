internal import Testing

@testable import LiveCore

@Suite struct DurationTextTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("2s", .seconds(2)), ("10m", .seconds(600)), ("1h30m", .seconds(5400)),
    ("23h", .seconds(82_800)), ("1d1h1m1s1ms", .milliseconds(90_061_001)), ("3650d", .seconds(315_360_000)),
  ])
  func parsesItsOwnOutput(text: String, span: Duration) {
    #expect(DurationText.parse(text) == span)
    #expect(DurationText.text(of: span) == text)
  }

  @Test(arguments: [
    ("90s", "1m30s"), ("1500ms", "1s500ms"), ("120m", "2h"), ("007s", "7s"), ("24h", "1d"), ("36h", "1d12h"),
    ("0s", "0s"),
    ("0d0h0ms", "0s"), ("1w", "7d"), ("2w1d", "15d"), ("521w", "3647d"),
  ])
  func writesTheShortestForm(text: String, shortest: String) throws {
    #expect(DurationText.text(of: try #require(DurationText.parse(text))) == shortest)
  }

  @Test(arguments: [
    "", "2", "s", "2 s", " 2s", "2s ", "-2s", "+2s", "1.5s", "1m1h", "1s1s", "2W", "2S", "2sec", "1h30", "3651d",
    "522w", "1d1w",
    "3650d1ms", "87601h", "9999999999999999999999s", "999999999h", "２s", "∞",
  ])
  func refusesEverythingElse(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(arguments: [
    ("35", "write '35s'"), ("1 H", "did you mean '1h'?"), ("10 minutes", "did you mean '10m'?"),
    ("1 hour 5 mins", nil), ("1 min 5 secs", "did you mean '1m5s'?"), ("400 milliseconds", "did you mean '400ms'?"),
    ("3601", nil), ("2 h", nil), ("2x", nil), ("9999999999", nil), ("soon", nil), ("", nil),
  ])
  func saysHowToWriteIt(text: String, advice: String?) {
    let known = advice ?? "write it as in '500ms', '2s', '90s' or '30m'"
    #expect(DurationText.advice(on: text, unit: "s", in: .zero ... .seconds(3600)) == known)
  }

  @Test func aDurationOutOfBoundsNeedsTheBoundsOnly() {
    let bounds = Duration.seconds(86_400)...DurationText.longest
    #expect(DurationText.advice(on: "2h", unit: "d", in: bounds) == nil)
    #expect(DurationText.range(bounds) == "from 1d to 3650d")
    #expect(DurationText.examples(in: bounds) == "'7d' or '30d'")
    #expect(DurationText.examples(in: .seconds(1) ... .seconds(365 * 86_400)) == "'2s', '30m', '12h' or '7d'")
  }

  @Test(arguments: [(Duration.zero, "0s"), (.seconds(-1), "0s"), (.microseconds(1999), "1ms")])
  func printsNegativeSpansAsZeroAndOmitsMicroseconds(span: Duration, text: String) {
    #expect(DurationText.text(of: span) == text)
  }
}
