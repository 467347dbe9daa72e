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
