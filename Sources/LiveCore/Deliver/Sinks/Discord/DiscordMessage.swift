/// The body of a webhook request: embeds within Discord's limits, without mentions.
///
/// Source: Discord API v10, "Message Object", "Embed Limits", "Allowed Mentions Object".
struct DiscordMessage: Encodable, Sendable {
  private let embeds: [DiscordEmbed]
  private let allowedMentions = Mentions()
  private var flags: Int?

  static let mostEmbeds = 10
  /// Of titles, descriptions and footers together.
  private static let mostText = 6000
  private static let suppressNotifications = 1 << 12

  /// The drafts beyond the tenth are left out. Where all of it would be too long, the longest descriptions give way.
  init(_ drafts: [DiscordEmbed.FactDraft], isSilent: Bool = false) {
    let drafts = drafts.prefix(Self.mostEmbeds)
    let room = Self.mostText - drafts.reduce(0) { $0 + $1.fixedLength }
    let lengths = drafts.map { $0.length(DiscordEmbed.longestDescription) }
    let limit = min(Truncation.share(of: room, among: lengths), DiscordEmbed.longestDescription)
    embeds = drafts.map { DiscordEmbed($0, description: limit) }
    flags = isSilent ? Self.suppressNotifications : nil
  }

  private enum CodingKeys: String, CodingKey {
    case embeds, flags
    case allowedMentions = "allowed_mentions"
  }

  /// Allowed mentions: none.
  private struct Mentions: Encodable {
    let parse: [String] = []
  }
}

/// A framed part of a message.
struct DiscordEmbed: Encodable, Sendable {
  static let longestTitle = 256
  static let longestDescription = 4096
  /// Discord takes 2048; a footer is one short line.
  private static let longestFooter = 200

  private let title: String
  private let description: String?
  private let url: String?
  private let color: Int
  private let timestamp: String?
  private let footer: Footer?

  private struct Footer: Encodable {
    let text: String
  }

  /// An embed whose description can still give way.
  struct FactDraft: Sendable {
    let title: String
    var url: String?
    var colour = TeamColour.neutral
    var time: Timestamp?
    let footer: String
    /// The description in markdown, not longer than so many UTF-16 units.
    let body: @Sendable (Int) -> String

    /// A title in markdown, which is never left empty, and a footer in plain text.
    init(title: String, footer: String = "", body: @escaping @Sendable (Int) -> String) {
      let title = DiscordMarkdown.room(longestTitle).fit(title)
      self.title = title.isEmpty ? "livegamed" : title
      self.footer = Truncation(limit: longestFooter, unit: .utf16).fit(footer)
      self.body = body
    }

    fileprivate var fixedLength: Int { title.utf16.count + footer.utf16.count }

    fileprivate func length(_ limit: Int) -> Int { body(limit).utf16.count }
  }

  fileprivate init(_ draft: FactDraft, description limit: Int) {
    let text = draft.body(limit).trimmed
    description = text.isEmpty ? nil : text
    (title, url, color, timestamp) = (draft.title, draft.url, draft.colour.rgb, draft.time?.description)
    footer = draft.footer.isEmpty ? nil : Footer(text: draft.footer)
  }
}

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

  /// Returns markdown without a trailing lone backslash, which can remain where a text was cut.
  @Sendable static func whole(_ text: String) -> String {
    let slashes = text.unicodeScalars.reversed().prefix { $0 == "\\" }.count
    return slashes % 2 == 0 ? text : String(String.UnicodeScalarView(text.unicodeScalars.dropLast()))
  }

  /// Hidden until somebody asks to see it.
  static func spoiler(_ text: String) -> String { wrapped(text, in: "|") }

  /// No longer so.
  static func struck(_ text: String) -> String { wrapped(text, in: "~") }

  /// The length that the two functions above add.
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
