/// Classifies responses of Slack's Web API. Most errors come with status 200.
enum SlackAPI {
  /// The members of an answer that matter. They stand before the message that it repeats, where it may be cut off.
  private struct Body {
    var ok: Bool
    var error: String?
    /// The scope that is missing.
    var needed: String?
    var handle: Receipt.Handle?

    /// Nil when nobody like Slack has written it.
    init?(_ bytes: [UInt8]) {
      let members = JSONMembers(bytes)
      guard let ok = members.flag("ok") else { return nil }
      (self.ok, error, needed) = (ok, members.text("error"), members.text("needed"))
      guard let channel = members.text("channel"), let ts = members.text("ts") else { return }
      let handle = SlackHandle(channel: channel, ts: ts).handle
      self.handle = SlackHandle(handle).map { _ in handle }
    }
  }

  /// When Slack says that it is too much, and not for how long.
  private static let standardPause: Duration = .seconds(30)

  /// `excerpt` makes a text of the answer fit for the operator.
  static func classify(
    _ reply: Endpoint.Reply, isEdit: Bool, at now: Timestamp, excerpt: ([UInt8]) -> String
  ) -> Answer {
    let shared = Answer(unexplained: reply.head, excerpt: excerpt(reply.body), at: now)
    let status = reply.head.status
    let body = Body(reply.body)
    if StatusClass(status) == .accepted {
      guard let body, body.ok || body.error != nil else {
        // Something else than Slack has answered: nobody knows whether the message is there.
        let text = "status \(status), but no answer of Slack's: '\(excerpt(reply.body))'"
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

  /// The message was a reply, and what it replied to cannot be replied to any more.
  static func lacksThread(_ reply: Endpoint.Reply) -> Bool {
    guard isVerdict(reply.head.status), let body = Body(reply.body), !body.ok, let error = body.error else {
      return false
    }
    return SlackError.threads.contains(error)
  }

  /// A redirect or a server in trouble says nothing about the message, whatever its body holds.
  private static func isVerdict(_ status: Int) -> Bool { (200...299).contains(status) || (400...499).contains(status) }

  private static func pause(_ head: HTTPResponseHead, at now: Timestamp) -> Duration {
    head.headers["retry-after"].flatMap { RetryAfter($0, at: now)?.wait } ?? standardPause
  }
}

/// The class of each `error` of Slack's Web API.
///
/// Source: docs.slack.dev, "chat.postMessage" and "chat.update", "Errors".
enum SlackError {
  static let table: [ServiceRefusal: Set<String>] = [
    // Only `chat.update` says so.
    .target: ["block_mismatch", "cant_update_message", "edit_window_closed", "is_inactive", "message_not_found"],
    // The channel: of `chat.update` it is that of the message, which need not be the configured one.
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

  /// Of a reply: the same message may stand in the channel itself.
  static let threads: Set = [
    "cannot_reply_to_message", "invalid_thread_ts", "message_not_found", "restricted_action_non_threadable_channel",
    "restricted_action_thread_locked", "thread_locked", "thread_not_found",
  ]

  /// Hints for the most common errors.
  static let hints = [
    "channel_not_found": "check 'channel', and invite the bot to it if it is private",
    "invalid_auth": "put the app's bot token (xoxb-…) in 'token'",
    "is_archived": "unarchive the channel, or set another 'channel'",
    "missing_scope": "give the app the scope and install it anew",
    "not_allowed_token_type": "put the app's bot token (xoxb-…) in 'token'",
    "not_in_channel": "invite the bot to the channel",
    "token_revoked": "install the app anew and put its bot token in 'token'",
  ]
}

/// A message of a bot: `C123ABC456:1503435956.000247`, the channel's id and the message's timestamp as Slack answered
/// them.
struct SlackHandle: Equatable, Sendable {
  var channel: String
  /// Unique within the channel.
  var ts: String

  var handle: Receipt.Handle { Receipt.Handle(rawValue: "\(channel):\(ts)") }

  init(channel: String, ts: String) { (self.channel, self.ts) = (channel, ts) }

  /// Nil when it is not of this form: it is kept with the delivery, and each part has a length.
  init?(_ handle: Receipt.Handle) {
    let parts = handle.rawValue.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(Self.isPart) else { return nil }
    self.init(channel: String(parts[0]), ts: String(parts[1]))
  }

  private static func isPart(_ text: Substring) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }
}

/// Classifies responses of an incoming webhook: `ok`, or one word for the error.
///
/// Source: docs.slack.dev, "Sending messages using incoming webhooks", "Handling errors"; changelog of 2016-05-17.
enum SlackWebhook {
  /// The class of each word, whatever 4xx comes with it.
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
