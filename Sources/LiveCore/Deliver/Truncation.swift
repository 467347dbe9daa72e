/// Writes text as a receiver takes it, and cuts what is too long, at a word, with `…`.
struct Truncation: Sendable {
  /// What a platform counts.
  enum Unit: Sendable {
    /// Unicode scalars; where a platform says 'characters', mostly these.
    case scalars
    /// UTF-16 code units: never fewer than scalars, so that they are safe where a platform's own count is in doubt.
    case utf16
    /// Bytes.
    case utf8

    func count(_ text: some StringProtocol) -> Int {
      switch self {
      case .scalars: text.unicodeScalars.count
      case .utf16: text.utf16.count
      case .utf8: text.utf8.count
      }
    }
  }

  static let mark = "…"

  /// The most that a receiver takes.
  var limit: Int
  var unit = Unit.scalars
  /// How the receiver writes a text. What is cut is the text before that, so that no escape is torn apart.
  var escape: Wording.Escape = { $0 }

  /// The text without white space around it, escaped, and never longer than the limit.
  func fit(_ text: String) -> String {
    let text = text.trimmed
    let whole = escape(text)
    guard unit.count(whole) > limit else { return whole }
    guard unit.count(Self.mark) <= limit else { return "" }
    // No scalar is escaped to less than itself.
    var (low, high) = (0, min(limit, text.unicodeScalars.count))
    while low < high {
      let middle = (low + high + 1) / 2
      if unit.count(cut(text, middle)) <= limit { low = middle } else { high = middle - 1 }
    }
    return cut(text, low)
  }

  private func cut(_ text: String, _ scalars: Int) -> String { escape(Self.words(text, scalars)) + Self.mark }

  /// As many whole words as fit in so many scalars; when that would lose more than a quarter, as many whole characters;
  /// when the first one is longer than that, its beginning.
  private static func words(_ text: String, _ scalars: Int) -> String {
    let end = text.unicodeScalars.index(text.startIndex, offsetBy: scalars)
    guard end < text.endIndex else { return text }
    var boundary = text.startIndex
    while boundary < end, text.index(after: boundary) <= end { boundary = text.index(after: boundary) }
    let head = boundary > text.startIndex ? text[..<boundary] : Substring(text.unicodeScalars[..<end])
    let isWord = text[head.endIndex].isWhitespace
    guard !isWord, let space = head.lastIndex(where: \.isWhitespace) else { return String(head).trimmed }
    let words = String(head[..<space]).trimmed
    return words.unicodeScalars.count * 4 >= head.unicodeScalars.count * 3 ? words : String(head).trimmed
  }
}

extension String {
  /// Without white space at its ends.
  var trimmed: String {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...last].trimmingPrefix(while: \.isWhitespace))
  }

  /// As text between tags, for Slack and Telegram alike: nothing in it can become a link, a mention or a mark. By scalar: a
  /// `<` with a combining mark is another character, and still a `<`.
  @Sendable static func betweenTags(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// With nothing but single spaces between its words.
  var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
