/// One entry of `sinks`. Which members a kind has is in `docs/configuration.md`.
public struct SinkSettings: Sendable, Equatable {
  /// The protocol of a sink.
  public enum Kind: String, Sendable, CaseIterable {
    /// CloudEvents with Standard Webhooks headers.
    case webhook
    /// A Discord webhook.
    case discord
    /// A Slack incoming webhook, or a bot.
    case slack
    /// A topic of an ntfy server.
    case ntfy
    /// An application of a Gotify server.
    case gotify
    /// A chat with a Telegram bot.
    case telegram
    /// A webhook trigger of Home Assistant.
    case homeAssistant = "home_assistant"
    /// A program on this machine.
    case exec
  }

  /// How a Discord channel shows a game.
  public enum Mode: String, Sendable, CaseIterable {
    /// A message a fact, or one message a game that is kept up to date.
    case plays, scoreboard
  }

  /// 1 to 32 of `a-z`, `0-9` and `-`.
  public var name: String
  /// The sink's protocol.
  public var kind: Kind
  /// `https`, or `http` where `allowHTTP` says so; empty where the kind needs none. Of a Slack bot, ntfy, Gotify and
  /// Telegram it is the address of the server, without a slash at its end.
  public var url: Secret
  /// `whsec_` and the base64 of 24 to 64 bytes; the first signs, a second is the old one of a key rotation.
  public var secrets: [Secret] = []
  /// Of a Slack bot, a Gotify application, a Telegram bot, or a user of ntfy.
  public var token: Secret?
  /// Of ntfy: 1 to 64 of `A-Z`, `a-z`, `0-9`, `_` and `-`.
  public var topic: Secret?
  /// Slack's channel (`#games`, `C0123ABCD`) or Telegram's chat (`-1001234567890`, `@games`).
  public var channel: String?
  /// Discord's or Telegram's id of a thread within the channel.
  public var threadID: String?
  /// With a Slack bot: the plays of a game are replies to its first message.
  public var threads = false
  /// Discord only.
  public var mode = Mode.plays
  /// The absolute path of the program and its arguments, without a shell.
  public var command: [String] = []

  /// Plain HTTP may be spoken, to loopback and private addresses.
  public var allowHTTP = false
  /// HTTPS may be spoken to loopback and private addresses.
  public var allowPrivate = false
  /// Plays are sent as soon as their run is seen, before the feed says what they were.
  public var early = false
  /// How long a fact waits before it is told: for a broadcast that lags behind.
  public var delay = Duration.zero
  /// Facts that follow one another within this time are one message.
  public var group = Duration.zero
  /// How long a message that is not a final is tried, from when it was due; a second to 30 days.
  public var expires = Duration.seconds(600)
  /// For one attempt, from connecting to the last byte of the answer; 100 ms to an hour.
  public var timeout = Duration.seconds(15)
  /// Attempts at one time, each for another game.
  public var maxInFlight = 1
  /// Messages in any minute; nil for no limit.
  public var maxPerMinute: Int?
  /// When nothing is sent.
  public var quietHours: QuietHours?
  /// Neither score nor result in titles.
  public var spoilerFree = false
  /// A Mustache template for one event, without a newline at its end; nil for the sink's own words.
  public var format: String?

  /// A time of every day, in which nothing is sent; a digest follows it.
  public struct QuietHours: Sendable, Equatable {
    /// Minutes after midnight; an end before the start is on the next day.
    public var from, to: Int
    /// IANA's name, such as `Europe/Berlin`; nil for the machine's own.
    public var timeZone: String?
  }
}

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
  /// The required keys of this kind, each with an example.
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
