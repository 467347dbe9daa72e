import Foundation
import Testing
import WireSchema

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct SlackSinkTests {
  private static let hook = "https://hooks.slack.com/services/T0001/B0001/XXXXXXXXXXXXXXXX"
  private static let posted = #"{"ok":true,"channel":"C1H9RESGL","ts":"1503435956.000247","message":{"text":"x"}}"#

  private let now = SampleEvents.start
  private let handle = SlackHandle(channel: "C1H9RESGL", ts: "1503435956.000247").handle

  private func endpoint(_ url: String, _ transport: ScriptedTransport) -> Endpoint {
    Endpoint(url: Secret(url), timeout: .seconds(5), transport: transport)
  }

  private func webhook(_ transport: ScriptedTransport) -> SlackSink {
    SlackSink(name: "den", endpoint: endpoint(Self.hook, transport))
  }

  private func bot(_ transport: ScriptedTransport, url: String = SlackSink.api) -> SlackSink {
    SlackSink(
      name: "den", endpoint: endpoint(url, transport), token: Secret("xoxb-123456789"), channel: "C1H9RESGL",
      threads: true)
  }

  private func send(_ sink: SlackSink, _ content: MessageContent) async throws -> Answer {
    let composed = try sink.compose(content)
    return await sink.send(
      composed, id: WebhookID(rawValue: "msg_a"), at: now)
  }

  @Test func aWebhookCannotEditAndIsRateLimited() throws {
    let transport = ScriptedTransport(.status(200))
    let traits = SinkTraits(audience: .people, capacity: 10, spacing: .seconds(1))
    #expect(webhook(transport).traits == traits)
    #expect(bot(transport).traits == SinkTraits(audience: .people, canEdit: true, capacity: 10, spacing: .seconds(1)))
    let fault = #expect(throws: Fault.self) {
      try webhook(transport).compose(.edit([ChatDeliverables.deliverable()], of: handle))
    }
    #expect(fault?.code == .sinkUnfitOccasion)
    #expect(throws: Fault.self) {
      try bot(transport).compose(.edit([ChatDeliverables.deliverable()], of: .init(rawValue: "C1H9RESGL")))
    }
  }

  @Test(arguments: ["ok", "", "<html>"]) func aWebhookPostsTheStoredBody(_ body: String) async throws {
    let transport = ScriptedTransport(.status(200, body: body))
    let content = MessageContent.news([ChatDeliverables.deliverable()], thread: nil)
    #expect(try await send(webhook(transport), content) == .accepted(Receipt()))
    let request = transport.requests[0]
    #expect(request.method == .post && request.url == Self.hook)
    #expect(request.headers.map(\.name) == ["content-type"])
    #expect(request.header("content-type") == "application/json; charset=utf-8")
    #expect(try request.body == webhook(transport).compose(content).body)
    #expect(!String(decoding: request.body, as: UTF8.self).contains("channel"))
  }

  @Test func theReasonOfAWebhookHidesTheSecret() async throws {
    let transport = ScriptedTransport(.status(404, body: "no_team at /services/T0001/B0001/XXXXXXXXXXXXXXXX"))
    let answer = try await send(webhook(transport), .news([ChatDeliverables.deliverable()], thread: nil))
    #expect(answer.reason?.text == "status 404: 'no_team at ‹secret›'")
  }

  @Test(arguments: [SlackSink.api, "https://slack.com/api/"]) func aBotPosts(_ url: String) async throws {
    let transport = ScriptedTransport(.status(200, body: Self.posted))
    let content = MessageContent.news([ChatDeliverables.deliverable()], thread: nil)
    let answer = try await send(bot(transport, url: url), content)
    #expect(answer == .accepted(Receipt(handle: handle)))
    // The channel is added to the stored body when it is sent, and no member is there twice.
    var body = try JSONValue(transport.requests[0].body)
    #expect(body["channel"] == .string("C1H9RESGL"))
    body["channel"] = nil
    #expect(try body == JSONValue(bot(transport).compose(content).body))
    let request = transport.requests[0]
    #expect(request.url == "https://slack.com/api/chat.postMessage" && request.method == .post)
    #expect(request.header("authorization") == "Bearer xoxb-123456789")
    #expect(request.header("content-type") == "application/json; charset=utf-8")
  }

  @Test func aBotEdits() async throws {
    let transport = ScriptedTransport(.status(200, body: Self.posted))
    let answer = try await send(bot(transport), .edit([ChatDeliverables.deliverable()], of: handle))
    #expect(answer == .accepted(Receipt(handle: handle)))
    #expect(transport.requests.map(\.url) == ["https://slack.com/api/chat.update"])
    let body = try JSONValue(transport.requests[0].body)
    #expect(body["channel"] == .string("C1H9RESGL") && body["ts"] == .string("1503435956.000247"))
  }

  @Test(arguments: SlackError.threads.sorted()) func aReplyToAMissingThreadGoesToTheChannel(_ error: String)
    async throws
  {
    let transport = ScriptedTransport(
      .status(200, body: #"{"ok":false,"error":"\#(error)"}"#), .status(200, body: Self.posted))
    let deliverable = ChatDeliverables.deliverable()
    let answer = try await send(bot(transport), .news([deliverable], thread: handle))
    #expect(answer == .accepted(Receipt(handle: handle, leftThread: true)))
    var bodies = try transport.requests.map { try JSONValue($0.body) }
    #expect(bodies.map { $0["thread_ts"] } == [.string("1503435956.000247"), nil])
    #expect(bodies.allSatisfy { $0["channel"] == .string("C1H9RESGL") })
    bodies[1]["channel"] = nil
    #expect(try bodies[1] == JSONValue(bot(transport).compose(.news([deliverable], thread: nil)).body))
  }

  @Test func theSecondAnswerDecides() async throws {
    let transport = ScriptedTransport(
      .status(200, body: #"{"ok":false,"error":"thread_not_found"}"#), .status(429, headers: ["retry-after": "7"]))
    let answer = try await send(bot(transport), .news([ChatDeliverables.deliverable()], thread: handle))
    #expect(answer == .slowDown(.seconds(7), .sink, Answer.Reason(cause: .status(429), text: "status 429")))
  }

  @Test func aMessageForTheChannelIsNotSentTwice() async throws {
    let transport = ScriptedTransport(.status(200, body: #"{"ok":false,"error":"thread_not_found"}"#))
    let answer = try await send(bot(transport), .news([ChatDeliverables.deliverable()], thread: nil))
    #expect(transport.requests.count == 1 && "\(answer)".hasPrefix("tryAgain"))
  }

  @Test func theReasonOfABotHidesTheToken() async throws {
    let transport = ScriptedTransport(.status(200, body: #"{"ok":false,"error":"bad xoxb-123456789"}"#))
    let answer = try await send(bot(transport), .news([ChatDeliverables.deliverable()], thread: nil))
    #expect(answer.reason?.text == "Slack says 'bad ‹secret›'")
  }

  @Test(arguments: [true, false]) func aTransportFaultIsRetried(_ isBot: Bool) async throws {
    let transport = ScriptedTransport(.fault(HTTPFault(kind: .timeout, description: "no answer within 5 s")))
    let sink = isBot ? bot(transport) : webhook(transport)
    let answer = try await send(sink, .notice("x"))
    #expect(answer == .tryAgain(Answer.Reason(cause: .network(.timeout), text: "no answer within 5 s")))
  }
}
