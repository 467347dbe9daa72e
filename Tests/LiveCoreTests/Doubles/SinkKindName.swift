@testable import LiveCore
@testable import LiveModel

/// The kinds of sinks, in the order of `SinkKinds.all`.
enum SinkKindName: String, CaseIterable, Sendable {
  case webhook, discord, slack, ntfy, gotify, telegram, matrix
  case homeAssistant = "home_assistant"
  case mqtt, exec

  /// Settings with which a sink can be built.
  var sample: any BuildableSinkKind {
    switch self {
    case .webhook: WebhookSettings()
    case .discord: DiscordSettings()
    case .slack: SlackSettings(bot: SlackSettings.Bot(token: Secret("token"), channel: "C1"))
    case .ntfy: NtfySettings(topic: Secret("topic"))
    case .gotify: GotifySettings(token: Secret("token"))
    case .telegram: TelegramSettings(token: Secret("123456:abc"), chat: "-100123")
    case .matrix: MatrixSettings(token: Secret("token"), room: "!abc:example.org")
    case .homeAssistant: HomeAssistantSettings()
    case .mqtt: MQTTSettings(topics: MQTTTopics(base: "livegamed", discovery: "homeassistant"))
    case .exec: ExecSettings(command: ["/bin/true"])
    }
  }

  var isForPeople: Bool { type(of: sample).audience == .people }
}

extension SinkSettings {
  /// A sink of a kind, with the kind's sample settings.
  init(name: String, kind: SinkKindName, url: Secret) { self.init(name: name, kind: kind.sample, url: url) }

  /// Changes the settings of the sink's own kind. Changes nothing in a sink of another kind.
  mutating func own<Kind: SinkKind>(_: Kind.Type, _ change: (inout Kind) -> Void) {
    guard var own = kind as? Kind else { return }
    change(&own)
    kind = own
  }
}
