internal import FoundationEssentials
internal import Testing

@testable import LiveCore

@Suite struct SinkConfigTests {
  private let folder: ConfigFolder

  init() throws { folder = try ConfigFolder() }

  private func read(_ main: String, then dropIn: String = "") throws -> [SinkSettings] {
    let path = try folder.write(main, to: "livegamed.yaml")
    try folder.write(dropIn, to: "livegamed.d/10.yaml")
    return try ConfigFiles.read(path: path, environment: [:]).sinks
  }

  private func faults(in main: String, then dropIn: String = "") throws -> [Fault] {
    try #require(throws: ConfigFaults.self) { try read(main, then: dropIn) }.faults
  }

  private static func fixture() throws -> [SinkSettings] {
    try ConfigFixture.read("\(ConfigFixture.folder)/good/sinks.yaml").sinks
  }

  private static func sink(
    _ name: String, _ kind: SinkSettings.Kind, _ url: String = "", _ set: (inout SinkSettings) -> Void = { _ in }
  ) -> SinkSettings {
    var sink = SinkSettings(name: name, kind: kind, url: Secret(url))
    set(&sink)
    return sink
  }

  @Test(arguments: [
    sink("all", .webhook, "https://192.168.1.9/hook") {
      ($0.allowPrivate, $0.early, $0.delay, $0.group) = (true, true, .seconds(35), .seconds(10))
      ($0.expires, $0.timeout, $0.maxInFlight, $0.maxPerMinute) = (.seconds(3600), .seconds(5), 4, 60)
      $0.quietHours = .init(from: 1380, to: 510, timeZone: "Europe/Berlin")
    },
    sink("bell", .gotify, "https://gotify.example.org/sub") { $0.token = Secret("A1.b_c") },
    sink("bot", .slack, "https://slack.com/api") {
      ($0.token, $0.channel, $0.threads) = (Secret("xoxb-2-3"), "#games", true)
    },
    sink("chat", .telegram, "https://api.telegram.org") {
      ($0.token, $0.channel, $0.threadID) = (Secret("123:a-b_C"), "-1001234567890", "7")
    },
    sink("den", .discord, "https://discord.com/api/webhooks/1/a") {
      ($0.mode, $0.threadID, $0.spoilerFree) = (.scoreboard, "1234567890123456789", true)
      $0.format = "{{summary}}\n{{game.home.abbreviation}} {{score.home}}"
    },
    sink("house", .homeAssistant, "http://homeassistant.local:8123/api/webhook/x") { $0.allowHTTP = true },
    sink("named", .telegram, "https://telegram.example.org") {
      ($0.token, $0.channel) = (Secret("123:a"), "@my_channel")
    },
    sink("own", .ntfy, "https://ntfy.example.org") { $0.topic = Secret("games") },
    sink("phone", .ntfy, "https://ntfy.sh") { $0.topic = Secret("livegamed-9f2c") },
    sink("proxied", .slack, "http://127.0.0.1:8080/api") {
      ($0.token, $0.channel, $0.allowHTTP) = (Secret("xoxb-1"), "C0123ABCD", true)
    },
    sink("run", .exec) {
      $0.command = ["/usr/local/bin/on-event", "--to", "", "12"]
      ($0.timeout, $0.early) = (.seconds(2), true)
    },
    sink("split", .ntfy, "https://ntfy.example.org:8443") {
      ($0.topic, $0.token) = (Secret("my_topic-1"), Secret("tk_1"))
    },
    sink("team", .slack, "https://hooks.slack.com/services/T/B/X") { $0.format = "{{summary}}" },
  ])
  func readsWhatIsSaid(of sink: SinkSettings) throws {
    #expect(try Self.fixture().first { $0.name == sink.name } == sink)
  }

  @Test func aDropInOverridesEveryKey() throws {
    let main = """
      sinks:
        a: {type: discord, url: "https://example.org/", delay: 5s, quiet_hours: {from: "22:00", to: "06:00"}}
      """
    let sink = try #require(try read(main, then: "sinks: {a: {delay: 0s, quiet_hours: {to: \"07:00\"}}}").first)
    #expect(sink.delay == .zero)
    #expect(sink.quietHours == .init(from: 22 * 60, to: 7 * 60, timeZone: nil))
  }

