/// The body of a Slack message: of an incoming webhook, `chat.postMessage` or `chat.update`. A bot's message gets its
/// channel, and an edit the message that it changes, on the way out.
///
/// Source: docs.slack.dev, "Block Kit", "Formatting message text", "chat.postMessage".
struct SlackMessage: Codable, Equatable, Sendable {
  /// Of the message that this one replies to.
  var threadTS: String?
  /// The text of a notification, also shown in place of blocks that a client cannot display.
  var text: String
  var blocks: [Block]
  var unfurlLinks: Bool?
  var unfurlMedia: Bool?
  /// `chat.update` would otherwise look for mentions and links of its own.
  var parse: String?

  private enum CodingKeys: String, CodingKey {
    case text, blocks, parse
    case threadTS = "thread_ts"
    case unfurlLinks = "unfurl_links"
    case unfurlMedia = "unfurl_media"
  }

  /// A block of the kinds `header`, `section` and `context`.
  struct Block: Codable, Equatable, Sendable {
    var type: String
    var text: Text?
    var elements: [Text]?
  }

  struct Text: Codable, Equatable, Sendable {
    /// `plain_text` or `mrkdwn`.
    var type: String
    var text: String
    /// Of a plain text: `:1:` is no emoji.
    var emoji: Bool?
    /// Of an mrkdwn: nothing but what is marked becomes a link or a mention.
    var verbatim: Bool?

    static func plain(_ text: String) -> Text { Text(type: "plain_text", text: text, emoji: false) }
    static func mrkdwn(_ text: String) -> Text { Text(type: "mrkdwn", text: text, verbatim: true) }
  }
}

extension SlackMessage {
  private static let longestText = 4000
  private static let longestHeader = 150
  private static let longestSection = 3000
  /// Of all sections. Slack gives no figure; `msg_blocks_too_long` is seen above some 13,000 characters.
  private static let longestBody = 9000
  /// Of one line, so that a heading's two stars still fit into a section.
  private static let longestLine = longestSection - 2

  init(_ bulletin: ChatText) {
    let title = MessageLine(text: bulletin.title, importance: .max)
    text = Self.room(Self.longestText).text([title] + bulletin.lines)
    let header = Block(type: "header", text: .plain(Self.room(Self.longestHeader).fit(bulletin.title)))
    let context = bulletin.link.map { Block(type: "context", elements: [.mrkdwn("<\($0)|Gameday>")]) }
    blocks = [header] + Self.sections(bulletin.lines) + [context].compactMap(\.self)
  }

  /// Slack's own characters are never more than UTF-16 units.
  private static func room(_ limit: Int) -> Truncation {
    Truncation(limit: limit, unit: .utf16, escape: String.betweenTags)
  }

  /// As few as hold the lines: of any two neighbours the lines would not fit into one.
  private static func sections(_ lines: [MessageLine]) -> [Block] {
    let fitted = room(longestBody).fit(lines, each: longestLine)
    var sections: [String] = []
    for line in fitted.map({ $0.isHeading ? "*\($0.text)*" : $0.text }) {
      let joined = sections.last.map { "\($0)\n\(line)" }
      if let joined, joined.utf16.count <= longestSection {
        sections[sections.count - 1] = joined
      } else {
        sections.append(line)
      }
    }
    return sections.map { Block(type: "section", text: .mrkdwn($0)) }
  }
}
