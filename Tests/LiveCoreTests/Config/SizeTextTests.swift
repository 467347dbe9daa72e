internal import Testing

@testable import LiveCore

@Suite struct SizeTextTests {
  @Test(arguments: [
    ("64KiB", 65_536), ("500MB", 500_000_000), ("1GiB", 1 << 30), ("16MiB", 16 << 20), ("3B", 3), ("2TiB", 2 << 40),
    ("7kB", 7000),
  ])
  func parsesItsOwnOutput(text: String, size: Int) {
    #expect(SizeText.parse(text) == size)
    #expect(SizeText.text(of: size) == text)
  }

  @Test(arguments: [
    "", "1", "GiB", "1 GiB", " 1GiB", "-1GiB", "+1GiB", "1.5GiB", "1gib", "1Gib", "1GiB1MiB", "9999999999B", "1e3MB",
    "１GiB",
  ])
  func refusesEverythingElse(text: String) {
    #expect(SizeText.parse(text) == nil)
  }

  @Test func noSizeOverflows() {
    #expect(SizeText.parse("999999999TiB") == nil)
    #expect(SizeText.text(of: 0) == "0B")
  }
}
