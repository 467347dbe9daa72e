import Foundation

/// An anchored regular expression, of the part of the language that JavaScript, Python, Go and ICU have in common: no
/// look-around, no back-reference, no class that means Unicode to one of them and ASCII to another.
struct Pattern: Sendable {
  let source: String
  private let expression: NSRegularExpression

  /// Nil when it is not anchored at both ends, or does not mean the same everywhere.
  init?(_ source: String) {
    let strange = ["(?", "\\d", "\\w", "\\s", "\\b", "\\1", "\\p"]
    guard source.hasPrefix("^"), source.hasSuffix("$"), !strange.contains(where: source.contains),
      let expression = try? NSRegularExpression(pattern: source)
    else { return nil }
    (self.source, self.expression) = (source, expression)
  }

  /// The whole text fits; ICU's own `$` would let a newline stand at the end.
  func matches(_ text: String) -> Bool {
    let range = NSRange(location: 0, length: text.utf16.count)
    return expression.firstMatch(in: text, range: range)?.range == range
  }
}
