internal import FoundationEssentials
internal import Testing

@testable import LiveCore

/// Error texts of bad configurations, compared word for word. `UPDATE_GOLDEN=1` writes the current texts, and fails
/// that run.
@Suite struct BadConfigTests {
  @Test(arguments: ConfigFixture.bad)
  func reportsEveryFault(with fixture: ConfigFixture) throws {
    let faults = try #require(throws: ConfigFaults.self) { try ConfigFixture.read(fixture.path) }
    let folder = URL(filePath: fixture.path).deletingLastPathComponent().path + "/"
    let messages = faults.description.split(separator: "\n").map { $0.replacing(folder, with: "") + "\n" }.joined()
      .replacing(ConfigFixture.folder, with: "…")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try messages.write(toFile: fixture.expectedPath, atomically: true, encoding: .utf8)
      Issue.record("\(fixture.expectedPath) was updated")
    }
    #expect(try messages == String(contentsOfFile: fixture.expectedPath, encoding: .utf8))
  }

  @Test(arguments: ConfigFixture.bad)
  func neverShowsASecret(of fixture: ConfigFixture) throws {
    let faults = try #require(throws: ConfigFaults.self) { try ConfigFixture.read(fixture.path) }
    #expect(!faults.description.contains("hunter2"))
    #expect(!faults.description.contains("whsec_hidden"))
  }

  @Test func thereAreFixtures() { #expect(ConfigFixture.bad.count > 20) }
}
