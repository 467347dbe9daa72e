import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct HomeAssistantSinkTests {
  private let url = "http://homeassistant.local:8123/api/webhook/a-long-webhook-id"

  private func answer(_ reply: ScriptedTransport.Reply) async throws -> (Answer, HTTPRequest, Message) {
    let transport = ScriptedTransport(reply)
    let sink = HomeAssistantSink(
      name: "home", endpoint: Endpoint(url: Secret(url), timeout: .seconds(5), transport: transport))
    let composed = try sink.compose(.news([try SampleMessages.logged()], thread: nil))
    let answer = await sink.send(composed, id: WebhookID(rawValue: "msg_a"), at: SampleEvents.start)
    return (answer, transport.requests[0], composed)
  }

  @Test func postsTheLineAsJSON() async throws {
    let (answer, request, composed) = try await answer(.status(200))
    #expect(answer == .accepted(Receipt()))
    #expect(request.method == .post && request.url == url && request.header("content-type") == "application/json")
    #expect(try composed == Message(body: SampleMessages.logged().line) && request.body == composed.body)
  }

  @Test(arguments: [200, 302, 404, 405, 410, 429, 502]) func itsAnswersFollowTheSharedTable(_ status: Int) async throws
  {
    let (answer, _, _) = try await answer(.status(status, headers: ["retry-after": "7"]))
    let head = HTTPResponseHead(status: status, headers: ["retry-after": "7"])
    #expect(answer == Answer(head, excerpt: "", at: SampleEvents.start))
  }

  @Test func anEchoedWebhookIsHidden() async throws {
    let (answer, _, _) = try await answer(.status(404, body: "no a-long-webhook-id"))
    #expect(answer.reason?.text == "status 404: 'no ‹secret›'")
  }

  @Test func sendsOneEventAtATime() throws {
    let endpoint = Endpoint(url: Secret(url), timeout: .seconds(5), transport: ScriptedTransport(.status(200)))
    let sink = HomeAssistantSink(name: "home", endpoint: endpoint)
    #expect(sink.traits == SinkTraits(audience: .program))
    #expect(throws: Fault.self) { try sink.compose(SampleMessages.news("a", "b")) }
  }
}
