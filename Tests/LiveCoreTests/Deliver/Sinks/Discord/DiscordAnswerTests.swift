import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct DiscordAnswerTests {
  private func answer(
    _ status: Int, _ body: String = "", headers: [String: String] = [:], edits: Bool = false
  ) -> Answer {
    DiscordSink.classify(
      Endpoint.Reply(head: HTTPResponseHead(status: status, headers: headers), body: Array(body.utf8)), edits: edits,
      at: SampleEvents.start)
  }

  private func name(_ answer: Answer) -> String { String("\(answer)".prefix { $0 != "(" }) }

  /// Discord answers 401 to a wrong token. Of the other 4xx only 410 and 413 are final.
  @Test(arguments: 100...599) func aStatusWithoutABodyFollowsTheSharedTable(_ status: Int) {
    let common = Answer(unexplained: HTTPResponseHead(status: status), excerpt: "", at: SampleEvents.start)
    let expected = status == 401 ? "deadEndpoint" : name(common)
    #expect(name(answer(status)) == expected && name(answer(status, edits: true)) == expected)
    #expect(answer(status).reason == common.reason)
  }

  @Test(arguments: [
    (404, #"{"message": "Unknown Message", "code": 10008}"#, true, "lostTarget"),
    (404, #"{"message": "Unknown Message", "code": 10008}"#, false, "tryAgain"),
    (404, #"{"message": "Unknown Webhook", "code": 10015}"#, false, "deadEndpoint"),
    (404, #"{"message": "Unknown Webhook", "code": 10015}"#, true, "deadEndpoint"),
    (404, #"{"message": "Unknown Channel", "code": 10003}"#, false, "deadEndpoint"),
    (404, #"{"message": "Unknown Channel", "code": 10003}"#, true, "lostTarget"),
    (404, #"{"message": "404: Not Found", "code": 0}"#, false, "tryAgain"),
    (404, "<html>nginx</html>", true, "tryAgain"),
    (401, #"{"message": "Invalid Webhook Token", "code": 50027}"#, false, "deadEndpoint"),
    (401, #"{"message": "401: Unauthorized", "code": 0}"#, true, "deadEndpoint"),
    (403, #"{"message": "Missing Permissions", "code": 50013}"#, false, "deadEndpoint"),
    (403, #"{"message": "Missing Access", "code": 50001}"#, false, "deadEndpoint"),
    (403, #"{"message": "Missing Permissions", "code": 50013}"#, true, "lostTarget"),
    (400, #"{"message": "Thread is archived", "code": 50083}"#, true, "lostTarget"),
    (400, #"{"message": "Thread is archived", "code": 50083}"#, false, "tryAgain"),
    (400, #"{"message": "Thread is locked", "code": 160005}"#, true, "lostTarget"),
    (400, #"{"message": "Thread is locked", "code": 160005}"#, false, "tryAgain"),
    (400, #"{"message": "Webhooks posted to forum channels …", "code": 220001}"#, false, "deadEndpoint"),
    (400, #"{"message": "Webhooks can only create threads …", "code": 220003}"#, false, "deadEndpoint"),
    (400, #"{"message": "Never heard of", "code": 99999}"#, false, "tryAgain"),
    (400, #"{"message": "400: Bad Request", "code": 0}"#, true, "tryAgain"), (400, "<html>", false, "tryAgain"),
    (409, "", false, "tryAgain"), (413, "<html>", false, "badMessage"), (410, "", false, "deadEndpoint"),
    (403, #"{"message": "internal network error", "code": 40333}"#, false, "tryAgain"),
    (403, "error code: 1020", false, "tryAgain"),
    (400, #"{"message": "Cannot send an empty message", "code": 50006}"#, false, "badMessage"),
    (400, #"{"code": 50035, "errors": {"embeds": {"0": {}}}, "message": "Invalid Form Body"}"#, true, "badMessage"),
    (400, #"{"embeds": ["0"]}"#, false, "tryAgain"),
    (413, #"{"message": "Request entity too large", "code": 40005}"#, false, "badMessage"),
    (500, #"{"message": "500: Internal Server Error", "code": 0}"#, false, "tryAgain"),
    (502, "<html>", true, "tryAgain"), (503, #"{"message": "Unknown Webhook", "code": 10015}"#, false, "tryAgain"),
    (429, "", false, "tryAgain"), (429, #"{"retry_after": "soon"}"#, false, "tryAgain"),
    (429, #"{"retry_after": -1}"#, false, "tryAgain"),
  ])
  func everyDocumentedBodyHasItsAnswer(_ status: Int, _ body: String, _ edits: Bool, _ expected: String) {
    #expect(name(answer(status, body, edits: edits)) == expected)
  }

  @Test(arguments: [220_001, 220_003]) func aForumAsksForAThread(_ code: Int) {
    #expect(answer(400, #"{"code": \#(code)}"#).reason?.text.contains("set 'thread_id'") == true)
  }

  private static func old(_ wait: String) -> String {
    #"{"message": "Maximum number of edits to messages older than 1 hour reached", "code": 30046\#(wait)}"#
  }

  /// Other messages can still be edited and new ones posted.
  @Test func tooManyEditsOfAnOldMessageDoNotPauseTheSink() {
    let reason = Answer.Reason(cause: .status(429), text: "status 429")
    for seconds in [0, 1, 60] {
      let answer = answer(429, Self.old(#", "retry_after": \#(seconds)"#), edits: true)
      #expect(answer == .slowDown(.seconds(seconds), .message, reason))
    }
    for wait in [#", "retry_after": 60.001"#, #", "retry_after": 600, "global": true"#, ""] {
      #expect(answer(429, Self.old(wait), edits: true) == .lostTarget(reason))
      #expect(answer(429, Self.old(wait)) == .tryAgain(reason))
    }
    #expect(answer(429, Self.old(""), headers: ["retry-after": "61"], edits: true) == .lostTarget(reason))
  }

  @Test(arguments: DiscordError.table[.tooMuch, default: []].sorted()) func slowModePausesTheSink(_ code: Int) {
    for edits in [false, true] {
      let reason = Answer.Reason(cause: .status(429), text: "status 429")
      let body = #"{"code": \#(code), "retry_after": 5}"#
      #expect(answer(429, body, edits: edits) == .slowDown(.seconds(5), .sink, reason))
    }
  }

  private static let limited = #"{"message": "You are being rate limited.", "retry_after": 64.57, "global": false}"#

  private static let waits: [(body: String, headers: [String: String], milliseconds: Int, scope: Answer.Scope)] = [
    (limited, [:], 64_570, Answer.Scope.sink), (limited, ["retry-after": "65"], 65_000, .sink),
    (limited, ["retry-after": "1", "x-ratelimit-reset-after": "70.2"], 70_200, .sink),
    (#"{"retry_after": 0.3756, "global": true}"#, [:], 376, .host),
    (limited, ["x-ratelimit-global": "true"], 64_570, .host), (limited, ["x-ratelimit-scope": "global"], 64_570, .host),
    (limited, ["x-ratelimit-scope": "shared"], 64_570, .sink), (limited, ["x-ratelimit-scope": "user"], 64_570, .sink),
    ("<html>Cloudflare 1015", ["retry-after": "900"], 900_000, .host), ("", ["retry-after": "5"], 5000, .host),
    (#"{"retry_after": 1e300}"#, [:], 3_600_000, .sink), (#"{"retry_after": 86400}"#, [:], 3_600_000, .sink),
    (#"{"retry_after": "2.5"}"#, [:], 2500, .sink), (#"{"retry_after": 0}"#, [:], 0, .sink),
    (#"{}"#, ["retry-after": "1.25"], 1250, .sink), (#"{"retry_after": nan}"#, ["retry-after": "3"], 3000, .sink),
  ]

  @Test(arguments: waits)
  func theLongestStatedWaitIsUsed(
    _ body: String, _ headers: [String: String], _ milliseconds: Int, _ scope: Answer.Scope
  ) {
    guard case .slowDown(let wait, let who, let reason) = answer(429, body, headers: headers) else {
      Issue.record("\(answer(429, body, headers: headers))")
      return
    }
    #expect(wait == .milliseconds(milliseconds) && who == scope && reason.cause == .status(429))
  }

  private static let ids: [(body: String, id: String?)] = [
    (#"{"id": "1240000000000000001", "content": ""}"#, "1240000000000000001"),
    (#"{"id":1240000000000000001}"#, "1240000000000000001"), (#"{"id":1.24e18}"#, nil), (#"{"id":-5}"#, nil),
    (#"{"id":null}"#, nil), (#"{"id":"../x"}"#, nil), (#"{"id":""}"#, nil), ("", nil), ("ok", nil),
    (#"[{"id":"1"}]"#, nil),
    (#"{"embeds":[{"id":"7"}],"id":"8"}"#, "8"), (#"{"id":"9","embeds":[{"title":"cut h"#, "9"), (#"{"id":123"#, nil),
    (#"{"id":"\u0031"}"#, "1"), (#"{"id":"\u002e"}"#, nil), (#"{"id":"１"}"#, nil),
  ]

  @Test(arguments: ids)
  func theHandleIsExactlyTheId(_ body: String, _ id: String?) {
    #expect(answer(200, body) == .accepted(Receipt(handle: id.map(MessageHandle.init(rawValue:)))))
  }

  private static let pauses: [(remaining: String?, resetAfter: String?, pause: Duration?)] = [
    ("0", "1.235", Duration.milliseconds(1236)), ("0", "99999", .seconds(3600)), ("0", "x", nil), ("0", nil, nil),
    ("1", "1.2", nil), (nil, "1.2", nil),
  ]

  @Test(arguments: pauses)
  func aSpentBucketIsAPause(_ remaining: String?, _ resetAfter: String?, _ pause: Duration?) {
    var headers: [String: String] = [:]
    headers["x-ratelimit-remaining"] = remaining
    headers["x-ratelimit-reset-after"] = resetAfter
    #expect(answer(204, headers: headers) == .accepted(Receipt(pause: pause)))
  }

  @Test func noBodyTraps() {
    var generator = SplitMix(seed: 9)
    for status in [200, 204, 400, 401, 403, 404, 429, 500] {
      for _ in 0..<200 {
        let body = (0..<60).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let reply = Endpoint.Reply(head: HTTPResponseHead(status: status), body: Array("{\"".utf8) + body)
        let answer = DiscordSink.classify(reply, edits: true, at: SampleEvents.start)
        #expect((answer.reason == nil) == (status < 300))
      }
    }
  }
}
