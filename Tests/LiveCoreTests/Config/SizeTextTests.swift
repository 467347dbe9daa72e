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

  @Test(arguments: [
    ("500mb", "did you mean '500MB'?"), ("64 MiB", "did you mean '64MiB'?"), ("1G", "did you mean '1GB'?"),
    ("1KB", "write it as in '64MiB', '500MB' or '1GiB'"), ("big", "write it as in '64MiB', '500MB' or '1GiB'"),
    ("500", "write it as in '64MiB', '500MB' or '1GiB'"), ("", "write it as in '64MiB', '500MB' or '1GiB'"),
    ("1kB", nil), ("2TiB", nil),
  ])
  func saysHowToWriteIt(text: String, advice: String?) {
    #expect(SizeText.advice(on: text, in: ConfigReader.logSizes) == advice)
  }

  @Test func namesTheBounds() {
    #expect(SizeText.range(ConfigReader.logSizes) == "from 16MiB to 1TiB")
  }

  @Test func noSizeOverflows() {
    #expect(SizeText.parse("999999999TiB") == nil)
    #expect(SizeText.text(of: 0) == "0B")
  }
}
