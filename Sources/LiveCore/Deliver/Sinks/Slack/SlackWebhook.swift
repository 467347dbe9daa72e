/// What an incoming webhook's answers mean: `ok`, or one word that says what is wrong.
///
/// Source: docs.slack.dev, "Sending messages using incoming webhooks", "Handling errors"; changelog of 2016-05-17.
enum SlackWebhook {
  /// What a word is about, whatever 4xx comes with it.
  static let table: [ServiceRefusal: Set<String>] = [
    // The channel is gone or closed to the webhook.
    .receiver: [
      "action_prohibited", "channel_is_archived", "channel_not_found", "posting_to_general_channel_denied",
    ],
    // The webhook or its workspace is gone.
    .account: ["invalid_token", "no_active_hooks", "no_service", "no_service_id", "no_team", "team_disabled"],
    .message: [
      "invalid_blocks", "invalid_blocks_format", "invalid_payload", "missing_text_or_fallback_or_attachments",
      "no_text", "too_many_attachments", "user_not_found",
    ],
  ]

  /// The `excerpt` of the body is fit for the operator. Slack gives 200 to nothing that it has not taken, whatever else
  /// stands in the body.
  static func classify(_ reply: Endpoint.Reply, excerpt: String, at now: Timestamp) -> Answer {
    let shared = Answer(unexplained: reply.head, excerpt: excerpt, at: now)
    let (status, refusal) = (reply.head.status, table.refusal(of: word(of: reply.body)))
    guard (400...499).contains(status), refusal != .passing else { return shared }
    let reason = Answer.Reason(cause: .status(status), text: "status \(status): '\(excerpt)'")
    // A webhook cannot change what it has posted.
    return refusal.answer(isEdit: false, because: reason)
  }

  /// Webhooks of a workflow put the same words into JSON.
  private static func word(of body: [UInt8]) -> String {
    if let error = JSONMembers(body).text("error") { return error }
    return String(decoding: body.prefix(64), as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
