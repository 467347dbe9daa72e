import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct NtfyAnswerTests {
  private let now = SampleEvents.start

  private func classify(
    _ status: Int, _ body: String, sequence: String? = "lg_a", headers: [String: String] = [:]
  ) -> Answer {
    let reply = Endpoint.Reply(head: HTTPResponseHead(status: status, headers: headers), body: Array(body.utf8))
    return NtfyAnswer.classify(reply, sequence: sequence, excerpt: "x", at: now)
  }

  private static func refusal(_ code: Int, http: Int? = nil) -> String {
    #"{"code":\#(code),"http":\#(http ?? code / 100),"error":"no","link":"https://ntfy.sh/docs"}"#
  }

  @Test(arguments: 100...599) func anUnknownBodyIsIgnored(_ status: Int) {
    let odd = [
      "", "<html>", "{", #"{"code":"42901","http":429}"#, #"{"code":1e300,"http":429}"#, #"{"http":\#(status)}"#,
      Self.refusal(40101, http: 999), Self.refusal(7), #"{"sequence_id":7}"#, String(repeating: "[", count: 30_000),
    ]
    for body in odd {
      #expect(classify(status, body) == Answer(unexplained: HTTPResponseHead(status: status), excerpt: "x", at: now))
    }
  }

  @Test(arguments: [
    (40001, "badMessage"), (40009, "deadEndpoint"), (40010, "deadEndpoint"), (40011, "badMessage"),
    (40014, "badMessage"), (40017, "badMessage"), (40024, "badMessage"), (40049, "badMessage"),
    (40099, "tryAgain"), (40101, "deadEndpoint"), (40301, "deadEndpoint"), (40401, "tryAgain"), (40901, "tryAgain"),
    (41301, "badMessage"), (41303, "badMessage"), (50001, "tryAgain"), (50003, "tryAgain"), (50701, "tryAgain"),
  ])
  func everyCodeIsClassified(_ code: Int, _ meaning: String) {
    let answer = classify(code / 100, Self.refusal(code))
    #expect("\(answer)".hasPrefix(meaning))
    #expect(answer.reason == Answer.Reason(cause: .status(code / 100), text: "status \(code / 100): 'x'"))
  }

  @Test(arguments: [
    (42901, 10), (42902, 60), (42903, 60), (42904, 60), (42905, 3600), (42906, 60), (42907, 60), (42908, 3600),
    (42909, 300), (42910, 60),
  ])
  func aLimitIsThatOfTheVisitor(_ code: Int, _ seconds: Int) {
    let reason = Answer.Reason(cause: .status(429), text: "status 429: 'x'")
    let body = Self.refusal(code)
    #expect(classify(429, body) == .slowDown(.seconds(seconds), .host, reason))
    #expect(classify(429, body, headers: ["retry-after": "7"]) == .slowDown(.seconds(7), .host, reason))
    #expect(classify(429, body, headers: ["retry-after": "soon"]) == .slowDown(.seconds(seconds), .host, reason))
  }

  @Test func theLimitOfAProxyFollowsTheSharedTable() {
    let reason = Answer.Reason(cause: .status(429), text: "status 429: 'x'")
    #expect(classify(429, "<html>") == .tryAgain(reason))
    #expect(classify(429, "<html>", headers: ["retry-after": "7"]) == .slowDown(.seconds(7), .sink, reason))
  }

  @Test func onlyAServerWithSequencesReturnsAHandle() {
    let handle = MessageHandle(rawValue: "lg_a")
    let new = #"{"id":"RKJzRHbWCoNL","sequence_id":"lg_a","time":1,"event":"message","topic":"t"}"#
    #expect(classify(200, new) == .accepted(Receipt(handle: handle)))
    #expect(classify(200, new.replacing("lg_a", with: "lg_b")) == .accepted(Receipt()))
    #expect(classify(200, #"{"id":"RKJzRHbWCoNL","time":1,"event":"message","topic":"t"}"#) == .accepted(Receipt()))
    #expect(classify(200, new, sequence: nil) == .accepted(Receipt()))
  }
}
