internal import LiveModel
internal import LivePlatform

/// The answer of the Bot API, with any status.
///
/// Source: Telegram Bot API, "Making requests", "ResponseParameters". The descriptions are those of the open-source
/// server `tdlib/telegram-bot-api`.
struct TelegramAnswer: Equatable, Sendable {
  var isOK: Bool
  var code: Int?
  var description: String?
  /// The id of the supergroup that replaces the group.
  var newChat: Int?
  /// The wait in seconds.
  var retryAfter: Int?
  /// The id of the message; nil if an edit is answered with `true`.
  var handle: MessageHandle?

  /// Returns nil for a body that does not have Telegram's form.
  init?(_ body: [UInt8]) {
    let members = JSONMembers(body)
    guard let isOK = members.flag("ok") else { return nil }
    (self.isOK, code, description) = (isOK, members.integer("error_code"), members.text("description"))
    newChat = members.integer("parameters.migrate_to_chat_id")
    retryAfter = members.integer("parameters.retry_after")
    handle = members.integer("result.message_id", in: Int.whole).map { MessageHandle(rawValue: String($0)) }
  }

  /// Classifies the answer. Uses the shared classification unless Telegram is more precise.
  func meaning(_ head: HTTPResponseHead, excerpt: String, isEdit: Bool, at now: Timestamp) -> Answer {
    var head = head
    // A gateway may have replaced the status of an error with 200.
    if !isOK, let code, StatusClass(head.status) == .accepted { head.status = code }
    let shared = Answer(unexplained: head, excerpt: excerpt, at: now)
    guard !isOK else { return shared }
    let reason = Answer.Reason(cause: .status(head.status), text: "status \(head.status): '\(excerpt)'")
    // The answer reports a failure without a status.
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

/// Classifies the errors of the Bot API.
///
/// Source: Telegram Bot API, "Making requests". The phrases are those of the open-source server
/// `tdlib/telegram-bot-api` (`Client.cpp`, `fail_query_with_error`) and of `tdlib/td`. Words in capitals come from the
/// Telegram core (core.telegram.org/api/errors).
enum TelegramRefusal {
  /// Parts of a `description` in lower case, for status 400 and 403. No phrase is part of a phrase in another class.
  static let table: [ServiceRefusal: Set<String>] = [
    .target: [
      "message to edit not found", "message can't be edited", "message_id_invalid", "message_author_required",
    ],
    .receiver: [
      "chat not found", "message thread not found", "topic_deleted", "topic_id_invalid", "peer_id_invalid",
      "channel_private", "chat_id is empty", "group chat was upgraded", "group chat was deactivated",
      "group chat was deleted",
    ],
    // An administrator can restore rights. On 2023-10-31, Telegram sent these errors by mistake to bots with all
    // rights.
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

  /// The error for an edit without changes.
  static let unchanged = "message is not modified"

  /// Returns the class of a status and a description, or nil for a status that only the shared classification covers.
  static func of(_ status: Int, _ description: String) -> ServiceRefusal? {
    switch status {
    case 400: phrase(in: description) ?? .passing
    // Without a known phrase, the bot was blocked or removed.
    case 403: phrase(in: description) ?? .receiver
    // The token does not belong to a bot.
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
