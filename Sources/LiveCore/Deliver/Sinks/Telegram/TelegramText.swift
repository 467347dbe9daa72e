/// A message in Telegram's HTML.
///
/// Source: Telegram Bot API, "HTML style"; `sendMessage`, 1 to 4096 characters after entities parsing.
struct TelegramText: Equatable, Sendable {
  let html: String

  /// In UTF-16 units, which Telegram counts, without the marks.
  static let longest = 4096
  /// Telegram shows 100 entities, two a passage, and would leave the rest uncovered.
  private static let passages = 48

  init(_ occasion: Occasion, in wording: Wording) {
    let isCovered = if case .notice = occasion { false } else { wording.isSpoilerFree }
    let passages = Passage.passages(of: occasion, in: wording).fitted(to: Self.longest, passages: Self.passages)
    html = passages.map { passage in
      let text = Self.escaped(passage.lines.joined(separator: "\n"))
      return "<b>\(Self.escaped(passage.heading))</b>\n" + (isCovered ? "<tg-spoiler>\(text)</tg-spoiler>" : text)
    }.joined(separator: "\n\n")
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
