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
    ("35", "'35' has no unit", "write '35s'"), ("1 H", "'1 H' is not one", "did you mean '1h'?"),
    ("3601", "'3601' has no unit", nil), ("2 h", "'2 h' is not one", nil),
    ("9999999999", "'9999999999' has no unit", nil), ("soon", "'soon' is not one", nil), ("", "'' is not one", nil),
  ])
  func saysHowToWriteIt(text: String, problem: String, advice: String?) {
    #expect(DurationText.problem(with: text) == problem)
    #expect(DurationText.advice(on: text, unit: "s", in: .zero ... .seconds(3600)) == advice)
  }

  @Test(arguments: [(Duration.zero, "0s"), (.seconds(-1), "0s"), (.microseconds(1999), "1ms")])
  func printsNegativeSpansAsZeroAndOmitsMicroseconds(span: Duration, text: String) {
    #expect(DurationText.text(of: span) == text)
  }
}
