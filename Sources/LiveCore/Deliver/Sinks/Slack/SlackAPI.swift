internal import LiveModel
internal import LivePlatform

/// Classifies the answers of Slack's Web API. Most errors come with status 200.
enum SlackAPI {
  /// The relevant members of an answer. They precede the echo of the message, where a long body may be cut off.
  private struct Body {
    var ok: Bool
    var error: String?
    /// The missing OAuth scope.
    var needed: String?
    var handle: MessageHandle?

    /// Returns nil for a body that does not have Slack's form.
    init?(_ bytes: [UInt8]) {
      let members = JSONMembers(bytes)
      guard let ok = members.flag("ok") else { return nil }
      (self.ok, error, needed) = (ok, members.text("error"), members.text("needed"))
      guard let channel = members.text("channel"), let ts = members.text("ts") else { return }
      let handle = SlackHandle(channel: channel, ts: ts).handle
      self.handle = SlackHandle(handle).map { _ in handle }
    }
  }

  /// The pause after a rate limit without `Retry-After`.
  private static let standardPause: Duration = .seconds(30)

  /// Classifies a reply. `excerpt` returns a body as text without secrets, for the operator.
  static func classify(
    _ reply: Endpoint.Reply, isEdit: Bool, at now: Timestamp, excerpt: ([UInt8]) -> String
  ) -> Answer {
    let shared = Answer(unexplained: reply.head, excerpt: excerpt(reply.body), at: now)
    let status = reply.head.status
    let body = Body(reply.body)
    if StatusClass(status) == .accepted {
      guard let body, body.ok || body.error != nil else {
        // The answer is not from Slack, so it is unknown whether the message was posted.
        let text = "status \(status), but not an answer from Slack: '\(excerpt(reply.body))'"
        return .tryAgain(Answer.Reason(cause: .status(status), text: text))
      }
      if body.ok { return .accepted(Receipt(handle: body.handle)) }
    }
    guard let body, let error = body.error, !body.ok, isVerdict(status) else { return shared }
    let what = [error, body.needed.map { "needs \($0)" }].compactMap { $0 }.joined(separator: ", ")
    let hint = SlackError.hints[error].map { "; \($0)" } ?? ""
    let reason = Answer.Reason(cause: .status(status), text: "Slack says '\(excerpt(Array(what.utf8)))'\(hint)")
    return SlackError.table.refusal(of: error)
      .answer(isEdit: isEdit, because: reason, pause: (pause(reply.head, at: now), .sink))
  }

  /// Returns true if the message was a reply, and its parent does not accept replies.
  static func lacksThread(_ reply: Endpoint.Reply) -> Bool {
    guard isVerdict(reply.head.status), let body = Body(reply.body), !body.ok, let error = body.error else {
      return false
    }
    return SlackError.threads.contains(error)
  }

  /// Returns true for a status of 200 to 299 or 400 to 499. The body of a redirect or server error says nothing about
  /// the message.
  private static func isVerdict(_ status: Int) -> Bool { (200...299).contains(status) || (400...499).contains(status) }

  private static func pause(_ head: HTTPResponseHead, at now: Timestamp) -> Duration {
    head.headers["retry-after"].flatMap { RetryAfter($0, at: now)?.wait } ?? standardPause
  }
}

/// Classifies the answers of an incoming webhook: `ok`, or one word for the error.
///
/// Source: docs.slack.dev, "Sending messages using incoming webhooks", "Handling errors"; changelog of 2016-05-17.
enum SlackWebhook {
  /// Classes of the error words, for any 4xx status.
  static let table: [ServiceRefusal: Set<String>] = [
    // The channel is deleted or does not accept the webhook.
    .receiver: [
      "action_prohibited", "channel_is_archived", "channel_not_found", "posting_to_general_channel_denied",
    ],
    // The webhook or its workspace no longer exists.
    .account: ["invalid_token", "no_active_hooks", "no_service", "no_service_id", "no_team", "team_disabled"],
    .message: [
      "invalid_blocks", "invalid_blocks_format", "invalid_payload", "missing_text_or_fallback_or_attachments",
      "no_text", "too_many_attachments", "user_not_found",
    ],
  ]

  /// Classifies a reply. `excerpt` is the body as text for the operator. Slack answers 200 only if it accepts the
  /// message, whatever the body contains.
  static func classify(_ reply: Endpoint.Reply, excerpt: String, at now: Timestamp) -> Answer {
    let shared = Answer(unexplained: reply.head, excerpt: excerpt, at: now)
    let (status, refusal) = (reply.head.status, table.refusal(of: word(of: reply.body)))
    guard (400...499).contains(status), refusal != .passing else { return shared }
    let reason = Answer.Reason(cause: .status(status), text: "status \(status): '\(excerpt)'")
    // A webhook cannot edit messages.
    return refusal.answer(isEdit: false, because: reason)
  }

  /// Returns the error word. Workflow webhooks wrap the same words in JSON.
  private static func word(of body: [UInt8]) -> String {
    if let error = JSONMembers(body).text("error") { return error }
    return String(decoding: body.prefix(64), as: UTF8.self).singleSpaced
  }
}

/// Classes of the `error` values of Slack's Web API.
///
/// Source: docs.slack.dev, "chat.postMessage" and "chat.update", "Errors".
enum SlackError {
  static let table: [ServiceRefusal: Set<String>] = [
    // Returned only by `chat.update`.
    .target: ["block_mismatch", "cant_update_message", "edit_window_closed", "is_inactive", "message_not_found"],
    // For `chat.update`, this is the channel of the message, which may differ from the configured one.
    .receiver: [
      "access_denied", "channel_not_found", "ekm_access_denied", "is_archived", "no_permission", "not_in_channel",
      "restricted_action",
      "restricted_action_read_only_channel", "restricted_action_thread_only_channel",
    ],
    .account: [
      "accesslimited", "account_inactive", "as_user_not_supported", "deprecated_endpoint",
      "enterprise_is_restricted", "invalid_auth", "method_deprecated", "missing_scope",
      "not_allowed_token_type", "not_authed", "org_login_required", "team_access_not_granted",
      "team_not_found", "token_expired", "token_revoked", "two_factor_setup_required",
    ],
    .message: [
      "attachment_payload_limit_exceeded", "invalid_arg_name", "invalid_arguments", "invalid_array_arg",
      "invalid_attachments", "invalid_blocks", "invalid_blocks_format", "invalid_charset", "invalid_form_data",
      "invalid_json", "invalid_post_type", "json_not_object", "markdown_text_conflict", "missing_argument",
      "missing_post_type", "msg_blocks_too_long", "msg_too_long", "no_text", "too_many_attachments",
    ],
    .tooMuch: ["message_limit_exceeded", "rate_limited", "ratelimited"],
  ]

  /// Errors of a reply. The same message may succeed in the channel itself.
  static let threads: Set = [
    "cannot_reply_to_message", "invalid_thread_ts", "message_not_found", "restricted_action_non_threadable_channel",
    "restricted_action_thread_locked", "thread_locked", "thread_not_found",
  ]

  /// Hints for the most common errors.
  static let hints = [
    "channel_not_found": "check 'channel', and invite the bot to it if it is private",
    "invalid_auth": "put the app's bot token (xoxb-…) in 'token'",
    "is_archived": "unarchive the channel, or set another 'channel'",
    "missing_scope": "give the app the scope and reinstall it",
    "not_allowed_token_type": "put the app's bot token (xoxb-…) in 'token'",
    "not_in_channel": "invite the bot to the channel",
    "token_revoked": "reinstall the app and put its bot token in 'token'",
  ]
}
