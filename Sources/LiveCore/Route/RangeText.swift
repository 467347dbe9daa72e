internal import LiveModel

/// A range of numbers as text: `7`, `7-9`, `7+`, `<=2`.
enum RangeText {
  /// Examples for the hint of a fault.
  static let examples = "'2', '2-4', '2+' or '<=2'"

  /// Parses a range. Returns nil for other text, for numbers of more than nine digits, and for numbers out of `bounds`.
  /// `<=` starts at the lower bound; `+` ends at `Int.max`.
  static func parse(_ text: String, within bounds: ClosedRange<Int>) -> ClosedRange<Int>? {
    func number(_ digits: some StringProtocol) -> Int? {
      let isNumber = digits.utf8.allSatisfy(\.isASCIIDigit)
      return isNumber && digits.utf8.count <= 9 ? Int(digits, in: bounds) : nil
    }
    if let exact = number(text) { return exact...exact }
    if text.hasPrefix("<=") { return number(text.dropFirst(2)).map { bounds.lowerBound...$0 } }
    if text.hasSuffix("+") { return number(text.dropLast()).map { $0...Int.max } }
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]), first <= last else { return nil }
    return first...last
  }

  /// Parses the range of a condition. The error names the key and the remedy.
  static func parse(_ text: String, for key: ConditionKey) throws(Mistake) -> ClosedRange<Int> {
    let bounds = key.bounds ?? Int.counted
    if let range = parse(text, within: bounds) { return range }
    let numbers = "from \(bounds.lowerBound) to \(bounds.upperBound)"
    throw Mistake(
      message: "'\(key.rawValue)' takes a whole number or a range \(numbers), not \(quoted(text))",
      hint: meant(by: text, within: bounds).map { "did you mean '\($0)'?" } ?? "write it as in \(examples)")
  }

  /// A text that is not a range.
  struct Mistake: Error, Equatable {
    var message: String
    var hint: String
  }

  /// Returns the text that `parse` reads back, with bounds that start at `floor`.
  static func text(of range: ClosedRange<Int>, from floor: Int) -> String {
    if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
    if range.upperBound == .max { return "\(range.lowerBound)+" }
    return range.lowerBound == floor ? "<=\(range.upperBound)" : "\(range.lowerBound)-\(range.upperBound)"
  }

  /// Returns the probable meaning of invalid text in valid form: `7+` for `>=7` and `7-`. Returns nil when there is
  /// none.
  static func meant(by text: String, within bounds: ClosedRange<Int>) -> String? {
    let plain = normalized(text)
    let digits = plain.filter(\.isNumber)
    let number = Int(digits, in: Int.counted)
    let candidates: [String?] = [
      plain,
      plain == "\(digits)-" || plain == ">=\(digits)" || plain == "+\(digits)" ? "\(digits)+" : nil,
      plain == ">\(digits)" ? number.map { "\($0 &+ 1)+" } : nil,
      plain == "<\(digits)" ? number.map { "<=\($0 &- 1)" } : nil,
      plain == "-\(digits)" ? "<=\(digits)" : nil,
      plain.split(separator: "-", omittingEmptySubsequences: false).reversed().joined(separator: "-"),
    ]
    return candidates.compactMap(\.self).first { $0 != text && parse($0, within: bounds) != nil }
  }

  private static func normalized(_ text: String) -> String {
    let signs = [
      ("...", "-"), ("..", "-"), ("\u{2013}", "-"), ("\u{2014}", "-"), ("to", "-"), ("\u{2264}", "<="),
      ("\u{2265}", ">="), ("=<", "<="), ("=>", ">="),
    ]
    return signs.reduce(text.lowercased().filter { !$0.isWhitespace }) { $0.replacing($1.0, with: $1.1) }
  }
}
