internal import FoundationEssentials
internal import Testing

@testable import LiveCore
@testable import LiveModel

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
    _ name: String, _ kind: any SinkKind, _ url: String = "", _ set: (inout SinkSettings) -> Void = { _ in }
  ) -> SinkSettings {
    var sink = SinkSettings(name: name, kind: kind, url: Secret(url))
    set(&sink)
    return sink
  }

  private static func bot(_ token: String, _ channel: String, threads: Bool = false) -> SlackSettings {
    SlackSettings(bot: SlackSettings.Bot(token: Secret(token), channel: channel, threads: threads))
  }

  @Test(arguments: [
    sink("all", WebhookSettings(), "https://192.168.1.9/hook") {
      ($0.allowPrivate, $0.early, $0.delay, $0.group) = (true, true, .seconds(35), .seconds(10))
      ($0.expires, $0.timeout, $0.maxInFlight, $0.maxPerMinute) = (.seconds(3600), .seconds(5), 4, 60)
      $0.quietHours = .init(from: 1380, to: 510, timeZone: "Europe/Berlin")
    },
    sink("bell", GotifySettings(token: Secret("A1.b_c")), "https://gotify.example.org/sub"),
    sink("bot", bot("xoxb-2-3", "#games", threads: true), "https://slack.com/api"),
    sink(
      "chat", TelegramSettings(token: Secret("123:a-b_C"), chat: "-1001234567890", threadID: "7"),
      "https://api.telegram.org"),
    sink(
      "den", DiscordSettings(mode: .scoreboard, threadID: "1234567890123456789"),
      "https://discord.com/api/webhooks/1/a"
    ) {
      $0.spoilerFree = true
      $0.format = "{{summary}}\n{{game.home.abbreviation}} {{score.home}}"
    },
    sink("house", HomeAssistantSettings(), "http://homeassistant.local:8123/api/webhook/x") {
      $0.allowHTTP = true
    },
    sink(
      "light", MQTTSettings(topics: MQTTTopics(base: "livegamed", discovery: "homeassistant")),
      "mqtt://homeassistant.local"),
    sink(
      "lamp",
      MQTTSettings(
        user: "games", password: Secret("secret"), caFile: "/etc/ca.pem", topics: MQTTTopics(base: "home/games"),
        waitsForSubscriber: false), "mqtts://broker.example.org:8884"),
    sink(
      "named", TelegramSettings(token: Secret("123:a"), chat: "@my_channel"), "https://telegram.example.org"),
    sink("own", NtfySettings(topic: Secret("games")), "https://ntfy.example.org"),
    sink("phone", NtfySettings(topic: Secret("livegamed-9f2c")), "https://ntfy.sh"),
    sink("proxied", bot("xoxb-1", "C0123ABCD"), "http://127.0.0.1:8080/api") { $0.allowHTTP = true },
    sink("ours", MatrixSettings(token: Secret("syt_1"), room: "!a:b.org", threads: true), "http://matrix.local:8008") {
      $0.allowHTTP = true
    },
    sink(
      "public", MatrixSettings(token: Secret("syt_2"), room: "!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM"),
      "https://matrix.example.org/base"),
    sink("run", ExecSettings(command: ["/usr/local/bin/on-event", "--to", "", "12"])) {
      ($0.timeout, $0.early) = (.seconds(2), true)
    },
    sink(
      "split", NtfySettings(topic: Secret("my_topic-1"), token: Secret("tk_1")), "https://ntfy.example.org:8443"),
    sink("team", SlackSettings(), "https://hooks.slack.com/services/T/B/X") { $0.format = "{{summary}}" },
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
    #expect(try read(main, then: "sinks: {a: {type: ntfy}}").map(\.type) == ["ntfy"])
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

  private static let all = SinkKindName.allCases
  private static let withURL = all.filter { $0 != .exec }
  private static let onTheWeb = withURL.filter { $0 != .mqtt }
  private static let people: [SinkKindName] = [.discord, .slack, .ntfy, .gotify, .telegram, .matrix]

  /// An example value of every key, and the kinds that have the key.
  private static let keys: [String: (example: String, kinds: [SinkKindName])] = [
    "type": ("", all), "url": ("\"https://example.org/\"", withURL), "allow_http": ("true", onTheWeb),
    "allow_private": ("true", onTheWeb), "early": ("true", all), "delay": ("1h", all), "group": ("10m", all),
    "expires": ("1h", all), "timeout": ("1s", all), "max_in_flight": ("16", all), "max_per_minute": ("6000", all),
    "quiet_hours": ("{from: \"00:00\", to: \"23:59\"}", all), "format": ("\"{{summary}}\"", people),
    "spoiler_free": ("true", people), "token": ("\"1:a\"", [.slack, .ntfy, .gotify, .telegram, .matrix]),
    "thread_id": ("7", [.discord, .telegram]), "threads": ("true", [.slack, .matrix]),
    "room": ("\"!abc:example.org\"", [.matrix]), "channel": ("C1", [.slack]),
    "topic": ("games", [.ntfy, .mqtt]), "user": ("a", [.mqtt]), "password": ("a", [.mqtt]),
    "ca_file": ("/a", [.mqtt]), "discovery": ("false", [.mqtt]), "wait_for_subscriber": ("true", [.mqtt]),
    "chat_id": ("7", [.telegram]), "mode": ("plays", [.discord]),
    "secret": (ConfigFixture.signingSecret("a"), [.webhook]), "command": ("[/bin/true]", [.exec]),
  ]

  @Test func everyKeyHasAnExampleHere() {
    let reader = ConfigReader(environment: [:], kinds: SinkKinds.all) { _ in }
    #expect(reader.sinkKeys.sorted() == Self.keys.keys.sorted())
    #expect(SinkKinds.all.map { $0.name } == SinkKindName.allCases.map(\.rawValue))
  }

  /// A key that several kinds have is declared once, so that it means the same in each of them.
  @Test func aKeyIsDeclaredOnce() {
    let declared = SinkKinds.all.flatMap { $0.keys }.map { $0.name }
    let shared = Set(declared.filter { name in declared.count { $0 == name } > 1 })
    #expect(shared == ["token", "thread_id", "threads", "topic"])
  }

  private static func example(of key: String, _ name: SinkKindName) -> String {
    switch key {
    case "type": name.rawValue
    case "url" where name == .mqtt: "\"mqtts://example.org\""
    default: keys[key]?.example ?? ""
    }
  }

  /// A key is accepted for the kinds that have it, and refused for all others.
  @Test(arguments: SinkKindName.allCases, keys.keys.sorted())
  func knowsWhichKindsHaveAKey(name: SinkKindName, key: String) throws {
    var needed: Set = ["type", key]
    let kind = try #require(SinkKinds.all.first { $0.name == name.rawValue })
    for required in kind.requiredKeys { needed.insert(required.name) }
    if name == .slack { needed.formUnion(["token", "channel"]) }
    if name == .ntfy { needed.insert("topic") }
    if key == "password", name == .mqtt { needed.insert("user") }
    let lines = needed.map { "    \($0): \(Self.example(of: $0, name))\n" }.sorted()
    let text = "sinks:\n  a:\n" + lines.joined()
    if Self.keys[key]?.kinds.contains(name) == true {
      #expect(try read(text).map(\.type) == [name.rawValue])
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
  @Test(arguments: [("720h", nil), ("31d", "'expires' takes a duration from 1s to 30d, not '31d'")])
  func noMessageIsRetriedForLongerThanTheLogKeepsIt(_ span: String, _ message: String?) throws {
    let text = "sinks: {hook: {type: webhook, url: \"https://example.org/\", expires: \(span)}}"
    if let message {
      #expect(try faults(in: text).map(\.message) == [message])
    } else {
      #expect(try read(text).map(\.expires) == [.seconds(720 * 3600)])
    }
  }
}
