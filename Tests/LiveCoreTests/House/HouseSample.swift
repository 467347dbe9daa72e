import Testing

/// A snippet that breaks a rule, or only looks as if it did.
struct HouseSample: Sendable, CustomTestStringConvertible {
  var rule: String
  var path = "Sources/LiveCore/Route/Sample.swift"
  var text: String
  /// The lines that break the rule.
  var lines: [Int] = []
  /// Other files of the project.
  var neighbours: [String: String] = [:]
  var pages: [String: String] = [:]

  /// The text on one line.
  var testDescription: String { "\(rule): \(text.split(separator: "\n").joined(separator: " / ").prefix(60))" }

  func findings() throws -> [HouseFinding] {
    let broken = try #require(HouseRule.all.first { $0.description == rule })
    let files = neighbours.merging([path: text]) { $1 }.sorted { $0.key < $1.key }
    return broken.findings(SourceTree(files: files.map { SourceFile(path: $0.key, text: $0.value) }, pages: pages))
  }

  /// Returns one sample for each text, each broken on the same lines.
  static func each(
    _ rule: String, at path: String = "Sources/LiveCore/Route/Sample.swift", _ texts: [String], lines: [Int] = []
  ) -> [HouseSample] {
    texts.map { HouseSample(rule: rule, path: path, text: $0, lines: lines) }
  }

  static let broken = brokenPlan + brokenWords + brokenNumbers + brokenSizes + brokenPages + brokenManuals
  static let kept = keptPlan + keptWords + keptNumbers + keptSizes + keptPages + keptManuals
}
