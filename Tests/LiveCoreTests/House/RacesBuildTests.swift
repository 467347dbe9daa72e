import Foundation
import Testing

/// Checks that the build of `make races` has every suite that `make races` selects by its name. It runs no suite that is not
/// built, and does not say so.
@Suite struct RacesBuildTests {
  private let root = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
  private var tests: String { "\(root)/Tests/LiveCoreTests" }

  @Test func noSuiteThatIsSelectedIsLeftOut() throws {
    let (selected, skipped) = (try pattern("RACING"), try pattern("NAMED_ALIKE"))
    let lost = try leftOut().flatMap { file in
      try suites(in: file).filter { $0.contains(selected) && !$0.contains(skipped) }.map { "\(file): \($0)" }
    }
    #expect(lost.isEmpty, "remove these from withoutConcurrency in Package.swift: \(lost)")
  }

  @Test func everyPathOfTheListExists() throws {
    for path in try paths() { #expect(FileManager.default.fileExists(atPath: "\(tests)/\(path)"), "\(path)") }
  }

  /// A list that is not read would hide every suite.
  @Test func theSuitesOfFoldersAndFilesAreFound() throws {
    let found = try leftOut().flatMap(suites)
    #expect(found.contains("LiveCoreTests.SinkConfigTests/"))
    #expect(found.contains("LiveCoreTests.SchemaTests/"))
  }

  /// Returns the value of a variable of the Makefile, a regular expression.
  private func pattern(_ variable: String) throws -> Regex<AnyRegexOutput> {
    let makefile = try String(contentsOfFile: "\(root)/Makefile", encoding: .utf8)
    let line = try #require(makefile.split(separator: "\n").first { $0.hasPrefix("\(variable) := ") })
    return try Regex(String(line.dropFirst("\(variable) := ".count)))
  }

  /// Returns the paths of the list in Package.swift.
  private func paths() throws -> [Substring] {
    let package = try String(contentsOfFile: "\(root)/Package.swift", encoding: .utf8)
    let list = try #require(package.firstMatch(of: /let withoutConcurrency = \[([^\]]*)\]/))
    return list.1.matches(of: /"([^"]+)"/).map(\.1)
  }

  /// Returns the Swift files of these paths.
  private func leftOut() throws -> [String] {
    let paths = try paths()
    return try FileManager.default.subpathsOfDirectory(atPath: tests).sorted().filter { file in
      file.hasSuffix(".swift") && paths.contains { file == $0 || file.hasPrefix("\($0)/") }
    }
  }

  /// Returns the suites of a file, as their tests begin in the list of all tests.
  private func suites(in file: String) throws -> [String] {
    let text = try String(contentsOfFile: "\(tests)/\(file)", encoding: .utf8)
    return text.matches(of: /(?:struct|class|extension) (\w+Tests)\b/).map { "LiveCoreTests.\($0.1)/" }
  }
}
