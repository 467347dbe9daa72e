import FoundationEssentials
import Testing

@testable import LivePlatform

@Suite struct ReadOnlyPagesTests {
  /// Returns the kilobytes of the process that are mapped from files.
  private static func mapped() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
    return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
  }

  /// The pages that this test needs next are mapped again, and those of all other tests are not. Other tests may run.
  @Test func theProgramGoesOnWithFewerPages() throws {
    let before = try Self.mapped()
    ReadOnlyPages.release()
    #expect(try Self.mapped() < before)
    #expect("\([1, 2, 3].map { Double($0).squareRoot() })".hasPrefix("[1.0, 1.414"))
  }
}
