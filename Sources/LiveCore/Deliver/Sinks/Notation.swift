/// How a receiver writes text, and counts its length.
enum Notation: Sendable {
  /// Slack's: `&`, `<` and `>` are escaped, so that no text of the feed can become a mention or a link. Its characters
  /// are counted in UTF-16, which is never less than what Slack counts.
  case mrkdwn
  /// As it stands, in bytes of UTF-8.
  case plain

  private static let ellipsis = "…"
  /// Less of a line says nothing.
  private static let shortestLine = 64
  /// Of `note(omitted:)`, with its line break.
  private static let longestNote = 32

  func length(_ text: String) -> Int { self == .mrkdwn ? text.utf16.count : text.utf8.count }

  /// The text, written; what does not fit gives way to `…`, at the end of a whole character. `limit` has room for `…`.
  func clipped(_ text: String, to limit: Int) -> String {
    var (kept, size, end) = ("", 0, 0)
    for character in text {
      let piece = written(character)
      size += length(piece)
      guard size <= limit else { return String(decoding: kept.utf8.prefix(end), as: UTF8.self) + Self.ellipsis }
      kept += piece
      if size + length(Self.ellipsis) <= limit { end = kept.utf8.count }
    }
    return kept
  }

  /// Written lines, none longer than `each`, that together with their line breaks and a note of how many were omitted
  /// stay within `limit`.
  func fitted(_ lines: [String], to limit: Int, each: Int) -> (lines: [String], omitted: Int) {
    let whole = lines.map { clipped($0, to: each) }
    guard whole.reduce(0, { $0 + length($1) + 1 }) > limit + 1 else { return (whole, 0) }
    var (kept, room): ([String], Int) = ([], limit - Self.longestNote)
    for line in lines {
      guard room >= Self.shortestLine else { break }
      kept.append(clipped(line, to: min(each, room)))
      room -= length(kept[kept.count - 1]) + 1
    }
    return (kept, lines.count - kept.count)
  }

  static func note(omitted count: Int) -> String { "\(ellipsis) and \(count) more" }

  /// By scalar: a `<` with a combining mark is another character, and still a `<`.
  private func written(_ character: Character) -> String {
    guard self == .mrkdwn else { return String(character) }
    var text = ""
    for scalar in character.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
