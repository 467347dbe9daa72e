import Foundation
import Testing
import WireSchema

/// What a command shows, in a file of the repository. `UPDATE_GOLDEN=1` writes it, and fails that run.
struct GoldenScreen {
  private let path: String

  /// Creates a screen of `Tests/livegamedTests/Golden`.
  init(_ name: String) { self.init(path: "Tests/livegamedTests/Golden/\(name).txt") }

  /// Creates a screen from its path in the repository.
  init(path: String) { self.path = "\(WireFormat.root)/\(path)" }

  /// Compares the lines with those in the file.
  func check(_ lines: [String]) throws {
    let text = lines.map { $0 + "\n" }.joined()
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("\(path) was updated")
    } else {
      let written = try String(contentsOfFile: path, encoding: .utf8)
      #expect(written == text, "if the new text is right, 'make golden' updates \(path)")
    }
  }
}
