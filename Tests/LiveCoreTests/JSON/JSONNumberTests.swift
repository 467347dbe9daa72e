import Testing

@testable import LiveJSON

@Suite struct JSONNumberTests {
  private func integer(_ text: String) -> Int?? {
    Array(text.utf8).withUnsafeBufferPointer { JSONNumber($0).map(\.integer) }
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-12", -12), ("999999999999999999", 999_999_999_999_999_999),
      ("9223372036854775807", .max), ("-9223372036854775808", .min), ("2.0", 2), ("-0.0", 0), ("1e2", 100),
      ("12E-1", nil),
      ("120E-1", 12), ("1.5", nil), ("9223372036854775808", nil), ("1e400", nil), ("1e+3", 1000),
    ] as [(String, Int?)])
  func readsWholeNumbers(text: String, value: Int?) throws {
    #expect(try #require(integer(text)) == value)
  }

  @Test(arguments: ["", "-", "+1", "01", "-01", ".5", "1.", "1.e1", "1e", "1e+", "0x1", "1a", "NaN", "--1", "1.2.3"])
  func refusesEverythingElse(text: String) {
    #expect(integer(text) == .some(nil) || integer(text) == nil)
    #expect(Array(text.utf8).withUnsafeBufferPointer { JSONNumber($0) == nil })
  }
}