  @Test func theKindOfTheLastFileDecidesWhichKeysAreValid() throws {
    let main = "sinks: {a: {type: webhook, url: \"https://example.org/\", topic: games}}"
    #expect(try read(main, then: "sinks: {a: {type: ntfy}}").map(\.kind) == [.ntfy])
    let messages = try faults(in: main, then: "sinks: {a: {type: discord}}")
    #expect(messages.map(\.code) == [.configUnknownKey])
    #expect(messages.first?.description.contains("livegamed.yaml:1:") == true)
  }

  @Test func emptyQuietHoursMeanNone() throws {
    #expect(try read("sinks: {a: {type: exec, command: [/x], quiet_hours: }}").map(\.quietHours) == [nil])
  }

  @Test func reportsTheLineOfAnInvalidTemplate() throws {
    let messages = try faults(
      in: """
        sinks:
          a: {type: ntfy, topic: games, format: "{{#tags}}"}
          b:
            type: ntfy
            topic: games
            format: |
              {{summary
        """)
    #expect(messages.map(\.code) == [.sinkBadFormat, .sinkBadFormat])
    let places = messages.compactMap { $0.place?.description.split(separator: "/").last }
    #expect(places == ["livegamed.yaml:2:41", "livegamed.yaml:6:13"])
  }

  /// A key is accepted for the kinds that have it, and refused for all others.
  @Test(arguments: SinkSettings.Kind.allCases, SinkKey.allCases)
  func knowsWhichKindsHaveAKey(kind: SinkSettings.Kind, key: SinkKey) throws {
    let examples: [SinkKey: String] = [
      .type: kind.rawValue, .url: "\"https://example.org/\"", .secret: ConfigFixture.signingSecret("a"),
      .token: "\"1:a\"", .topic: "games", .channel: "C1", .threads: "true", .mode: "plays", .command: "[/bin/true]",
      .early: "true", .delay: "1h", .group: "10m", .expires: "1h", .timeout: "1s", .format: "\"{{summary}}\"",
      .chatID: "7", .threadID: "7", .allowHTTP: "true", .allowPrivate: "true", .maxInFlight: "16",
      .maxPerMinute: "6000", .quietHours: "{from: \"00:00\", to: \"23:59\"}", .spoilerFree: "true",
    ]
    var needed: Set<SinkKey> = [.type, key]
    for need in kind.needs { needed.insert(need.key) }
    if kind == .slack { needed.formUnion([.token, .channel]) }
    if kind == .ntfy { needed.insert(.topic) }
    let lines = needed.map { "    \($0.rawValue): \(examples[$0] ?? "")\n" }.sorted()
    let text = "sinks:\n  a:\n" + lines.joined()
    if key.kinds.contains(kind) {
      #expect(try read(text).map(\.kind) == [kind])
    } else {
      #expect(try faults(in: text).map(\.code) == [.configUnknownKey])
    }
  }

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC", "US/Pacific"])
  func acceptsATimeZone(name: String) throws {
    let text = "sinks: {a: {type: exec, command: [/x], quiet_hours: {from: 23:00, to: 08:00, time_zone: \(name)}}}"
    #expect(try read(text).map(\.quietHours?.timeZone) == [name])
  }

  @Test func suggestsOnlyKnownTimeZones() {
    for name in TimeZoneName.all { #expect(TimeZone(identifier: name) != nil, "\(name)") }
  }

  @Test(arguments: [
    ("Europe/Berln", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"), ("Berlin", "Europe/Berlin"),
    ("America/New York", "America/New_York"), ("Los Angeles", "America/Los_Angeles"), ("Moon/Crater", nil), ("/", nil),
  ])
  func suggestsTheClosestTimeZone(text: String, name: String?) {
    #expect(TimeZoneName.meant(by: text) == name)
  }

  /// The log keeps waiting events for 30 days.
  @Test(arguments: [("720h", nil), ("721h", "'expires' takes at most 720h")])
  func noMessageIsRetriedForLongerThanTheLogKeepsIt(_ span: String, _ message: String?) throws {
    let text = "sinks: {hook: {type: webhook, url: \"https://example.org/\", expires: \(span)}}"
    if let message {
      #expect(try faults(in: text).map(\.message) == [message])
    } else {
      #expect(try read(text).map(\.expires) == [.seconds(720 * 3600)])
    }
  }
}
