/// What an `error` of Slack's Web API is about.
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

  /// What an operator can do about the commonest.
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
