import FoundationEssentials
import Testing

@testable import LiveCore

@Suite struct SinkBuilderTests {
  private func settings(_ kind: SinkSettings.Kind, url: String = "https://example.org/hook") -> SinkSettings {
    var settings = SinkSettings(name: "one", kind: kind, url: Secret(url))
    settings.token = kind == .telegram ? Secret("123456:\(String(repeating: "a", count: 35))") : Secret("token")
    settings.topic = Secret("topic")
    settings.channel = kind == .telegram ? "-100123" : "C1"
    settings.command = ["/bin/true"]
    return settings
  }

  private func post(_ settings: SinkSettings, _ transport: ScriptedTransport = ScriptedTransport(.status(200))) throws
    -> ConfiguredSink
  {
    try SinkBuilder(transport: transport, environment: [:]).post(settings)
  }

  /// The router must know the audience of a sink before the sink exists.
  @Test(arguments: SinkSettings.Kind.allCases) func theRouterAndTheSinkAgreeOnTheAudience(_ kind: SinkSettings.Kind)
    throws
  {
    let post = try post(settings(kind))
    #expect((post.sink.traits.audience == .people) == kind.isForPeople)
    #expect(post.sink.name == "one" && (post.host == "example.org:443") == kind.isForPeople)
  }

  @Test(arguments: [
    ("https://example.org/h", false, HTTPRequest.Peers.publicOnly), ("https://example.org/h", true, .anyone),
    ("http://192.168.1.9/h", false, .privateOnly), ("HTTPS://example.org/h", false, .publicOnly),
  ])
  func eachKindHasItsAllowedPeers(_ url: String, _ allowPrivate: Bool, _ peers: HTTPRequest.Peers) async throws {
    var settings = settings(.homeAssistant, url: url)
    settings.allowPrivate = allowPrivate
    let transport = ScriptedTransport(.status(200))
    let message = Message(id: WebhookID(rawValue: "msg_a"), body: [])
    _ = try await post(settings, transport).sink.send(message, at: SampleEvents.start)
    #expect(transport.requests.map(\.peers) == [peers])
  }

  @Test func aNewAddressIsANewReceiver() throws {
    let first = try post(settings(.ntfy)).address
    var other = settings(.ntfy)
    other.topic = Secret("other")
    #expect(try post(settings(.ntfy)).address == first)
    #expect(try post(other).address != first)
    #expect(!first.contains("topic"))
  }

  @Test func deliveryOptionsComeFromTheConfiguration() throws {
    var settings = settings(.discord)
    (settings.delay, settings.maxPerMinute, settings.maxInFlight) = (.seconds(30), 20, 4)
    settings.quietHours = SinkSettings.QuietHours(from: 0, to: 60, timeZone: "Europe/Berlin")
    let options = try post(settings).options
    #expect(options.lag == .seconds(30) && options.maxPerMinute == 20 && options.maxInFlight == 4)
    #expect(options.quiet?.timeZone.identifier == "Europe/Berlin")
    settings.mode = .scoreboard
    #expect(try post(settings).options.lag == .seconds(35))
  }

  @Test func anUnknownTimeZoneIsAFault() {
    var settings = settings(.discord)
    settings.quietHours = SinkSettings.QuietHours(from: 0, to: 60, timeZone: "Europe/Atlantis")
    let fault = #expect(throws: Fault.self) { try post(settings) }
    #expect(fault?.place == .sink("one") && fault?.code == .sinkUnknownTimeZone)
  }
}
