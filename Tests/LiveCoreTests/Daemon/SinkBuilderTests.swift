import FoundationEssentials
import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct SinkBuilderTests {
  private func settings(_ kind: SinkKindName, url: String = "https://example.org/hook") -> SinkSettings {
    SinkSettings(name: "one", kind: kind, url: Secret(url))
  }

  private func build(_ settings: SinkSettings, _ transport: ScriptedTransport = ScriptedTransport(.status(200))) throws
    -> ConfiguredSink
  {
    try SinkBuilder(transport: transport, environment: [:]).build(settings)
  }

  /// The router must know the audience of a sink before the sink exists.
  @Test(arguments: SinkKindName.allCases) func theRouterAndTheSinkAgreeOnTheAudience(_ kind: SinkKindName)
    throws
  {
    let configured = try build(settings(kind))
    #expect((configured.sink.traits.audience == .people) == kind.isForPeople)
    #expect(configured.sink.name == "one" && (configured.host == "example.org:443") == kind.isForPeople)
  }

  @Test(arguments: [
    ("https://example.org/h", false, HTTPRequest.Peers.publicOnly), ("https://example.org/h", true, .anyone),
    ("http://192.168.1.9/h", false, .privateOnly), ("HTTPS://example.org/h", false, .publicOnly),
  ])
  func eachKindHasItsAllowedPeers(_ url: String, _ allowPrivate: Bool, _ peers: HTTPRequest.Peers) async throws {
    var settings = settings(.homeAssistant, url: url)
    settings.allowPrivate = allowPrivate
    let transport = ScriptedTransport(.status(200))
    let message = Message(body: [])
    _ = try await build(settings, transport).sink.send(
      message, id: WebhookID(rawValue: "msg_a"), at: SampleEvents.start)
    #expect(transport.requests.map(\.peers) == [peers])
  }

  @Test func aNewAddressIsANewReceiver() throws {
    let first = try build(settings(.ntfy)).address
    var other = settings(.ntfy)
    other.kind = NtfySettings(topic: Secret("other"))
    #expect(try build(settings(.ntfy)).address == first)
    #expect(try build(other).address != first)
    #expect(!first.contains("topic"))
  }

  /// Another digest makes the daemon forget what a receiver has: no release may change it.
  @Test(arguments: [
    (SinkKindName.webhook, "lwz4bayxe7hzdet3sqgoz4ph6mdbvedcehxmqmdcey6cyaoxzcra"),
    (.discord, "z547ajwwbrzwkzwiibper2bclalzzbcrt6bds3f3jm2su5icz3oa"),
    (.slack, "t5z5qytrn4x6v7xfynf2lengyesu6rbetwgbgiwsuomnwrqtnseq"),
    (.ntfy, "ekqiphbrlazqs3h623hmxbltqg3nw5go2ihsif7xtzrscg46mu7q"),
    (.gotify, "4xbtkq4afj3fu533oiazfhmgjftvdzuv7sirh3oz7qziizd7ytha"),
    (.telegram, "quixm2cfieqh3qgu7wnujj4uabiu42xddretnxoyhzp7k7mqhaaq"),
    (.homeAssistant, "kdxnl5zrvpmdrbzquftu7oyl7owl2hlbc2fxkl66gde5ee4q2nja"),
    (.exec, "uqmx3kl7i2k6hw55kamwkw2i6g7lnlzsxqetfb4q2tjshxlz6iea"),
  ])
  func theDigestOfAReceiverStays(_ kind: SinkKindName, _ digest: String) throws {
    #expect(try build(settings(kind)).address == digest)
  }

  @Test func theDigestOfAScoreboardStays() throws {
    var settings = settings(.discord)
    settings.kind = DiscordSettings(mode: .scoreboard, threadID: "7")
    #expect(try build(settings).address == "k3dfzq4rxwqd7wm74qtpvcw5u3g5wvq4cvhr2ttaqyx2v3nbag2a")
  }

  @Test func onlyAKindOfTheTableCanBeBuilt() {
    struct Pigeon: SinkKind {
      static let setup = SinkSetup(title: "", sinkName: "", questions: [])
      static let (name, audience) = ("pigeon", SinkAudience.people)
      static let requiredKeys: [RequiredSinkKey] = []

      static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self? { Self() }
    }
    let fault = #expect(throws: Fault.self) { try build(SinkSettings(name: "one", kind: Pigeon())) }
    #expect(fault?.code == .sinkUnknownType)
  }

  @Test func deliveryOptionsComeFromTheConfiguration() throws {
    var settings = settings(.discord)
    (settings.delay, settings.maxPerMinute, settings.maxInFlight) = (.seconds(30), 20, 4)
    settings.quietHours = SinkSettings.QuietHours(from: 0, to: 60, timeZone: "Europe/Berlin")
    let options = try build(settings).options
    #expect(options.lag == .seconds(30) && options.maxPerMinute == 20 && options.maxInFlight == 4)
    #expect(options.quiet?.zone.name == "Europe/Berlin")
    settings.kind = DiscordSettings(mode: .scoreboard)
    #expect(try build(settings).options.lag == .seconds(35))
  }

  @Test func anUnknownTimeZoneIsAFault() {
    var settings = settings(.discord)
    settings.quietHours = SinkSettings.QuietHours(from: 0, to: 60, timeZone: "Europe/Atlantis")
    let fault = #expect(throws: Fault.self) { try build(settings) }
    #expect(fault?.place == .sink("one") && fault?.code == .sinkUnknownTimeZone)
  }
}
