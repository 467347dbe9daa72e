/// The parts of a page of `docs` that the tests read.
struct MarkdownPage {
  /// The contents of all code blocks.
  private(set) var blocks: [String] = []
  /// The code in the first cell of each row of a table: `--tag TAG`, `sinks.NAME.url`.
  private(set) var terms: Set<Substring> = []
  /// All code outside of blocks.
  private(set) var code: [Substring] = []

  init(_ text: String) {
    var block: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        if let block { blocks.append(block) }
        block = block == nil ? "" : nil
      } else if block != nil {
        block?.append(line + "\n")
      } else {
        code += Self.code(in: line)
        if line.hasPrefix("|"), let cell = line.split(separator: "|").first { terms.formUnion(Self.code(in: cell)) }
      }
    }
  }

  /// Returns what stands between backticks.
  private static func code(in line: Substring) -> [Substring] {
    line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map(\.element)
  }
}
