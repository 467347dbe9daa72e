internal import FoundationEssentials
internal import Testing

@testable import LiveCore
@testable import LiveModel

/// `packaging/livegamed.yaml`, the file that is installed.
@Suite struct DefaultFileTests {
  private let text: String
  private let documentation: String

  init() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    text = try String(contentsOf: root.appending(path: "packaging/livegamed.yaml"), encoding: .utf8)
    documentation = try String(contentsOf: root.appending(path: "docs/configuration.md"), encoding: .utf8)
  }

  /// The file with all settings uncommented. A setting follows its `#` directly or is indented by two or more; prose
  /// follows after one space.
  private var uncommented: String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let rest = line.dropFirst()
      let isProse = rest.isEmpty || (rest.hasPrefix(" ") && !rest.hasPrefix("  "))
      return String(isProse ? line : rest)
    }.joined(separator: "\n")
  }

  private func read(_ text: String) throws -> Config {
    let folder = try ConfigFolder()
    try folder.write(ConfigFixture.signingSecret("c"), to: "my-webhook-secret")
    try folder.write("https://discord.com/api/webhooks/1/x", to: "family-discord-url")
    try folder.write("web-token-of-22-characters", to: "web")
    try folder.write("balldontlie-key", to: "balldontlie")
    for name in ["slack-bot", "ntfy-topic", "gotify-token", "telegram-token", "matrix-token", "house-password"] {
      try folder.write(name, to: name)
    }
    let path = try folder.write(text, to: "livegamed.yaml")
    return try ConfigFiles.read(path: path, environment: ["CREDENTIALS_DIRECTORY": folder.path])
  }

  /// One sink of each kind, in the order of their names.
  private var sinks: [SinkSettings] {
    var gotify = SinkSettings(name: "my-gotify", kind: .gotify, url: Secret("https://gotify.example.org"))
    gotify.kind = GotifySettings(token: Secret("gotify-token"))
    var telegram = SinkSettings(name: "family-telegram", kind: .telegram, url: Secret("https://api.telegram.org"))
    telegram.kind = TelegramSettings(token: Secret("telegram-token"), chat: "-1001234567890")
    var discord = SinkSettings(
      name: "family-discord", kind: .discord, url: Secret("https://discord.com/api/webhooks/1/x"))
    discord.kind = DiscordSettings(threadID: "1234567890")
    discord.format = "{{summary}}"
    var webhook = SinkSettings(name: "my-webhook", kind: .webhook, url: Secret("https://example.org/hook"))
    webhook.kind = WebhookSettings(secrets: [Secret(ConfigFixture.signingSecret("c"))])
    webhook.maxPerMinute = 60
    webhook.quietHours = .init(from: 23 * 60, to: 8 * 60, timeZone: "Europe/Berlin")
    let address = Secret("http://homeassistant.local:8123/api/webhook/ID")
    var homeAssistant = SinkSettings(name: "my-home-assistant", kind: .homeAssistant, url: address)
    homeAssistant.allowHTTP = true
    var program = SinkSettings(name: "my-program", kind: .exec, url: Secret(""))
    program.kind = ExecSettings(command: ["/usr/local/bin/my-program", "--colour", "red"])
    var matrix = SinkSettings(name: "family-matrix", kind: .matrix, url: Secret("https://matrix.example.org"))
    matrix.kind = MatrixSettings(token: Secret("matrix-token"), room: "!abcdef:example.org")
    var ntfy = SinkSettings(name: "my-phone", kind: .ntfy, url: Secret("https://ntfy.sh"))
    ntfy.kind = NtfySettings(topic: Secret("ntfy-topic"))
    var slack = SinkSettings(name: "team-slack", kind: .slack, url: Secret("https://slack.com/api"))
    slack.kind = SlackSettings(bot: SlackSettings.Bot(token: Secret("slack-bot"), channel: "#games"))
    let house = SinkSettings(
      name: "house",
      kind: MQTTSettings(
        user: "livegamed", password: Secret("house-password"), caFile: "/etc/livegamed/ca.pem",
        topics: MQTTTopics(base: "livegamed", discovery: "homeassistant")), url: Secret("mqtts://broker.example.org"))
    return [discord, matrix, telegram, house, gotify, homeAssistant, ntfy, program, webhook, slack]
  }

  @Test func hasAnExampleOfEveryKind() {
    #expect(sinks.map(\.type).sorted() == SinkKinds.all.map { $0.name }.sorted())
  }

  @Test func hasEveryKeyOfASink() {
    let reader = ConfigReader(environment: [:], kinds: SinkKinds.all) { _ in }
    #expect(reader.sinkKeys.count > 20)
    for key in reader.sinkKeys { #expect(uncommented.contains("\n    \(key): "), "\(key)") }
  }

  @Test func setsNothingAsInstalled() throws {
    #expect(try read(text) == Config.default)
  }

  @Test func uncommentedItSetsTheDefaults() throws {
    var expected = Config.default
    expected.follow.group = "livegame-admins"
    (expected.nba.enabled, expected.nba.userAgent) = (false, "my-scores/1.0 (me@example.org)")
    expected.nba.numbers.key = Secret("balldontlie-key")
    expected.stateDirectory = "/var/lib/livegamed"
    expected.socket = .init(path: "/run/livegamed/livegamed.sock", mode: 0o660, group: "livegame-clients")
    expected.metrics.listen = try LoopbackAddress("127.0.0.1:9464")
    expected.web = Config.WebSettings()
    expected.web?.hosts = ["scores.lan"]
    expected.web?.token = Secret("web-token-of-22-characters")
    expected.web?.trust = .init(header: "remote-user", from: [.v4(0x7F00_0001)])
    expected.web?.path = "/ball"
    expected.web?.frame = ["https://homeassistant.local"]
    expected.sinks = sinks
    expected.routes = [Rule(sinks: ["my-webhook"])]
    #expect(try read(uncommented) == expected)
  }

  @Test func hasOnlyDocumentedKeys() {
    let lines = uncommented.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let keys = lines.compactMap { $0.split(separator: ":").first?.drop { $0 == " " } }.filter { !$0.hasPrefix("-") }
    #expect(keys.count > 25)
    let names = sinks.map(\.name)
    for key in keys where !names.contains(String(key)) {
      #expect(["`\(key)", ".\(key)"].contains(where: documentation.contains), "\(key)")
    }
  }

  @Test func containsOnlyComments() {
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
  }
}
