internal import FoundationEssentials
internal import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct SinkTestTests {
  private static let now = SampleEvents.start

  private static let config: Config = {
    var config = Config()
    config.sinks = [
      settings("den", .discord, url: "https://example.org/api/webhooks/1/token-0123456789"),
      settings("hook", .webhook, url: "https://example.org/hook"),
      settings("house", .homeAssistant, url: "http://homeassistant.local/api/webhook/0123456789"),
    ]
    return config
  }()

  private static func settings(_ name: String, _ kind: SinkKindName, url: String) -> SinkSettings {
    SinkSettings(name: name, kind: kind, url: Secret(url))
  }

  private func verdict(_ name: String, _ transport: ScriptedTransport) async throws -> SinkTestResult {
    try await SinkTest(config: Self.config, environment: [:]).run(name, over: transport, from: "attic", at: Self.now)
  }

  /// The scripted transport checks the body against the wire format.
  @Test func aProgramGetsAnEventThatIsMarkedAsATest() async throws {
    let transport = ScriptedTransport(.status(200))
    let verdict = try await verdict("hook", transport)
    #expect(verdict.accepted && verdict.answer == "accepted" && verdict.type == "webhook" && verdict.note == nil)
    let event = try CloudEvent(line: try #require(transport.requests.first).body).event
    #expect(event.type == .status && event.data.tags == [.test] && event.data.game.id == 0)
    #expect(event.data.summary == "Test from livegamed on attic: this sink works.")
    #expect(transport.requests.count == 1)
  }

  @Test func chatsReadThatItIsATest() async throws {
    let transport = ScriptedTransport(.status(200, body: #"{"id":"123456789012345678"}"#))
    let verdict = try await verdict("den", transport)
    #expect(verdict.accepted && verdict.answer == "accepted, as message '123456789012345678'")
    let body = String(decoding: try #require(transport.requests.first).body, as: UTF8.self)
    #expect(body.contains("Test from livegamed on attic: this sink works."))
  }

  @Test func aReceiverThatAcceptsEverythingProvesNothing() async throws {
    let verdict = try await verdict("house", ScriptedTransport(.status(200)))
    #expect(verdict.accepted && verdict.note?.hasPrefix("Home Assistant accepts every request") == true)
  }

  @Test func aProgramThatRanAsRootLeavesFilesOfRoot() {
    for end in [TestMessageEnd.accepted, .notAccepted] {
      let note = ExecSettings.testNote(after: end, isRoot: true)
      #expect(note?.contains("files that it wrote belong to root") == true)
      #expect(ExecSettings.testNote(after: end, isRoot: false) == nil)
    }
    #expect(ExecSettings.testNote(after: .notSent, isRoot: true) == nil)
  }

  @Test(arguments: [(1, "signed with 1 secret; "), (2, "signed with 2 secrets: ")])
  func theNumberOfSigningSecretsIsReported(count: Int, note: String) async throws {
    var config = Config()
    let secrets = Array(repeating: Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), count: count)
    let kind = WebhookSettings(secrets: secrets)
    config.sinks = [SinkSettings(name: "hook", kind: kind, url: Secret("https://example.org/hook"))]
    let verdict = try await SinkTest(config: config, environment: [:]).run(
      "hook", over: ScriptedTransport(.status(200)), from: "attic", at: Self.now)
    #expect(verdict.note?.hasPrefix(note) == true)
  }

  @Test(arguments: [
    (503, "status 503 (the receiver has trouble)", "the message would be tried again in 1 s, until it expires"),
    (
      413, "status 413 (it accepts only smaller messages)",
      "the message would be given up, and kept among the dead letters"
    ),
    (
      410, "status 410 (check its url)",
      "the sink would be disabled until its address changes or 'livegamed sink enable hook' is run"
    ),
  ])
  func reportsTheConsequenceOfAnAnswer(status: Int, answer: String, outcome: String) async throws {
    let verdict = try await verdict("hook", ScriptedTransport(.status(status)))
    #expect(!verdict.accepted && verdict.answer == answer && verdict.outcome == outcome)
  }

  /// A day as the largest integer does not crash.
  @Test(arguments: ["hook", "den"]) func aHostileRetryAfterIsIgnored(sink: String) async throws {
    for status in [408, 425, 429, 500, 503] {
      for day in ["9223372036854775807", "-9223372036854775808", "99"] {
        let headers = ["retry-after": "Sun, \(day) Nov 1994 08:49:37 GMT"]
        let verdict = try await verdict(sink, ScriptedTransport(.status(status, headers: headers)))
        #expect(!verdict.accepted && verdict.answer.contains("\(status)"))
      }
    }
  }

  @Test func aNetworkFaultIsAFailure() async throws {
    let fault = HTTPFault(kind: .refused, description: "connection refused")
    let verdict = try await verdict("hook", ScriptedTransport(.fault(fault)))
    #expect(!verdict.accepted && verdict.answer == "connection refused (start the receiver, or check its port)")
  }

  @Test(arguments: [("hok", "did you mean 'hook'?"), ("elsewhere", "there are den, hook, house")])
  func anUnknownSinkIsNamed(name: String, hint: String) async throws {
    let fault = await #expect(throws: Fault.self) { try await verdict(name, ScriptedTransport(.status(200))) }
    #expect(fault?.code == .sinkUnknown && fault?.hint == hint)
  }

  @Test func twoTestsAreTwoMessages() async throws {
    let transport = ScriptedTransport(.status(200))
    for _ in 0..<2 { _ = try await verdict("hook", transport) }
    #expect(Set(transport.requests.map { $0.header("webhook-id") }).count == 2)
  }
}
