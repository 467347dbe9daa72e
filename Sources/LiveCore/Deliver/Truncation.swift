/// Escapes a text for a receiver, and cuts a long one at a word, with `…`.
struct Truncation: Sendable {
  /// The unit of a platform's limit.
  enum Unit: Sendable {
    /// Unicode scalars, the usual meaning of a platform's 'characters'.
    case scalars
    /// UTF-16 code units: never fewer than scalars, so they are safe where a platform's own unit is in doubt.
    case utf16
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

  /// The receiver's limit.
  var limit: Int
  var unit = Unit.scalars
  /// The receiver's escaping. The text is cut before it is escaped, so that no escape sequence is split.
  var escape: Wording.Escape = { $0 }

  /// Returns the trimmed and escaped text, never longer than the limit.
  func fit(_ text: String) -> String {
    let text = text.trimmed
    let whole = escape(text)
    guard unit.count(whole) > limit else { return whole }
    guard unit.count(Self.mark) <= limit else { return "" }
    // Escaping never makes a scalar shorter.
    var (low, high) = (0, min(limit, text.unicodeScalars.count))
    while low < high {
      let middle = (low + high + 1) / 2
      if unit.count(cut(text, middle)) <= limit { low = middle } else { high = middle - 1 }
    }
    return cut(text, low)
  }

  private func cut(_ text: String, _ scalars: Int) -> String { escape(Self.words(text, scalars)) + Self.mark }

  /// Returns as many whole words as fit in so many scalars. If that loses more than a quarter, returns whole
  /// characters; if the first character is too long, its beginning.
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
  /// The text without white space at both ends.
  var trimmed: String {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...last].trimmingPrefix(while: \.isWhitespace))
  }

  /// Escapes text between tags, for Slack and Telegram: nothing in it can become a link, a mention or a tag. Works by
  /// scalar, because `<` with a combining mark is a Character other than `<`.
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
}

/// A line of a message, which may be left out if the message is too long.
struct MessageLine: Equatable, Sendable {
  var text: String
  /// The least important lines are left out first.
  var importance: Int
  /// Whether the line names the game of the lines after it. Headings are left out last.
  var isHeading = false

  static func heading(_ text: String) -> MessageLine { MessageLine(text: text, importance: .max, isHeading: true) }
}

extension Truncation {
  /// Lines are left out rather than cut to less than this.
  private static let shortestLine = 200

  /// Joins the lines that fit: a blank line before every heading but the first, and the number of omitted lines at the
  /// end.
  func text(_ lines: [MessageLine]) -> String {
    let fitted = fit(lines)
    let text = fitted.indices.map { index in (index > 0 && fitted[index].isHeading ? "\n" : "") + fitted[index].text }
    // The lines are already escaped. The text is too long only if not even one line fits.
    return Truncation(limit: limit, unit: unit).fit(text.joined(separator: "\n"))
  }

  /// Returns the lines that fit with their separators, escaped, none longer than `each`, and a last line with the
  /// number of omitted ones. The least important lines are omitted first, the latest first among equals. The longest of
  /// the others are cut.
  func fit(_ lines: [MessageLine], each longest: Int = .max) -> [MessageLine] {
    let needs = lines.map { length($0, upTo: min(Self.shortestLine, longest)) }
    let separators = lines.indices.map { $0 == 0 ? 0 : lines[$0].isHeading ? 2 : 1 }
    var (kept, omitted) = ([Bool](repeating: true, count: lines.count), 0)
    var needed = lines.indices.reduce(0) { $0 + needs[$1] + separators[$1] }
    for index in lines.indices.sorted(by: { Self.givesWay($0, before: $1, of: lines) }) {
      guard needed + room(forNoteOf: omitted) > limit, omitted < lines.count - 1 else { break }
      (kept[index], omitted) = (false, omitted + 1)
      needed -= needs[index] + separators[index]
    }
    let left = lines.indices.filter { kept[$0] }
    let taken = left.reduce(room(forNoteOf: omitted)) { $0 + separators[$1] }
    let line = Truncation(
      limit: min(
        Self.share(of: limit - taken, among: left.map { length(lines[$0], upTo: min(limit + 1, longest)) }), longest),
      unit: unit, escape: escape)
    return left.compactMap { index in
      let text = line.fit(lines[index].text)
      return text.isEmpty
        ? nil : MessageLine(text: text, importance: lines[index].importance, isHeading: lines[index].isHeading)
    } + (omitted > 0 ? [MessageLine(text: Self.note(omitted), importance: .max)] : [])
  }

  /// Measures a line up to `most`, escaping only its beginning.
  private func length(_ line: MessageLine, upTo most: Int) -> Int {
    let text = line.text.trimmed
    let beginning = String(text.unicodeScalars.prefix(most + 1))
    return min(unit.count(escape(beginning)), most)
  }

  /// Returns the largest limit per line at which all lines fit. Short lines leave their unused share to long ones.
  static func share(of room: Int, among lengths: [Int]) -> Int {
    var (left, room) = (lengths.sorted(), room)
    while let shortest = left.first, shortest * left.count <= room {
      room -= shortest
      left.removeFirst()
    }
    return left.isEmpty ? .max : max(room / left.count, 0)
  }

  private static func givesWay(_ one: Int, before other: Int, of lines: [MessageLine]) -> Bool {
    (lines[one].importance, -one) < (lines[other].importance, -other)
  }

  private static func note(_ omitted: Int) -> String { "\(mark) and \(omitted) more" }

  private func room(forNoteOf omitted: Int) -> Int { omitted > 0 ? unit.count(Self.note(omitted)) + 1 : 0 }
}
