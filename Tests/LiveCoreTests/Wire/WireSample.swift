import Foundation
import Testing
import WireSchema

@testable import LiveCore

/// An event made from an example of `docs/events.md` by a line of `Fixtures/wire`: `play: data/outs=4; data/bases`.
/// The path `.` is the whole document.
struct WireSample: CustomTestStringConvertible, Sendable {
  /// The line of the file.
  let line: String
  let document: JSONValue

  var testDescription: String { line }

  static let allowed = Result { try read("allowed") }
  static let refused = Result { try read("refused") }

  private static func read(_ name: String) throws -> [WireSample] {
    let path = "\(WireFormat.root)/Tests/LiveCoreTests/Fixtures/wire/\(name).txt"
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { try WireSample(String($0)) }
  }

  init(_ line: String) throws {
    self.line = line
    let colon = try #require(line.firstRange(of: ": "))
    var document = try #require(EventsPage.examples.get()[String(line[..<colon.lowerBound])])
    for change in line[colon.upperBound...].split(separator: "; ") {
      let parts = change.split(separator: "=", maxSplits: 1)
      let path = parts[0].split(separator: "/").filter { $0 != "." }[...]
      let value = parts.count == 2 ? try JSONValue(text: String(parts[1])) : nil
      // Removing an absent member would change nothing.
      if value == nil { _ = try #require(document[path: path]) }
      document[path: path] = value
    }
    self.document = document
  }
}

/// The examples of `docs/events.md`.
enum EventsPage {
  /// By `play`, `status` …, and `nba-play` … of the NBA; the retraction and the event with a cause have those words as
  /// keys.
  static let examples = Result {
    let text = try String(contentsOfFile: "\(WireFormat.root)/docs/events.md", encoding: .utf8)
    let blocks = text.split(separator: "```json\n").dropFirst().map { $0.prefix { $0 != "`" } }
    return Dictionary(try blocks.map { block in (name(of: try JSONValue(text: String(block)), block)) }) { _, last in
      last
    }
  }

  private static func name(of example: JSONValue, _ block: Substring) -> (String, JSONValue) {
    let data = example["data"]
    if data?["retracted"] == .bool(true) { return ("retraction", example) }
    if data?["cause"] != nil { return ("revision", example) }
    guard case .string(let type) = example["type"] else { return (String(block), example) }
    let prefix = data?["league"] == .string("nba") ? "nba-" : ""
    return (prefix + type.replacing("livegame.", with: ""), example)
  }
}
