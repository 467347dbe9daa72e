import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct SlackAPITests {
  private let now = SampleEvents.start

  private func classify(
    _ status: Int, _ body: String, isEdit: Bool = false, headers: [String: String] = [:]
  ) -> Answer {
    let reply = Endpoint.Reply(head: HTTPResponseHead(status: status, headers: headers), body: Array(body.utf8))
    return SlackAPI.classify(reply, isEdit: isEdit, at: now) { String(decoding: $0, as: UTF8.self) }
  }

  private static func refusal(_ error: String) -> String { #"{"ok":false,"error":"\#(error)"}"# }

  @Test(arguments: 100...599) func anUnknownBodyIsIgnored(_ status: Int) {
    for body in ["", "<html>", "{", "[]", #"{"ok":7}"#, #"{"error":"x"}"#, String(repeating: "[", count: 30_000)] {
      let answer = classify(status, body)
      if (200...299).contains(status) {
        // A 200 without Slack's `ok` proves nothing.
        #expect(answer.reason?.text.hasPrefix("status \(status), but not an answer from Slack") == true)
        #expect("\(answer)".hasPrefix("tryAgain"))
      } else {
        #expect(answer == Answer(unexplained: HTTPResponseHead(status: status), excerpt: body, at: now))
      }
    }
  }

  /// Outcome of a post, and of an edit if it differs: an edit may go to another channel.
  private static let meanings: [(error: String, post: String, edit: String?)] = [
    ("channel_not_found", "deadEndpoint", "lostTarget"), ("not_in_channel", "deadEndpoint", "lostTarget"),
    ("is_archived", "deadEndpoint", "lostTarget"), ("restricted_action", "deadEndpoint", "lostTarget"),
    ("restricted_action_read_only_channel", "deadEndpoint", "lostTarget"),
    ("invalid_auth", "deadEndpoint", nil), ("not_authed", "deadEndpoint", nil),
    ("account_inactive", "deadEndpoint", nil), ("token_revoked", "deadEndpoint", nil),
    ("token_expired", "deadEndpoint", nil), ("missing_scope", "deadEndpoint", nil),
    ("org_login_required", "deadEndpoint", nil), ("team_access_not_granted", "deadEndpoint", nil),
    ("ekm_access_denied", "deadEndpoint", "lostTarget"), ("no_permission", "deadEndpoint", "lostTarget"),
    ("msg_too_long", "badMessage", nil), ("invalid_blocks", "badMessage", nil), ("no_text", "badMessage", nil),
    ("invalid_arguments", "badMessage", nil), ("msg_blocks_too_long", "badMessage", nil),
    ("invalid_charset", "badMessage", nil), ("message_not_found", "tryAgain", "lostTarget"),
    ("cant_update_message", "tryAgain", "lostTarget"), ("edit_window_closed", "tryAgain", "lostTarget"),
    ("fatal_error", "tryAgain", nil), ("internal_error", "tryAgain", nil), ("service_unavailable", "tryAgain", nil),
    ("request_timeout", "tryAgain", nil), ("team_added_to_org", "tryAgain", nil),
    ("external_channel_migrating", "tryAgain", nil), ("update_failed", "tryAgain", nil),
    ("never_heard_of", "tryAgain", nil), ("", "tryAgain", nil), ("ratelimited", "slowDown", nil),
    ("rate_limited", "slowDown", nil), ("message_limit_exceeded", "slowDown", nil),
  ]

  @Test(arguments: meanings) func everyErrorIsClassified(_ error: String, _ post: String, _ edit: String?) {
    for isEdit in [false, true] {
      for status in [200, 400, 401, 403, 404, 422] {
        let answer = classify(status, Self.refusal(error), isEdit: isEdit)
        #expect("\(answer)".hasPrefix(isEdit ? edit ?? post : post))
        #expect(answer.reason?.cause == .status(status))
        #expect(answer.reason?.text.hasPrefix("Slack says '\(error)'") == true)
      }
    }
  }

  @Test func onlyErrorsThatTheOperatorCanFixHaveAHint() {
    let classes = SlackError.hints.keys.map { SlackError.table.refusal(of: $0) }
    #expect(classes.allSatisfy { [.receiver, .account].contains($0) })
  }

  @Test func aServerErrorIsRetried() {
    for status in [100, 302, 500, 503] {
      #expect("\(classify(status, Self.refusal("invalid_auth")))".hasPrefix("tryAgain"))
    }
    #expect("\(classify(503, #"{"ok":true,"channel":"C1","ts":"1.2"}"#))".hasPrefix("tryAgain"))
  }

  @Test func aRateLimitPausesOnlyThisSink() {
    let body = Self.refusal("ratelimited")
    let reason = Answer.Reason(cause: .status(429), text: "Slack says 'ratelimited'")
    #expect(classify(429, body, headers: ["retry-after": "7"]) == .slowDown(.seconds(7), .sink, reason))
    #expect(classify(429, body) == .slowDown(.seconds(30), .sink, reason))
    let plain = Answer.Reason(cause: .status(429), text: "status 429")
    #expect(classify(429, "", headers: ["retry-after": "7"]) == .slowDown(.seconds(7), .sink, plain))
    #expect(classify(429, "") == .tryAgain(plain))
  }

  @Test func namesTheFix() {
    let body = #"{"ok":false,"error":"missing_scope","needed":"chat:write","provided":"identify"}"#
    #expect(
      classify(200, body).reason?.text
        == "Slack says 'missing_scope, needs chat:write'; give the app the scope and reinstall it")
  }

  @Test func theHandleIsChannelAndTimestamp() {
    let handle = MessageHandle(rawValue: "C1:1.2")
    #expect(classify(200, #"{"ok":true,"channel":"C1","ts":"1.2"}"#) == .accepted(Receipt(handle: handle)))
    // The response repeats the message and may be longer than the part that is read.
    let cut = #"{"ok":true,"channel":"C1","ts":"1.2","message":{"text":"and so o"#
    #expect(classify(200, cut) == .accepted(Receipt(handle: handle)))
    for body in [#"{"ok":true}"#, #"{"ok":true,"channel":"C:1","ts":"1.2"}"#, #"{"ok":true,"channel":"","ts":"1.2"}"#] {
      #expect(classify(200, body) == .accepted(Receipt()))
    }
  }

  @Test(arguments: ["", ":", "C1", "C1:", ":1.2", "C1:1.2:3"]) func aForeignHandleIsRefused(_ text: String) {
    #expect(SlackHandle(MessageHandle(rawValue: text)) == nil)
  }
}
