/// What an incoming webhook's answers mean: `ok`, or one word that says what is wrong.
///
/// Source: docs.slack.dev, "Sending messages using incoming webhooks", "Handling errors"; changelog of 2016-05-17.
enum SlackWebhook {
  /// The webhook, its channel or its workspace is gone or closed, whatever 4xx says so.
  static let dead: Set<String> = [
    "action_prohibited", "channel_is_archived", "channel_not_found", "invalid_token", "no_active_hooks", "no_service",
    "no_team", "posting_to_general_channel_denied", "team_disabled",
  ]

  /// The `excerpt` of the body is fit for the operator. Slack gives 200 to nothing that it has not taken, whatever else
  /// stands in the body.
  static func classify(_ reply: Endpoint.Reply, excerpt: String, at now: Timestamp) -> Answer {
    let shared = Answer(reply.head, excerpt: excerpt, at: now)
    guard (400...499).contains(reply.head.status), dead.contains(word(of: reply.body)) else { return shared }
    return .deadEndpoint(
      Answer.Reason(cause: .status(reply.head.status), text: "status \(reply.head.status): '\(excerpt)'"))
  }

  /// Webhooks of a workflow put the same words into JSON.
  private static func word(of body: [UInt8]) -> String {
    if let error = JSONMembers(body).text("error") { return error }
    return String(decoding: body.prefix(64), as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
