/// What the Bot API answers, whatever the status.
///
/// Source: Telegram Bot API, "Making requests", "ResponseParameters". The descriptions are those of its open server,
/// `tdlib/telegram-bot-api`.
struct TelegramAnswer: Decodable, Equatable, Sendable {
  var isOK: Bool
  var code: Int?
  var description: String?
  var parameters: Parameters?
  /// Of the message that was written.
  var handle: Receipt.Handle?

  struct Parameters: Decodable, Equatable, Sendable {
    /// The group has become another chat.
    var newChat: Int?
    /// Seconds.
    var retryAfter: Int?

    private enum CodingKeys: String, CodingKey {
      case newChat = "migrate_to_chat_id"
      case retryAfter = "retry_after"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case isOK = "ok"
    case code = "error_code"
    case description, parameters, result
  }

  private struct Written: Decodable {
    var id: Int

    private enum CodingKeys: String, CodingKey { case id = "message_id" }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    isOK = try container.decode(Bool.self, forKey: .isOK)
    code = try container.decodeIfPresent(Int.self, forKey: .code)
    description = try container.decodeIfPresent(String.self, forKey: .description)
    parameters = try? container.decodeIfPresent(Parameters.self, forKey: .parameters)
    // An edit may be answered by `true`.
    handle = (try? container.decode(Written.self, forKey: .result)).map { Receipt.Handle(rawValue: String($0.id)) }
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
    parameters?.retryAfter.map { min(max(.seconds($0), .zero), RetryAfter.longest) }
  }

  private func refusal(_ reason: Answer.Reason, isEdit: Bool) -> Answer {
    if let chat = parameters?.newChat {
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
