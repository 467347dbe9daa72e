/// One rule: a sentence, and a function that finds its violations.
struct HouseRule: Sendable, CustomStringConvertible {
  static let events = "docs/events.md"
  static let operations = "docs/operations.md"
  static let program = "docs/livegamed.md"
  static let configuration = "docs/configuration.md"

  /// The pages that rules read.
  static let read = [events, operations, program, configuration]

  let description: String
  let findings: @Sendable (SourceTree) -> [HouseFinding]

  static let all = plan + words + numbers + sizes + pages + manuals
}

extension HouseRule {
  /// Creates a rule that checks each file separately.
  static func each(_ description: String, _ find: @escaping @Sendable (SourceFile) -> [HouseFinding]) -> HouseRule {
    HouseRule(description: description) { $0.files.flatMap(find) }
  }
}
