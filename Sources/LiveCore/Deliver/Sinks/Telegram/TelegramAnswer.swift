/// What the Bot API answers, whatever the status.
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
    let shared = Answer(head, excerpt: excerpt, at: now)
    guard !isOK else { return shared }
    let reason = Answer.Reason(cause: .status(head.status), text: "status \(head.status): '\(excerpt)'")
    switch head.status {
    case 400: return refusal(reason, isEdit: isEdit)
    case 401, 403, 404: return .deadEndpoint(reason)
    case 429: return pause.map { .slowDown($0, .sink, reason) } ?? shared
    default: return shared
    }
  }

  private var pause: Duration? {
    retryAfter.map { min(max(.seconds($0), .zero), RetryAfter.longest) }
  }

  private func refusal(_ reason: Answer.Reason, isEdit: Bool) -> Answer {
    if let chat = newChat {
      let text = "the group has become another chat: configure '\(chat)' as its channel"
      return .deadEndpoint(Answer.Reason(cause: reason.cause, text: text))
    }
    let description = description?.lowercased() ?? ""
    func says(_ phrases: [String]) -> Bool { phrases.contains(where: description.contains) }
    if isEdit, says(["message is not modified"]) { return .accepted(Receipt()) }
    if isEdit, says(["message to edit not found", "message can't be edited", "message_id_invalid"]) {
      return .lostTarget(reason)
    }
    return says(["chat not found", "message thread not found"]) ? .deadEndpoint(reason) : .badMessage(reason)
  }
}
