/// A key of an entry of `sinks`.
enum SinkKey: String, CaseIterable {
  case type, url, secret, token, topic, channel, threads, mode, command, early, delay, group, expires, timeout, format
  case chatID = "chat_id"
  case threadID = "thread_id"
  case allowHTTP = "allow_http"
  case allowPrivate = "allow_private"
  case maxInFlight = "max_in_flight"
  case maxPerMinute = "max_per_minute"
  case quietHours = "quiet_hours"
  case spoilerFree = "spoiler_free"

  /// The kinds of sinks that take it.
  var kinds: [SinkSettings.Kind] {
    switch self {
    case .type, .early, .delay, .group, .expires, .timeout, .maxInFlight, .maxPerMinute, .quietHours:
      SinkSettings.Kind.allCases
    case .url, .allowHTTP, .allowPrivate: SinkSettings.Kind.allCases.filter { $0 != .exec }
    case .format, .spoilerFree: [.discord, .slack, .ntfy, .gotify, .telegram]
    case .token: [.slack, .ntfy, .gotify, .telegram]
    case .threadID: [.discord, .telegram]
    case .secret: [.webhook]
    case .mode: [.discord]
    case .channel, .threads: [.slack]
    case .topic: [.ntfy]
    case .chatID: [.telegram]
    case .command: [.exec]
    }
  }
}

extension SinkSettings.Kind {
  /// What a sink of this kind cannot do without, each with an example.
  var needs: [(key: SinkKey, example: String)] {
    switch self {
    case .webhook: [(.url, #""https://example.org/hook""#)]
    case .discord: [(.url, #""https://discord.com/api/webhooks/ID/TOKEN""#)]
    case .homeAssistant: [(.url, #""https://homeassistant.example.org/api/webhook/ID""#)]
    case .gotify: [(.url, #""https://gotify.example.org""#), (.token, #""${credential:gotify-token}""#)]
    case .telegram: [(.token, #""${credential:telegram-token}""#), (.chatID, #""@my_channel""#)]
    case .exec: [(.command, "[/usr/local/bin/on-event]")]
    // Theirs depends on what else is given.
    case .slack, .ntfy: []
    }
  }

  /// Of a kind whose server is known, where a token is given.
  var usualURL: String? {
    switch self {
    case .slack: "https://slack.com/api"
    case .ntfy: "https://ntfy.sh"
    case .telegram: "https://api.telegram.org"
    case .webhook, .discord, .gotify, .homeAssistant, .exec: nil
    }
  }
}
