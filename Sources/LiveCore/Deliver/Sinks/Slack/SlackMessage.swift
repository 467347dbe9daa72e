/// The body of a Slack message: of an incoming webhook, `chat.postMessage` or `chat.update`.
///
/// Source: docs.slack.dev, "Block Kit", "Formatting message text", "chat.postMessage".
struct SlackMessage: Codable, Equatable, Sendable {
  /// An id or a name; nil for a webhook, which has its own.
  var channel: String?
  /// Of the message that is changed.
  var ts: String?
  /// Of the message that this one replies to.
  var threadTS: String?
  /// What a notification shows, and what stands in for blocks that cannot be shown.
  var text: String
  var blocks: [Block]
  var unfurlLinks: Bool?
  var unfurlMedia: Bool?
  /// `chat.update` would otherwise look for mentions and links of its own.
  var parse: String?

  private enum CodingKeys: String, CodingKey {
    case channel, ts, text, blocks, parse
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

  init(_ bulletin: Bulletin) {
    let texts = [bulletin.title] + bulletin.lines.map(\.text)
    text = Notation.mrkdwn.clipped(texts.joined(separator: "\n"), to: Self.longestText)
    let header = Block(type: "header", text: .plain(Notation.mrkdwn.clipped(bulletin.title, to: Self.longestHeader)))
    let context = bulletin.link.map { Block(type: "context", elements: [.mrkdwn("<\($0)|Gameday>")]) }
    blocks = [header] + Self.sections(bulletin.lines) + [context].compactMap { $0 }
  }

  /// As few as hold the lines: of any two neighbours the lines would not fit into one.
  private static func sections(_ lines: [Bulletin.Line]) -> [Block] {
    let fitted = Notation.mrkdwn.fitted(lines.map(\.text), to: longestBody, each: longestLine)
    var written = zip(lines, fitted.lines).map { $0.isHeading ? "*\($1)*" : $1 }
    if fitted.omitted > 0 { written.append(Notation.note(omitted: fitted.omitted)) }
    var sections: [String] = []
    for line in written {
      let joined = sections.last.map { "\($0)\n\(line)" }
      if let joined, Notation.mrkdwn.length(joined) <= longestSection {
        sections[sections.count - 1] = joined
      } else {
        sections.append(line)
      }
    }
    return sections.map { Block(type: "section", text: .mrkdwn($0)) }
  }
}
