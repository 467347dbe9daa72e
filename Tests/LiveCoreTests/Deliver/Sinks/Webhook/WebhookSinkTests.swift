import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct WebhookSinkTests {
  private let fixture: DeliveryFixture
  private let secret = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")

  init() throws { fixture = try DeliveryFixture() }

  private func sink(
    _ transport: ScriptedTransport, url: String = DeliveryFixture.address, secrets: [Secret] = []
  ) throws -> WebhookSink {
    try WebhookSink(
      name: "hook", endpoint: Endpoint(url: Secret(url), timeout: .seconds(5), transport: transport), secrets: secrets)
  }

  private let id = WebhookID(rawValue: "msg_a")

  private func message(_ sink: WebhookSink) async throws -> Message {
    try await fixture.storage.append("a")
    return try sink.compose(
      .news([try fixture.log.events(after: 0, limit: 1)[0].deliverable(for: "hook")], thread: nil))
  }

  @Test func postsTheLineOfTheLog() async throws {
    let transport = ScriptedTransport(.status(202))
    let sink = try sink(transport, secrets: [secret, secret])
    let message = try await message(sink)
    #expect(await sink.send(message, id: id, at: Timestamp(milliseconds: 1_614_265_330_500)) == .accepted(Receipt()))
    let request = transport.requests[0]
    #expect(request.method == .post && request.url == DeliveryFixture.address)
    #expect(try request.body == fixture.log.events(after: 0, limit: 1)[0].line)
    #expect(request.header("content-type") == "application/cloudevents+json; charset=utf-8")
    #expect(request.header("webhook-id") == id.rawValue)
    #expect(request.header("webhook-timestamp") == "1614265330")
    let key = try Signature.Key(secret)
    let signature = Signature(
      id: id, at: Timestamp(seconds: 1_614_265_330), body: request.body, keys: [key, key])
    #expect(request.header("webhook-signature") == signature.description)
    #expect(request.limits.total == .seconds(5) && request.limits.connect == .seconds(5))
  }

  @Test func withoutASecretThereIsNoSignature() async throws {
    let transport = ScriptedTransport(.status(200))
    let sink = try sink(transport)
    _ = await sink.send(try await message(sink), id: id, at: SampleEvents.start)
    #expect(transport.requests[0].headers.map(\.name) == ["content-type", "webhook-id", "webhook-timestamp"])
  }

  @Test func refusesAnUnreadableLine() throws {
    let logged = LoggedEvent(sequence: 7, game: "mlb/1", logged: SampleEvents.start, line: Array("{}".utf8))
    let fault = #expect(throws: Fault.self) { try logged.deliverable(for: "hook") }
    #expect(fault?.description == "sink 'hook': event 7 of the log cannot be read [sink.unreadable-event]")
  }

  @Test func theErrorOfABadSecretNamesTheSink() {
    let fault = #expect(throws: Fault.self) { try sink(ScriptedTransport(.status(200)), secrets: [Secret("x")]) }
    #expect(fault?.place == .sink("hook"))
  }

  /// The status says that the receiver accepted the message; posting again would repeat it.
  @Test(arguments: [0, 1, 5000, 1 << 20]) func aStatusCountsEvenIfTheBodyIsTruncated(_ bytes: Int) async throws {
    let sink = try sink(ScriptedTransport(.broken(200, bytes: bytes)))
    #expect(await sink.send(try await message(sink), id: id, at: SampleEvents.start) == .accepted(Receipt()))
  }

  @Test(arguments: [
    ("https://example.org/hooks/token-0123456789", "Cannot POST /hooks/token-0123456789", "Cannot POST ‹secret›"),
    ("https://example.org/hooks/token-0123456789", "no token-0123456789 here", "no ‹secret› here"),
    ("https://example.org/x?key=a%20long%20key", "bad key: a long key", "bad key: ‹secret›"),
    ("https://user:passw0rd@example.org/h", "who is user:passw0rd?", "who is ‹secret›?"),
    ("https://example.org/hook", "webhook unknown", "webhook unknown"),
    ("https://example.org", String(repeating: "é", count: 100), String(repeating: "é", count: 60)),
  ])
  func anExcerptHidesSecrets(_ url: String, _ body: String, _ excerpt: String) async throws {
    let sink = try sink(ScriptedTransport(.status(422, body: body)), url: url)
    let answer = await sink.send(try await message(sink), id: id, at: SampleEvents.start)
    #expect(answer.reason?.text == "status 422: '\(excerpt)'")
  }

  @Test func anExcerptIsOneLineWithoutControlCharacters() async throws {
    let sink = try sink(ScriptedTransport(.status(422, body: " line 1\r\nit's \u{1b}[31m\u{202e}")))
    let answer = await sink.send(try await message(sink), id: id, at: SampleEvents.start)
    #expect(answer.reason?.text == "status 422: 'line 1\\r\\nit\\'s \\u{1B}[31m\\u{202E}'")
  }

  @Test func aTransportFaultIsRetried() async throws {
    let sink = try sink(ScriptedTransport(.fault(HTTPFault(kind: .refused, description: "connection refused"))))
    let answer = await sink.send(try await message(sink), id: id, at: SampleEvents.start)
    #expect(answer == .tryAgain(Answer.Reason(cause: .network(.refused), text: "connection refused")))
  }
}
