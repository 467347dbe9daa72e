internal import FoundationEssentials
internal import Testing

@testable import LiveCore

/// One file of `Fixtures/configs`.
struct ConfigFixture: Sendable, CustomTestStringConvertible {
  let path: String

  var testDescription: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The file with the errors that a bad configuration must produce, line for line.
  var expectedPath: String { path.dropLast(".yaml".count) + ".expected" }

  static let good = all(in: "good")
  static let bad = all(in: "bad")

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/configs").path

  /// The environment that resolves the references in the fixtures.
  static let environment = [
    "CREDENTIALS_DIRECTORY": "\(folder)/credentials",
    "HOOK_OLD": signingSecret("b"),
  ]

  static func signingSecret(_ composed: Character) -> String {
    "whsec_" + Data(repeating: composed.asciiValue ?? 0, count: 32).base64EncodedString()
  }

  static func read(_ path: String) throws(ConfigFaults) -> Config {
    try ConfigFiles.read(path: path, environment: environment)
  }

  /// Returns all fixtures of a kind. Traps if there are none, because then no test would run.
  private static func all(in kind: String) -> [ConfigFixture] {
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(kind)")
      let fixtures = names.filter { $0.hasSuffix(".yaml") }.sorted()
      precondition(!fixtures.isEmpty, "there are no configurations in \(folder)/\(kind)")
      return fixtures.map { ConfigFixture(path: "\(folder)/\(kind)/\($0)") }
    } catch {
      preconditionFailure("\(folder)/\(kind) cannot be read: \(error)")
    }
  }
}

/// A temporary folder that is removed when the value is released.
final class ConfigFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "livegamed-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and its parent folders. Returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
    return file.path
  }
}
