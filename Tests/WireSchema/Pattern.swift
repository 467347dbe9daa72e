import Foundation

/// An anchored regular expression, in the part of the language that JavaScript, Python, Go and ICU share: no
/// look-around, no back-reference, no class that means Unicode to one of them and ASCII to another.
struct Pattern: Sendable {
  let source: String
  private let expression: NSRegularExpression

  /// Nil if it is not anchored at both ends, or if its meaning differs between languages.
  init?(_ source: String) {
    let strange = ["(?", "\\d", "\\w", "\\s", "\\b", "\\1", "\\p"]
    guard source.hasPrefix("^"), source.hasSuffix("$"), !strange.contains(where: source.contains),
      let expression = try? NSRegularExpression(pattern: source)
    else { return nil }
    (self.source, self.expression) = (source, expression)
  }

  /// Returns whether the whole text matches; ICU's own `$` would allow a newline at the end.
  func matches(_ text: String) -> Bool {
    let range = NSRange(location: 0, length: text.utf16.count)
    return expression.firstMatch(in: text, range: range)?.range == range
  }
}
