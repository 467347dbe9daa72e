/// A range of numbers as people write it: `7`, `7-9`, `7+`, `<=2`.
enum RangeText {
  /// For the mend of a fault.
  static let examples = "'2', '2-4', '2+' or '<=2'"

  /// Nil for anything else, and for numbers out of bounds; what is open begins at the lower bound, or never ends.
  static func parse(_ text: String, within bounds: ClosedRange<Int>) -> ClosedRange<Int>? {
    func number(_ digits: some StringProtocol) -> Int? {
      let isNumber = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      return isNumber && digits.utf8.count <= 9 ? Int(digits, in: bounds) : nil
    }
    if let exact = number(text) { return exact...exact }
    if text.hasPrefix("<=") { return number(text.dropFirst(2)).map { bounds.lowerBound...$0 } }
    if text.hasSuffix("+") { return number(text.dropLast()).map { $0...Int.max } }
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]), first <= last else { return nil }
    return first...last
  }

  /// The text that `parse` reads back within bounds that begin at `floor`.
  static func text(of range: ClosedRange<Int>, from floor: Int) -> String {
    if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
    if range.upperBound == .max { return "\(range.lowerBound)+" }
    return range.lowerBound == floor ? "<=\(range.upperBound)" : "\(range.lowerBound)-\(range.upperBound)"
  }

  /// What was probably meant by text that cannot be parsed, written as it can be: `>=7` and `7-` are `7+`.
  static func meant(by text: String, within bounds: ClosedRange<Int>) -> String? {
    let plain = spelled(text)
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

  private static func spelled(_ text: String) -> String {
    let signs = [
      ("...", "-"), ("..", "-"), ("\u{2013}", "-"), ("\u{2014}", "-"), ("to", "-"), ("\u{2264}", "<="),
      ("\u{2265}", ">="), ("=<", "<="), ("=>", ">="),
    ]
    return signs.reduce(text.lowercased().filter { !$0.isWhitespace }) { $0.replacing($1.0, with: $1.1) }
  }
}
