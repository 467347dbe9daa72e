internal import FoundationEssentials
internal import LiveModel

/// Posts to a chat as a Telegram bot.
///
/// Source: Telegram Bot API, `sendMessage`, `editMessageText`; "Bots FAQ", limits.
struct TelegramSink: Sink {
  let name: String
  let traits: SinkTraits
  private let endpoint: Endpoint
  private let token: Secret
  private let chat: TelegramChat
  private let wording: Wording

  /// The URL of `endpoint` is the API server; if empty, Telegram's own. `chat` is a number or `@name`, `thread` the id
  /// of a topic in it. Throws `sink.bad-token` and `sink.bad-chat`.
  init(
    name: String, endpoint: Endpoint, token: Secret, chat: String, thread: String? = nil, wording: Wording
  ) throws(Fault) {
    guard token.reveal(Self.isToken) else {
      throw Fault(
        .sinkBadToken, "this is not the token of a Telegram bot", at: .sink(name),
        hint: "copy it again from @BotFather")
    }
    guard let chat = TelegramChat(chat, thread: thread) else {
      throw Fault(
        .sinkBadChat, "a chat is a number or '@' and a name, a thread a number", at: .sink(name),
        hint: "take both from the bot's getUpdates")
    }
    var endpoint = endpoint
    let base = endpoint.url.reveal { $0.isEmpty ? Self.server : $0 }
    // Put the token into the URL, so that hiding the URL also hides the token.
    endpoint.url = Secret(token.reveal { Endpoint.address("/bot\($0)", of: base) })
    (self.name, self.endpoint, self.token, self.chat, self.wording) = (name, endpoint, token, chat, wording)
    traits = SinkTraits(audience: TelegramSettings.audience, canEdit: true, capacity: 10, spacing: chat.spacing)
  }

  func compose(_ content: MessageContent) throws(Fault) -> Message {
    let text = TelegramText(try ChatText(content, wording: wording, covers: true, sink: name))
    guard case .edit(_, let handle) = content else {
      return try Message(json: TelegramPost(text: text.html, isQuiet: isQuiet(content)), for: name)
    }
    guard let id = Int(handle.rawValue, in: Int.whole) else {
      throw Fault(.sinkUnfitOccasion, "'\(handle.rawValue)' is not the id of a Telegram message", at: .sink(name))
    }
    return try Message(json: TelegramPost(message: id, text: text.html), edits: handle, for: name)
  }

  func send(_ message: Message, id: WebhookID, at now: Timestamp) async -> Answer {
    let method = message.edits == nil ? "/sendMessage" : "/editMessageText"
    let headers = [(name: "content-type", value: "application/json")]
    // An edit names its message, which is in one topic only.
    let address = TelegramAddress(chat: chat.id, thread: message.edits == nil ? chat.thread : nil)
    let body = Message.body(message.body, to: address)
    switch await endpoint.exchange(.post, body, headers: headers, address: { $0 + method }) {
    case .failed(let answer): return answer
    case .replied(let reply): return classify(reply, editing: message.edits, at: now)
    }
  }

  /// Classifies a reply to a new message, or to an edit of the message `handle`.
  func classify(_ reply: Endpoint.Reply, editing handle: MessageHandle? = nil, at now: Timestamp) -> Answer {
    let answer = TelegramAnswer(reply.body)
    let errorText = answer?.description.map { Array($0.utf8) } ?? reply.body
    let excerpt = endpoint.excerpt(of: errorText, hiding: [token])
    guard let answer else { return accepted(Answer(unexplained: reply.head, excerpt: excerpt, at: now), handle) }
    return accepted(
      answer.meaning(reply.head, excerpt: excerpt, isEdit: handle != nil, at: now), handle ?? answer.handle)
  }

  private func accepted(_ answer: Answer, _ handle: MessageHandle?) -> Answer {
    if case .accepted = answer { return .accepted(Receipt(handle: handle)) }
    return answer
  }

  /// Telegram's own API server.
  static let server = "https://api.telegram.org"

  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ":_-".contains($0)) }
  }

  /// Returns true for importance 0 and 1. A pitching change makes no sound, a hit does.
  private func isQuiet(_ content: MessageContent) -> Bool {
    wording.importance(of: content).map { $0 < 2 } ?? false
  }
}

