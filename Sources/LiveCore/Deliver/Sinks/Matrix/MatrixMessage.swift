internal import LiveModel

/// The content of an `m.room.message` event.
///
/// Source: Matrix specification, client-server API, "Event replacements", "Threading".
struct MatrixMessage: Codable, Equatable, Sendable {
  /// The text; for an edit, the text for clients without support for edits.
  var text: MatrixText
  var relation: Relation?
  /// The text that replaces the earlier one.
  var replacement: MatrixText?

  private enum CodingKeys: String, CodingKey {
    case relation = "m.relates_to"
    case replacement = "m.new_content"
  }

  /// `m.relates_to`.
  struct Relation: Codable, Equatable, Sendable {
    var type: String
    /// The message that is replaced, or the first one of the thread.
    var event: String
    /// For a thread: true says that `reply` is for clients without threads only.
    var isFallingBack: Bool?
    var reply: Reply?

    private enum CodingKeys: String, CodingKey {
      case type = "rel_type"
      case event = "event_id"
      case isFallingBack = "is_falling_back"
      case reply = "m.in_reply_to"
    }

    struct Reply: Codable, Equatable, Sendable {
      var event: String

      private enum CodingKeys: String, CodingKey { case event = "event_id" }
    }
  }
}

extension MatrixMessage {
  /// A new message. `thread` is the event id of the first message of its thread.
  init(_ text: MatrixText, thread: String?) {
    self.text = text
    relation = thread.map {
      Relation(type: "m.thread", event: $0, isFallingBack: true, reply: Relation.Reply(event: $0))
    }
  }

  /// An edit of the message with the event id `event`.
  init(_ text: MatrixText, replacing event: String) {
    self.text = text.markedAsEdit
    (relation, replacement) = (Relation(type: "m.replace", event: event), text)
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    text = try MatrixText(from: decoder)
    relation = try members.decodeIfPresent(Relation.self, forKey: .relation)
    replacement = try members.decodeIfPresent(MatrixText.self, forKey: .replacement)
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(relation, forKey: .relation)
    try members.encodeIfPresent(replacement, forKey: .replacement)
    try text.encode(to: encoder)
  }
}

/// A text in plain form and as HTML.
///
/// Source: Matrix specification, client-server API, "m.room.message msgtypes", "Spoiler messages", "Mentioning the
/// user".
struct MatrixText: Codable, Equatable, Sendable {
  /// `m.text`, or `m.notice`, for which clients make no sound.
  var type: String
  /// The plain text, which notifications show.
  var body: String
  var format = "org.matrix.custom.html"
  var html: String
  /// Empty: a text that contains a user's name or `@room` mentions nobody.
  var mentions: [String: Bool] = [:]

  private enum CodingKeys: String, CodingKey {
    case type = "msgtype"
    case body, format
    case html = "formatted_body"
    case mentions = "m.mentions"
  }

  /// The limit in bytes of the plain text, and of the HTML without tags. An edit holds both twice, in JSON. With any text
  /// it then stays below the 65,536 bytes of an event.
  static let longest = 4000

  /// The fallback of an edit begins with an asterisk.
  var markedAsEdit: MatrixText {
    var marked = self
    (marked.body, marked.html) = ("* \(body)", "* \(html)")
    return marked
  }
}

extension MatrixText {
  /// Throws `sink.unfit-occasion` for a scoreboard and for content without an event.
  init(_ content: MessageContent, wording: Wording, sink: String) throws(Fault) {
    // Only the HTML can cover text: the plain text is free of spoilers where the wording is.
    let (plain, rich) = (
      try ChatText(content, wording: wording, sink: sink),
      try ChatText(content, wording: wording, covers: true, sink: sink)
    )
    type = Self.isQuiet(content, wording) ? "m.notice" : "m.text"
    body = Truncation(limit: Self.longest, unit: .utf8).text(Self.lines(plain))
    html = Self.html(rich)
  }

  /// Returns true for importance 0 and 1. A pitching change makes no sound, a hit does.
  private static func isQuiet(_ content: MessageContent, _ wording: Wording) -> Bool {
    wording.importance(of: content).map { $0 < 2 } ?? false
  }

  /// Returns the lines with a heading for each game, without control characters, which a homeserver may reject.
  private static func lines(_ chat: ChatText) -> [MessageLine] {
    let lines = chat.lines.contains(where: \.isHeading) ? chat.lines : [.heading(chat.title)] + chat.lines
    return lines.map { line in
      let scalars = line.text.unicodeScalars.filter { $0 == "\n" || $0.properties.generalCategory != .control }
      return MessageLine(
        text: String(String.UnicodeScalarView(scalars)), importance: line.importance, isHeading: line.isHeading)
    }
  }

  private static func html(_ chat: ChatText) -> String {
    let fitted = Truncation(limit: longest, unit: .utf8, escape: String.betweenTags).fit(lines(chat))
    var (html, plays) = ("", [String]())
    for line in fitted {
      if line.isHeading {
        html += paragraph(plays, chat.spoils) + (html.isEmpty ? "" : "<br><br>") + "<strong>\(line.text)</strong>"
        plays = []
      } else {
        plays.append(line.text)
      }
    }
    return html + paragraph(plays, chat.spoils)
  }

  /// Returns lines that follow a heading, covered if they spoil.
  private static func paragraph(_ lines: [String], _ spoils: Bool) -> String {
    guard !lines.isEmpty else { return "" }
    let text = lines.flatMap { $0.split(whereSeparator: \.isNewline) }.joined(separator: "<br>")
    return "<br>" + (spoils ? "<span data-mx-spoiler>\(text)</span>" : text)
  }
}
