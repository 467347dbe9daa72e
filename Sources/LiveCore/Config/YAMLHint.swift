/// Advice on text that YAML reads differently from what its author meant. Never repeats the text, except for a range.
enum YAMLHint {
  /// Returns advice on lines near which a parser stopped; nil if nothing in them is known to mislead.
  static func hint(about lines: [String]) -> String? {
    if lines.contains(where: hasBareReference) { return #"put "${…}" in quotes, as in "${credential:NAME}""# }
    return lines.lazy.compactMap(range).first.map { "did you mean '\($0)'?" }
  }

  /// Returns advice on text where `true` or `false` is expected; nil if it stands for neither.
  static func hint(aboutFlag text: String) -> String? {
    switch text.lowercased() {
    case "yes", "on", "y", "true", "1": "write 'true'"
    case "no", "off", "n", "false", "0": "write 'false'"
    default: nil
    }
  }

  /// Returns whether `${` stands there without a quote before it.
  private static func hasBareReference(_ line: String) -> Bool {
    line.ranges(of: "${").contains { range in
      !["\"", "'"].contains(line[..<range.lowerBound].last { $0 != " " } ?? " ")
    }
  }

  /// Returns the range that is meant by a value such as `>6`, with which YAML begins a text of several lines.
  private static func range(in line: String) -> String? {
    line.split(separator: ":").dropFirst().lazy.compactMap { value in
      let text = value.drop { $0 == " " }.prefix { ">=".contains($0) || $0.isNumber }
      return text.first == ">" ? RangeText.meant(by: String(text), within: 0...99) : nil
    }.first
  }
}