/// The body of a request without the address. `message` is nil for a new message.
private struct TelegramPost: Encodable {
  var message: Int?
  var text: String
  var isQuiet: Bool?
  let markup = "HTML"
  let linkPreview = ["is_disabled": true]

  private enum CodingKeys: String, CodingKey {
    case message = "message_id"
    case text
    case isQuiet = "disable_notification"
    case markup = "parse_mode"
    case linkPreview = "link_preview_options"
  }
}

/// The address of a request, which is added on sending.
private struct TelegramAddress: Encodable {
  var chat: TelegramChat.ID
  var thread: Int?

  private enum CodingKeys: String, CodingKey {
    case chat = "chat_id"
    case thread = "message_thread_id"
  }
}

extension Fault.Code {
  static let sinkBadChat = Fault.Code("sink.bad-chat")
}

/// A chat, and optionally a topic in it.
struct TelegramChat: Equatable, Sendable {
  /// The id in the form of the Bot API.
  enum ID: Equatable, Sendable, Encodable {
    /// Positive for a person, negative for a group or channel.
    case number(Int)
    /// The name of a public group or channel, with its `@`.
    case name(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .name(let name): try container.encode(name)
      }
    }
  }

  var id: ID
  var thread: Int?

  /// Returns nil unless `text` is a number or `@` and a name, and `thread` is a positive number.
  init?(_ text: String, thread: String? = nil) {
    if let number = Int(text, in: Int.interoperable), number != 0 {
      id = .number(number)
    } else if text.first == "@", text.count > 1, !text.contains(where: \.isWhitespace) {
      id = .name(text)
    } else {
      return nil
    }
    guard let thread else { return }
    guard let number = Int(thread, in: 1...1 << 53) else { return nil }
    self.thread = number
  }

  /// The time between two messages. Telegram allows a bot 20 messages per minute in a group, and one per second to a
  /// person.
  var spacing: Duration {
    if case .number(let number) = id, number > 0 { return .seconds(1) }
    return .seconds(3)
  }
}

/// A message in Telegram's HTML.
///
/// Source: Telegram Bot API, "HTML style"; `sendMessage`, 1 to 4096 characters after entities parsing.
struct TelegramText: Equatable, Sendable {
  let html: String

  /// The limit in UTF-16 units, which Telegram counts, without the tags.
  static let longest = 4096
  /// The limit of headings. Telegram applies 100 entities per message, two per game, and would leave further spoilers
  /// uncovered.
  private static let mostHeadings = 48

  init(_ chat: ChatText) {
    let isOneGame = !chat.lines.contains(where: \.isHeading)
    let lines = isOneGame ? [.heading(chat.title)] + chat.lines : chat.lines
    html = Self.games(Truncation(limit: Self.longest, unit: .utf16).fit(Self.shown(lines))).map { game in
      let text = String.betweenTags(game.lines.joined(separator: "\n"))
      let body = chat.spoils && !text.isEmpty ? "<tg-spoiler>\(text)</tg-spoiler>" : text
      return (game.heading.map { ["<b>\(String.betweenTags($0))</b>"] } ?? []) + (body.isEmpty ? [] : [body])
    }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// Returns the lines up to the limit of headings, and a note with the number of further games.
  private static func shown(_ lines: [MessageLine]) -> [MessageLine] {
    let headings = lines.indices.filter { lines[$0].isHeading }
    guard headings.count > mostHeadings else { return lines }
    let note = MessageLine(text: "… and \(headings.count - mostHeadings) more games", importance: .max)
    return lines[..<headings[mostHeadings]] + [note]
  }

  private static func games(_ lines: [MessageLine]) -> [(heading: String?, lines: [String])] {
    var games: [(heading: String?, lines: [String])] = []
    for line in lines {
      if line.isHeading {
        games.append((line.text, []))
      } else if games.isEmpty {
        games.append((nil, [line.text]))
      } else {
        games[games.count - 1].lines.append(line.text)
      }
    }
    return games
  }
}
