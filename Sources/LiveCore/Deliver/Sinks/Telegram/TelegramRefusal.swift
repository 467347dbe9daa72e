/// What a refusal of the Bot API is about.
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
