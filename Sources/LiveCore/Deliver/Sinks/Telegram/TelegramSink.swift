internal import FoundationEssentials

/// Writes into a chat as a Telegram bot.
///
/// Source: Telegram Bot API, `sendMessage`, `editMessageText`; "Bots FAQ", limits.
struct TelegramSink: Sink {
  let name: String
  let traits: SinkTraits
  private let endpoint: Endpoint
  private let token: Secret
  private let chat: TelegramChat
  private let wording: Wording

  /// The endpoint's URL is the API server's, Telegram's own where it is empty. `chat` is a number or `@name`, `thread`
  /// the id of a topic in it. Throws `sink.bad-token` and `sink.bad-chat`.
  init(
    name: String, endpoint: Endpoint, token: Secret, chat: String, thread: String? = nil, wording: Wording
  ) throws(Fault) {
    guard token.reveal(Self.isToken) else {
      throw Fault(
        .sinkBadToken, "the token holds what no token of a Telegram bot does", at: .sink(name),
        hint: "copy it anew from @BotFather")
    }
    guard let chat = TelegramChat(chat, thread: thread) else {
      throw Fault(
        .sinkBadChat, "a chat is a number or '@' and a name, a thread a number", at: .sink(name),
        hint: "take both from the bot's getUpdates")
    }
    var endpoint = endpoint
    let base = endpoint.url.reveal { $0.isEmpty ? Self.server : $0 }
    // The token becomes a part of the URL, so that whatever hides the URL hides the token.
    endpoint.url = Secret(token.reveal { Endpoint.address("/bot\($0)", of: base) })
    (self.name, self.endpoint, self.token, self.chat, self.wording) = (name, endpoint, token, chat, wording)
    traits = SinkTraits(audience: .people, canEdit: true, capacity: 10, spacing: chat.spacing)
  }

  func compose(_ content: MessageContent) throws(Fault) -> MessagePayload {
    let text = TelegramText(try ChatText(content, wording: wording, covers: true, sink: name))
    guard case .edit(_, let handle) = content else {
      return try MessagePayload(json: TelegramPost(text: text.html, isQuiet: Self.isQuiet(content)), for: name)
    }
    guard let id = Int(handle.rawValue, in: Int.whole) else {
      throw Fault(.sinkUnfitOccasion, "'\(handle.rawValue)' is no message of Telegram", at: .sink(name))
    }
    return try MessagePayload(json: TelegramPost(message: id, text: text.html), edits: handle, for: name)
  }

  func send(_ message: Message, at now: Timestamp) async -> Answer {
    let method = message.edits == nil ? "/sendMessage" : "/editMessageText"
    let headers = [(name: "content-type", value: "application/json")]
    // An edit is told its message, which stands in one topic alone.
    let address = TelegramAddress(chat: chat.id, thread: message.edits == nil ? chat.thread : nil)
    let body = MessagePayload.body(message.body, to: address)
    switch await endpoint.exchange(.post, body, headers: headers, address: { $0 + method }) {
    case .failed(let answer): return answer
    case .replied(let reply): return classify(reply, editing: message.edits, at: now)
    }
  }

  /// What Telegram's answer means to a new message, or to one that `handle` is the target of.
  func classify(_ reply: Endpoint.Reply, editing handle: Receipt.Handle? = nil, at now: Timestamp) -> Answer {
    let answer = TelegramAnswer(reply.body)
    let told = answer?.description.map { Array($0.utf8) } ?? reply.body
    let excerpt = endpoint.excerpt(of: told, hiding: [token])
    guard let answer else { return accepted(Answer(unexplained: reply.head, excerpt: excerpt, at: now), handle) }
    return accepted(
      answer.meaning(reply.head, excerpt: excerpt, isEdit: handle != nil, at: now), handle ?? answer.handle)
  }

  private func accepted(_ answer: Answer, _ handle: Receipt.Handle?) -> Answer {
    if case .accepted = answer { return .accepted(Receipt(handle: handle)) }
    return answer
  }

  private static let server = "https://api.telegram.org"

  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ":_-".contains($0)) }
  }

  /// A pitching change need not make a phone ring; a hit may.
  private static func isQuiet(_ content: MessageContent) -> Bool {
    content.deliverables.map(\.event.data.importance).max().map { $0 < 2 } ?? false
  }
}

/// A request without its address: without `message` for a new one.
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

/// Where a request goes.
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
