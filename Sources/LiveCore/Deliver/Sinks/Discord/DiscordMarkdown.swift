/// Text in Discord's markdown.
///
/// Source: Discord Support, "Markdown Text 101"; a backslash takes the meaning from any sign behind it.
enum DiscordMarkdown {
  /// Discord counts code points; UTF-16 is never fewer, and stays right should it count otherwise.
  static func room(_ limit: Int, escape: @escaping Wording.Escape = whole) -> Truncation {
    Truncation(limit: max(0, limit), unit: .utf16, escape: escape)
  }

  /// As it is to be read, whatever is in it. By scalars: an accent on an asterisk hides it from nobody.
  @Sendable static func escape(_ text: String) -> String {
    var (escaped, isLineStart) = (String.UnicodeScalarView(), true)
    for scalar in text.unicodeScalars {
      if everywhere.contains(scalar) || isLineStart && leading.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
      isLineStart = scalar == "\n" || isLineStart && scalar.properties.isWhitespace
    }
    return String(escaped)
  }

  private static let everywhere: Set<Unicode.Scalar> = ["\\", "*", "_", "~", "|", "`", "<", "["]
  /// Quotes, lists, headings.
  private static let leading: Set<Unicode.Scalar> = [">", "-", "+", "#"]

  /// What is markdown already, and may have been cut: a backslash that lost its sign would be seen.
  @Sendable static func whole(_ text: String) -> String {
    let slashes = text.unicodeScalars.reversed().prefix { $0 == "\\" }.count
    return slashes % 2 == 0 ? text : String(String.UnicodeScalarView(text.unicodeScalars.dropLast()))
  }

  /// Hidden until somebody asks to see it.
  static func spoiler(_ text: String) -> String { wrapped(text, in: "|") }

  /// No longer so.
  static func struck(_ text: String) -> String { wrapped(text, in: "~") }

  /// What the two above add.
  static let wrapping = 4

  /// Discord ends a mark at the next one, escaped or not; nothing inside may be one, or make one at its ends.
  private static func wrapped(_ text: String, in sign: Unicode.Scalar) -> String {
    var inner = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isNeedless =
        inner.isEmpty ? scalar == sign || scalar.properties.isWhitespace : scalar == sign && inner.last == sign
      if !isNeedless { inner.append(scalar) }
    }
    while let last = inner.last, last == sign || last == "\\" || last.properties.isWhitespace { inner.removeLast() }
    guard !inner.isEmpty else { return "" }
    return "\(sign)\(sign)\(inner)\(sign)\(sign)"
  }
}
