import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct SlackWebhookTests {
  private let now = SampleEvents.start

  private func classify(_ status: Int, _ body: String, headers: [String: String] = [:]) -> Answer {
    let head = HTTPResponseHead(status: status, headers: headers)
    return SlackWebhook.classify(Endpoint.Reply(head: head, body: Array(body.utf8)), excerpt: body, at: now)
  }

  @Test(arguments: 100...599) func anUnknownBodyIsIgnored(_ status: Int) {
    for body in ["", "ok", "what?", "\u{FFFD}\0", #"{"error":7}"#, String(repeating: "[", count: 30_000)] {
      let head = HTTPResponseHead(status: status)
      #expect(classify(status, body) == Answer(unexplained: head, excerpt: body, at: now))
    }
  }

  @Test(arguments: [
    (400, "invalid_payload", "badMessage"), (400, "no_text", "badMessage"), (400, "invalid_blocks", "badMessage"),
    (400, "invalid_blocks_format", "badMessage"), (400, "user_not_found", "badMessage"),
    (400, "missing_text_or_fallback_or_attachments", "badMessage"), (400, "too_many_attachments", "badMessage"),
    (403, "action_prohibited", "deadEndpoint"), (403, "invalid_token", "deadEndpoint"),
    (403, "posting_to_general_channel_denied", "deadEndpoint"), (403, "team_disabled", "deadEndpoint"),
    (404, "channel_not_found", "deadEndpoint"), (404, "no_service", "deadEndpoint"), (404, "no_team", "deadEndpoint"),
    (404, "no_active_hooks", "deadEndpoint"), (410, "channel_is_archived", "deadEndpoint"), (410, "", "deadEndpoint"),
    (400, "never heard of", "tryAgain"), (413, "", "badMessage"),
    (404, "page not found", "tryAgain"), (403, "blocked by the proxy", "tryAgain"), (500, "rollup_error", "tryAgain"),
    (500, "no_service", "tryAgain"), (429, "rate_limited", "tryAgain"), (302, "no_service", "tryAgain"),
    (404, " no_service\n", "deadEndpoint"), (404, "no_service found here", "tryAgain"),
    (404, #"{"ok":false,"error":"no_service"}"#, "deadEndpoint"),
  ])
  func everyWordHasItsMeaning(_ status: Int, _ word: String, _ meaning: String) {
    let answer = classify(status, word)
    #expect("\(answer)".hasPrefix(meaning))
    #expect(answer.reason?.cause == .status(status))
  }

  @Test(arguments: 400...499) func aDeadWebhookIsDeadWithAny4xx(_ status: Int) {
    let words = SlackWebhook.table.filter { [.receiver, .account].contains($0.key) }.flatMap(\.value)
    #expect(words.count > 8)
    for word in words {
      let reason = Answer.Reason(cause: .status(status), text: "status \(status): '\(word)'")
      #expect(classify(status, word) == .deadEndpoint(reason))
    }
  }

  @Test func aRateLimitPausesOnlyThisSink() {
    let reason = Answer.Reason(cause: .status(429), text: "status 429: 'rate_limited'")
    #expect(classify(429, "rate_limited", headers: ["retry-after": "30"]) == .slowDown(.seconds(30), .sink, reason))
  }
}
