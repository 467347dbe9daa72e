import GRDB
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// The notice that a sink is disabled: its words, and how often the other sinks send it.
@Suite(.timeLimit(.minutes(1))) struct DisabledSinkNoticeTests {
  private let fixture: DeliveryFixture

  init() throws { fixture = try DeliveryFixture() }

  private static let token = Secret("tk_secret")

  private func text(_ kind: any SinkKind, _ cause: Answer.Cause, _ text: String) -> String {
    DisabledSinkNotice(
      sink: SinkSettings(name: "bad-phone", kind: kind, url: Secret("https://example.org")),
      reason: Answer.Reason(cause: cause, text: text)
    ).text
  }

  @Test func itSaysWhyAndWhatToDo() {
    let enable = "run 'sudo livegamed sink enable bad-phone'."
    let correct = "If you correct it, run 'sudo livegamed reload'; if it is right, \(enable)"
    #expect(
      text(NtfySettings(topic: Secret("t"), token: Self.token), .status(403), "status 403: 'forbidden'")
        == "The sink 'bad-phone' is disabled: ntfy refused it with status 403 (forbidden). Check its token. \(correct)")
    #expect(
      text(WebhookSettings(), .status(410), "status 410: 'it\\'s gone'")
        == "The sink 'bad-phone' is disabled: the receiver refused it with status 410 (it's gone). Check its url. "
        + correct)
    #expect(
      text(WebhookSettings(), .program, "the program is gone")
        == "The sink 'bad-phone' is disabled: the program is gone. Try the command by hand; then \(enable)")
    #expect(
      text(WebhookSettings(), .status(200), "Slack says 'account_inactive'")
        == "The sink 'bad-phone' is disabled: Slack says 'account_inactive'. When it works again, \(enable)")
  }

  private func notices(at sink: String = "chat") async throws -> [String] {
    try await fixture.log.pool.read { database in
      try String.fetchAll(
        database, sql: "SELECT about FROM message WHERE sink = ? AND state = 0 ORDER BY number", arguments: [sink])
    }
  }

  private func notify(about subject: String, at sink: String = "chat") async throws {
    let outbox = Outbox(log: fixture.log, sink: sink)
    try await outbox.notify("\(subject) is disabled", about: subject, due: fixture.now(), at: fixture.now())
  }

  @Test func aNoticeThatWaitsIsSentOncePerSinkThatItIsAbout() async throws {
    for subject in ["phone", "den", "phone"] { try await notify(about: subject) }
    try await notify(about: "phone", at: "other")
    #expect(try await notices() == ["den", "phone"])
    #expect(try await notices(at: "other") == ["phone"])
    let chat = ChatSink()
    try await fixture.during(fixture.worker(for: chat).run) { await chat.whenSent(2) }
    #expect(chat.texts == ["notice den is disabled", "notice phone is disabled"])
  }

  @Test func anEnabledSinkWithdrawsTheNoticesAboutIt() async throws {
    for subject in ["phone", "den"] { try await notify(about: subject) }
    _ = try fixture.log.enable("phone", at: fixture.now())
    #expect(try await notices() == ["den"])
    try await Outbox(log: fixture.log, sink: "den").enable(at: fixture.now())
    #expect(try await notices().isEmpty)
  }

  @Test func aRemovedSinkWithdrawsTheNoticesAboutIt() async throws {
    for subject in ["phone", "chat"] { try await notify(about: subject, at: "friend") }
    let friend = ChatSink("friend")
    let service = fixture.service([friend, ChatSink("chat")])
    try await fixture.during({ try? await service.run() }) {
      while try await !notices(at: "friend").isEmpty { try await fixture.next() }
    }
    #expect(friend.texts == ["notice chat is disabled"])
  }

  @Test(arguments: [
    (#"{"code": 40301, "http": 403, "error": "forbidden", "link": "https://ntfy.sh/docs"}"#, "forbidden"),
    (#"{"message": "Unknown Webhook", "code": 10015}"#, "Unknown Webhook"),
    (#"{"error": {"message": "no such user"}}"#, "no such user"),
    (#"{"ok":false,"description":"it\u0027s"}"#, #"it\'s"#),
    (#"{"error": "", "message": " "}"#, #"{"error": "", "message": " "}"#), (#"{"error": 7}"#, #"{"error": 7}"#),
    (#"{"error": "cut o"#, #"{"error": "cut o"#), ("<html>no</html>", "<html>no</html>"),
    (#"{"error":"tk\u005fsecret is bad"}"#, "*** is bad"),
  ])
  func theWordsOfAServiceAreTakenFromItsJSON(body: String, expected: String) throws {
    let endpoint = Endpoint(
      url: Secret("https://example.org"), timeout: .seconds(1), transport: ScriptedTransport(.status(200)))
    let excerpt = endpoint.excerpt(of: Array(body.utf8), hiding: [Self.token])
    #expect(excerpt == expected.replacing("***", with: endpoint.url.description))
  }
}
