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

  /// Classifies Telegram's response to a new message, or to an edit of `handle`.
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

/// A response of the Bot API, with any status.
///
/// Source: Telegram Bot API, "Making requests", "ResponseParameters". The descriptions are those of its open server,
/// `tdlib/telegram-bot-api`.
struct TelegramAnswer: Equatable, Sendable {
  var isOK: Bool
  var code: Int?
  var description: String?
  /// The group has become another chat.
  var newChat: Int?
  /// Seconds.
  var retryAfter: Int?
  /// Of the message that was written; an edit may be answered by `true`.
  var handle: Receipt.Handle?

  /// Nil when nobody like Telegram has written it.
  init?(_ body: [UInt8]) {
    let members = JSONMembers(body)
    guard let isOK = members.flag("ok") else { return nil }
    (self.isOK, code, description) = (isOK, members.integer("error_code"), members.text("description"))
    newChat = members.integer("parameters.migrate_to_chat_id")
    retryAfter = members.integer("parameters.retry_after")
    handle = members.integer("result.message_id", in: Int.whole).map { Receipt.Handle(rawValue: String($0)) }
  }

  /// The shared table, with what Telegram says more exactly.
  func meaning(_ head: HTTPResponseHead, excerpt: String, isEdit: Bool, at now: Timestamp) -> Answer {
    var head = head
    // A gateway may have answered 200 for it.
    if !isOK, let code, StatusClass(head.status) == .accepted { head.status = code }
    let shared = Answer(unexplained: head, excerpt: excerpt, at: now)
    guard !isOK else { return shared }
    let reason = Answer.Reason(cause: .status(head.status), text: "status \(head.status): '\(excerpt)'")
    // Told to have failed, and not how.
    if StatusClass(head.status) == .accepted { return .tryAgain(reason) }
    let description = description ?? ""
    if head.status == 400 {
      if let chat = newChat { return migrated(to: chat, reason, isEdit: isEdit) }
      if isEdit, description.lowercased().contains(TelegramRefusal.unchanged) { return .accepted(Receipt()) }
    }
    guard let refusal = TelegramRefusal.of(head.status, description) else { return shared }
    guard refusal == .tooMuch else { return refusal.answer(isEdit: isEdit, because: reason) }
    return pause.map { refusal.answer(isEdit: isEdit, because: reason, pause: ($0, .sink)) } ?? shared
  }

  private var pause: Duration? {
    retryAfter.map { min(max(.seconds($0), .zero), RetryAfter.longest) }
  }

  private func migrated(to chat: Int, _ reason: Answer.Reason, isEdit: Bool) -> Answer {
    let text = "the group has become another chat: set 'chat_id' to \(chat)"
    return ServiceRefusal.receiver.answer(
      isEdit: isEdit, because: Answer.Reason(cause: reason.cause, text: text))
  }
}

/// The class of a refusal of the Bot API.
///
/// Source: Telegram Bot API, "Making requests". The phrases are those of its open server, `tdlib/telegram-bot-api`
/// (`Client.cpp`, `fail_query_with_error`) and of `tdlib/td`; words in capitals are passed on from Telegram's core
/// (core.telegram.org/api/errors).
enum TelegramRefusal {
  /// Parts of a `description` in lower case, with status 400 or 403. No phrase is a part of one in another class.
  static let table: [ServiceRefusal: Set<String>] = [
    .target: [
      "message to edit not found", "message can't be edited", "message_id_invalid", "message_author_required",
    ],
    .receiver: [
      "chat not found", "message thread not found", "topic_deleted", "topic_id_invalid", "peer_id_invalid",
      "channel_private", "chat_id is empty", "group chat was upgraded", "group chat was deactivated",
      "group chat was deleted",
    ],
    // An administrator can give rights back. On 2023-10-31 Telegram answered bots with all rights so, by mistake.
    .closed: [
      "not enough rights", "need administrator rights", "have no rights to send", "have no write access",
      "chat_write_forbidden", "chat_send_plain_forbidden", "chat_guest_send_forbidden", "chat_admin_required",
      "chat_restricted", "user_banned_in_channel", "topic_closed",
    ],
    .message: [
      "can't parse entities", "can't parse message text", "unsupported parse_mode", "message is too long",
      "message_too_long", "message text is empty", "text must be non-empty", "must be encoded in utf-8",
      "entities_too_long", "entity_bounds_invalid",
    ],
  ]

  /// An edit that changes nothing.
  static let unchanged = "message is not modified"

  /// Returns the class of a status and a description; nil for a status that the shared table knows as well.
  static func of(_ status: Int, _ description: String) -> ServiceRefusal? {
    switch status {
    case 400: phrase(in: description) ?? .passing
    // The bot was blocked or removed, where nothing else is said.
    case 403: phrase(in: description) ?? .receiver
    // The token is that of no bot.
    case 401, 404: .account
    case 413: .message
    case 429: .tooMuch
    default: nil
    }
  }

  private static func phrase(in description: String) -> ServiceRefusal? {
    let description = description.lowercased()
    return ServiceRefusal.allCases.first { refusal in
      table[refusal]?.contains(where: description.contains) == true
    }
  }
}
