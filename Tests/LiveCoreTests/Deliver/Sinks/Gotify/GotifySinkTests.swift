import Testing
import WireSchema

@testable import LiveCore
@testable import LiveModel

@Suite struct GotifySinkTests {
  private let now = SampleEvents.start

  private func sink(
    _ transport: ScriptedTransport = ScriptedTransport(.status(200)), url: String = "https://push.example.org",
    token: String = "AbCdEf.123456-7", wording: Wording = Wording()
  ) throws -> GotifySink {
    let endpoint = Endpoint(url: Secret(url), timeout: .seconds(5), transport: transport)
    return try GotifySink(name: "phone", endpoint: endpoint, token: Secret(token), wording: wording)
  }

  private func text(_ content: MessageContent, wording: Wording = Wording()) throws -> String {
    String(decoding: try sink(wording: wording).compose(content).body, as: UTF8.self)
  }

  @Test func sendsOneFact() throws {
    #expect(
      try text(SampleMessages.news("Somebody singles."))
        == #"{"extras":{"client::notification":{"click":{"url":"https://www.mlb.com/gameday/1"}}},"#
        + #""message":"Somebody singles.","priority":4,"title":"TOR 0, AZ 0 · Top 1st"}"#)
  }

  @Test func aMessageOfSeveralGamesHasNoLink() throws {
    let deliverables = [("a", 1), ("b", 2), ("c", 1)].map {
      SampleMessages.deliverable($0.0, game: $0.1, importance: 3)
    }
    #expect(
      try text(.digest(deliverables))
        == #"{"message":"TOR 0, AZ 0 · Top 1st\n• Top 1st: a\n• Top 1st: c\n\nTOR 0, AZ 0 · Top 1st\n• Top 1st: b","#
        + #""priority":6,"title":"While it was quiet: 2 games"}"#)
  }

  @Test(arguments: zip([-1, 0, 1, 2, 3, 4, 5], [0, 0, 2, 4, 6, 8, 8]))
  func importanceIsPriority(_ importance: Int, _ priority: Int) throws {
    let deliverables = [
      SampleMessages.deliverable("a", importance: importance), SampleMessages.deliverable("b", importance: 0),
    ]
    #expect(try text(.news(deliverables, thread: nil)).contains("\"priority\":\(priority),"))
  }

  @Test func aNotificationWithoutSpoilersHasNoResult() throws {
    let text = try text(SampleMessages.news("Somebody homers."), wording: Wording(isSpoilerFree: true))
    #expect(text.contains(#""title":"TOR@AZ""#) && text.contains("gameday/1"))
    #expect(!text.contains("homers") && text.contains("Something happened"))
  }

  @Test func aNoticeIsSent() throws {
    let text = try text(.notice("sink 'den' is gone"), wording: Wording(isSpoilerFree: true))
    #expect(text == #"{"message":"sink 'den' is gone","priority":6,"title":"livegamed"}"#)
  }

  @Test(arguments: [
    MessageContent.edit([SampleMessages.deliverable("a")], of: MessageHandle(rawValue: "1")),
    .scoreboard([SampleMessages.deliverable("a")], of: nil), .news([], thread: nil),
  ])
  func refusesContentThatGotifyDoesNotSupport(_ content: MessageContent) throws {
    let sink = try sink()
    let fault = #expect(throws: Fault.self) { try sink.compose(content) }
    #expect(fault?.code == .sinkUnfitOccasion && fault?.place == .sink("phone"))
  }

  @Test(arguments: ["https://push.example.org", "https://push.example.org/", "https://push.example.org/sub//"])
  func postsWithItsToken(_ url: String) async throws {
    let transport = ScriptedTransport(.status(200, body: #"{"id":25,"appid":5}"#))
    let sink = try sink(transport, url: url)
    let composed = try sink.compose(SampleMessages.news("a"))
    #expect(await sink.send(composed, id: WebhookID(rawValue: "msg_a"), at: now) == .accepted(Receipt()))
    let request = transport.requests[0]
    #expect(request.method == .post && request.body == composed.body)
    #expect(
      request.url == (url.contains("sub") ? "https://push.example.org/sub/message" : "https://push.example.org/message")
    )
    #expect(request.header("x-gotify-key") == "AbCdEf.123456-7")
    #expect(request.header("content-type") == "application/json")
  }

  @Test(arguments: ["", "a b", "a\n", "ä"]) func refusesAnInvalidToken(_ token: String) throws {
    let fault = #expect(throws: Fault.self) { try sink(token: token) }
    #expect(fault?.code == .sinkBadToken && fault?.place == .sink("phone"))
    #expect(token.isEmpty || fault?.description.contains("'\(token)'") == false)
  }

  @Test(arguments: 100...599) func anyOtherAnswerFollowsTheSharedTable(_ status: Int) throws {
    let reply = SampleMessages.reply(status, "<html>", headers: ["retry-after": "7"])
    #expect(try sink().classify(reply, at: now) == Answer(unexplained: reply.head, excerpt: "<html>", at: now))
  }

  @Test(arguments: 100...599) func gotifysErrorsFollowTheTableExceptForTheToken(_ status: Int) throws {
    let reply = SampleMessages.reply(
      status, #"{"error":"E","errorCode":\#(status),"errorDescription":"it's so"}"#, headers: ["retry-after": "7"])
    let shared = Answer(unexplained: reply.head, excerpt: "it\\'s so", at: now)
    let reason = Answer.Reason(cause: .status(status), text: "status \(status): 'it\\'s so'")
    let expected: [Int: Answer] = [
      400: .badMessage(reason), 401: .deadEndpoint(reason), 403: .deadEndpoint(reason), 413: .badMessage(reason),
    ]
    #expect(try sink().classify(reply, at: now) == expected[status] ?? shared)
  }

  /// The descriptions are those of Gotify's own tests.
  @Test(arguments: [
    (
      401, "Unauthorized", "you need to provide a valid access token or user credentials to access this api",
      "deadEndpoint"
    ),
    (403, "Forbidden", "you are not allowed to access this api", "deadEndpoint"),
    (400, "Bad Request", "Field 'message' is required", "badMessage"),
    (404, "Not Found", "page not found", "tryAgain"),
    (422, "Unprocessable Entity", "no", "tryAgain"), (500, "Internal Server Error", "an error occurred", "tryAgain"),
  ])
  func everyDocumentedErrorIsKnown(_ status: Int, _ error: String, _ text: String, _ name: String) throws {
    let body = #"{"error":"\#(error)","errorCode":\#(status),"errorDescription":"\#(text)"}"#
    let answer = try sink().classify(SampleMessages.reply(status, body), at: now)
    #expect("\(answer)".hasPrefix(name))
    #expect(answer.reason?.text == "status \(status): '\(text.replacing("'", with: "\\'"))'")
  }

  @Test func anEchoedTokenIsHidden() throws {
    let answer = try sink().classify(SampleMessages.reply(400, "no AbCdEf.123456-7"), at: now)
    #expect(answer.reason?.text == "status 400: 'no ‹secret›'")
  }
}
