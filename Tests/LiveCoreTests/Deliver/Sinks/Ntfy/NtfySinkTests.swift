import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct NtfySinkTests {
  private let topic = "mets"

  private func sink(
    _ transport: ScriptedTransport, url: String = "https://ntfy.sh", token: String? = nil
  ) -> NtfySink {
    NtfySink(
      name: "phone", endpoint: Endpoint(url: Secret(url), timeout: .seconds(5), transport: transport),
      topic: Secret(topic), token: token.map { Secret($0) })
  }

  private func send(_ sink: NtfySink, _ content: MessageContent) async throws -> Answer {
    let composed = try sink.compose(content)
    return await sink.send(
      composed, id: WebhookID(rawValue: "msg_a"), at: SampleEvents.start)
  }

  private let news = MessageContent.news([ChatDeliverables.deliverable()], thread: nil)

  /// A server since 2.16 returns the message that it published.
  private let echo = ScriptedTransport { request, _ in
    .status(200, body: #"{"id":"a","event":"message",\#(String(decoding: request.body.dropFirst(), as: UTF8.self))"#)
  }

  @Test(arguments: ["https://ntfy.sh", "https://ntfy.sh/", "https://ntfy.sh//"])
  func publishesJSONToTheRoot(_ url: String) async throws {
    let answer = try await send(sink(echo, url: url), news)
    let request = echo.requests[0]
    #expect(request.url == "https://ntfy.sh/" && request.method == .post)
    #expect(request.headers.map(\.name) == ["content-type"])
    let body = try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
    #expect(body["topic"] as? String == "mets")
    #expect(
      Set(body.keys) == ["topic", "title", "message", "tags", "priority", "click", "sequence_id"])
    let sequence = try #require(body["sequence_id"] as? String)
    #expect(answer == .accepted(Receipt(handle: MessageHandle(rawValue: sequence))))
  }

  @Test func keepsTheQuery() async throws {
    _ = try await send(sink(echo, url: "https://ntfy.example.org:8443?auth=QmVhcmVyIHRr"), news)
    #expect(echo.requests[0].url == "https://ntfy.example.org:8443/?auth=QmVhcmVyIHRr")
  }

  @Test func theTopicIsNotStored() throws {
    let composed = try sink(echo).compose(news)
    #expect(!String(decoding: composed.body, as: UTF8.self).contains("mets") && composed.edits == nil)
  }

  @Test func anEditIsPublishedUnderTheSameSequence() async throws {
    guard case .accepted(let receipt) = try await send(sink(echo), news), let handle = receipt.handle else {
      Issue.record("no handle")
      return
    }
    let edit = MessageContent.edit([ChatDeliverables.deliverable("Okafor doubles")], of: handle)
    #expect(try await send(sink(echo), edit) == .accepted(Receipt(handle: handle)))
    #expect(try sink(echo).compose(edit).edits == handle)
    let sequences = try echo.requests.map { request in
      try JSONDecoder().decode(NtfyMessage.self, from: Data(request.body)).sequenceID
    }
    #expect(sequences == [handle.rawValue, handle.rawValue])
  }

  @Test func anOldServerReturnsNoHandle() async throws {
    let transport = ScriptedTransport(.status(200, body: #"{"id":"a","time":1,"event":"message","topic":"mets"}"#))
    #expect(try await send(sink(transport), news) == .accepted(Receipt()))
  }

  @Test(arguments: [
    ("tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2", "Bearer tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2"),
    ("phil:mypass", "Basic cGhpbDpteXBhc3M="), ("plain", "Bearer plain"),
  ])
  func aTokenIsSentAsBearerOrBasic(_ token: String, _ header: String) async throws {
    _ = try await send(sink(echo, token: token), news)
    #expect(echo.requests[0].header("authorization") == header)
  }

  @Test func aReasonHidesTopicAndToken() async throws {
    let body = #"{"code":40301,"http":403,"error":"phil:mypass, mypass may not write to mets"}"#
    let answer = try await send(sink(ScriptedTransport(.status(403, body: body)), token: "phil:mypass"), news)
    let text = try #require(answer.reason?.text)
    #expect("\(answer)".hasPrefix("deadEndpoint"))
    #expect(text.contains("‹secret›, ‹secret› may not write to ‹secret›"))
    // The excerpt ends inside the secret: half a secret must not be shown either.
    let long = String(repeating: "-", count: 118) + "mets"
    let cut = try await send(sink(ScriptedTransport(.status(400, body: long))), news)
    #expect(cut.reason?.text.contains("me") == false)
  }

  @Test func aTopicIsEncodedAsJSON() async throws {
    let sink = NtfySink(
      name: "phone", endpoint: Endpoint(url: Secret("https://ntfy.sh"), timeout: .seconds(5), transport: echo),
      topic: Secret(#"a"b\"#))
    _ = try await send(sink, news)
    let body = try #require(try JSONSerialization.jsonObject(with: Data(echo.requests[0].body)) as? [String: Any])
    #expect(body["topic"] as? String == #"a"b\"#)
  }

  @Test func aTransportFaultIsRetried() async throws {
    let transport = ScriptedTransport(.fault(HTTPFault(kind: .refused, description: "connection refused")))
    #expect(
      try await send(sink(transport), .notice("x"))
        == .tryAgain(Answer.Reason(cause: .network(.refused), text: "connection refused")))
  }

  @Test func hasNoScoreboard() {
    let fault = #expect(throws: Fault.self) {
      try sink(echo).compose(.scoreboard([ChatDeliverables.deliverable()], of: nil))
    }
    #expect(fault?.code == .sinkUnfitOccasion)
  }
}
