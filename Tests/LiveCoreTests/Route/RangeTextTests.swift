internal import Testing

@testable import LiveCore

@Suite struct RangeTextTests {
  @Test(arguments: [
    ("7", 7...7), ("7-9", 7...9), ("7-7", 7...7), ("7+", 7...Int.max), ("<=2", 1...2), ("1", 1...1), ("99", 99...99),
    ("1-99", 1...99), ("07", 7...7),
  ])
  func hasFourForms(text: String, range: ClosedRange<Int>) {
    #expect(RangeText.parse(text, within: 1...99) == range)
  }

  @Test(arguments: [
    "", " ", "7 ", " 7", "-", "+", "<=", "-1", "7-", "9-7", ">=7", "<7", "=7", "7..9", "7-9-11", "7 - 9", "0", "0-3",
    "100", "7-100", "<=0", "100+", "7++", "+7", "٧", "seven", "99999999999999999999", "1e1", "0x7",
  ])
  func hasNoOtherForm(text: String) {
    #expect(RangeText.parse(text, within: 1...99) == nil)
  }

  @Test(arguments: ["7", "7-9", "7+", "<=2", "0", "0+"])
  func roundTripsAsText(text: String) throws {
    let range = try #require(RangeText.parse(text, within: 0...99))
    #expect(RangeText.text(of: range, from: 0) == text)
  }

  @Test(arguments: [
    ("7-", "7+"), (">=7", "7+"), ("+7", "7+"), (">6", "7+"), ("≥7", "7+"), ("<3", "<=2"), ("≤2", "<=2"), ("-1", "<=1"),
    ("7 - 9", "7-9"), ("7..9", "7-9"), ("7...9", "7-9"), ("7–9", "7-9"), ("7 to 9", "7-9"), ("9-7", "7-9"),
    (" 7", "7"),
  ])
  func suggestsTheIntendedForm(text: String, meant: String) {
    #expect(RangeText.meant(by: text, within: 0...99) == meant)
  }

  @Test(arguments: ["", "late", "7-9-11", "<0", ">99", "9223372036854775807-", ">9223372036854775807"])
  func suggestsNothingIfUnclear(text: String) {
    #expect(RangeText.meant(by: text, within: 0...99) == nil)
  }
}
