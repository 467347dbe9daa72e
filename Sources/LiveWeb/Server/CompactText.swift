/// The text of a style sheet or a script as it is sent: without comments, indentation and empty lines, which are for its
/// readers.
enum CompactText {
  /// Returns a style sheet without what only its readers need. It has no comment inside of a string.
  static func styleSheet(_ text: String) -> String {
    var (rest, plain) = (Substring(text), "")
    while let start = rest.firstRange(of: "/*") {
      plain += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
    }
    return lines(plain + rest).joined(separator: "\n")
  }

  /// Returns a script without the lines that are comments. No string of it spans lines.
  static func script(_ text: String) -> String {
    lines(text).filter { !$0.hasPrefix("//") && !($0.hasPrefix("/**") && $0.hasSuffix("*/")) }.joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n").map { line in
      let start = line.drop { $0 == " " }
      return start.dropLast(start.reversed().prefix { $0 == " " }.count)
    }.filter { !$0.isEmpty }
  }
}
