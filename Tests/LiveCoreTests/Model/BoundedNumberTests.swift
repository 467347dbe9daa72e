import Testing

@testable import LiveCore

@Suite struct BoundedNumberTests {
  @Test(arguments: [("0", 0), ("7", 7), ("-3", -3), ("+9", 9), ("007", 7)]) func readsNumbersWithinTheBounds(
    text: String, number: Int
  ) {
    #expect(Int(text, in: -3...9) == number)
  }

  @Test(arguments: [
    "", "10", "-4", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "1.0", " 1", "٣",
  ])
  func refusesEverythingElse(text: String) {
    #expect(Int(text, in: -3...9) == nil)
  }

  @Test func readsASubstring() {
    #expect(Int("12-34".split(separator: "-")[1], in: Int.counted) == 34)
  }
}
