/// One entry of `sinks`. `docs/configuration.md` lists the keys of each kind.
public struct SinkSettings: Sendable, Equatable {
  /// The service behind a sink.
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
    /// A Telegram chat, written to by a bot.
    case telegram
    /// A webhook trigger of Home Assistant.
    case homeAssistant = "home_assistant"
    /// A program on this machine.
    case exec
  }

  /// The form of messages in a Discord channel.
  public enum Mode: String, Sendable, CaseIterable {
    /// One message per fact, or one message per game that is kept up to date.
    case plays, scoreboard
  }

  /// The default of `expires`.
  static let standardExpiry = Duration.seconds(600)

  /// 1 to 32 of `a-z`, `0-9` and `-`.
  public var name: String
  /// The service behind the sink.
  public var kind: Kind
  /// An `https` URL, or an `http` one with `allowHTTP`; empty if the kind has no URL. For a Slack bot, ntfy, Gotify and
  /// Telegram, the address of the server without a trailing slash.
  public var url: Secret
  /// Signing secrets: `whsec_` and the base64 of 24 to 64 bytes. A second one is the old secret during a key rotation;
  /// both sign.
  public var secrets: [Secret] = []
  /// The token of a Slack bot, a Gotify application, a Telegram bot or an ntfy user.
  public var token: Secret?
  /// The ntfy topic: 1 to 64 of `A-Z`, `a-z`, `0-9`, `_` and `-`.
  public var topic: Secret?
  /// The Slack channel (`#games`, `C0123ABCD`) or Telegram chat (`-1001234567890`, `@games`).
  public var channel: String?
  /// The Discord or Telegram id of a thread within the channel.
  public var threadID: String?
  /// Slack bot only: posts the plays of a game as replies to its first message.
  public var threads = false
  /// Discord only.
  public var mode = Mode.plays
  /// The absolute path of the program, followed by its arguments. No shell is involved.
  public var command: [String] = []

  /// Allows plain HTTP to loopback and private addresses.
  public var allowHTTP = false
  /// Allows HTTPS to loopback and private addresses.
  public var allowPrivate = false
  /// Sends a play as soon as its run is seen, before the feed describes the play.
  public var early = false
  /// The time from a fact to its message, for a broadcast that lags; at most one hour.
  public var delay = Duration.zero
  /// Facts within this time of one another become one message; at most 10 minutes.
  public var group = Duration.zero
  /// How long a message is retried after its due time, except a final; from 1 second to 30 days.
  public var expires = standardExpiry
  /// The time limit of one attempt, from connecting to the last byte of the answer; from 100 ms to 1 hour.
  public var timeout = Duration.seconds(15)
  /// The number of concurrent attempts, each for a different game; from 1 to 16.
  public var maxInFlight = 1
  /// The number of messages in any minute, from 1 to 6000; nil for no limit.
  public var maxPerMinute: Int?
  /// The daily time in which nothing is sent.
  public var quietHours: QuietHours?
  /// Keeps score and result out of titles.
  public var spoilerFree = false
  /// A Mustache template for one event, without a trailing newline. Nil selects the built-in wording.
  public var format: String?

  /// A daily time in which nothing is sent. A digest follows it.
  public struct QuietHours: Sendable, Equatable {
    /// Minutes after midnight. If `to` is before `from`, the time ends on the next day.
    public var from, to: Int
    /// An IANA name, such as `Europe/Berlin`. Nil means the time zone of the machine.
    public var timeZone: String?
  }
}

/// A key in an entry of `sinks`.
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

  /// The kinds of sinks that have this key.
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
  /// The required keys of this kind, each with an example value.
  var needs: [(key: SinkKey, example: String)] {
    switch self {
    case .webhook: [(.url, #""https://example.org/hook""#)]
    case .discord: [(.url, #""https://discord.com/api/webhooks/ID/TOKEN""#)]
    case .homeAssistant: [(.url, #""https://homeassistant.example.org/api/webhook/ID""#)]
    case .gotify: [(.url, #""https://gotify.example.org""#), (.token, #""${credential:gotify-token}""#)]
    case .telegram: [(.token, #""${credential:telegram-token}""#), (.chatID, #""@my_channel""#)]
    case .exec: [(.command, "[/usr/local/bin/on-event]")]
    // The required keys depend on the other keys; `ConfigReader` checks them.
    case .slack, .ntfy: []
    }
  }

  /// The default server of a kind; nil if there is none.
  var usualURL: String? {
    switch self {
    case .slack: "https://slack.com/api"
    case .ntfy: "https://ntfy.sh"
    case .telegram: "https://api.telegram.org"
    case .webhook, .discord, .gotify, .homeAssistant, .exec: nil
    }
  }
}

/// A sink while the configuration files are being read.
struct SinkDraft {
  /// The `url` is empty until one is read.
  var settings: SinkSettings
  /// Nil until a valid type is read.
  var kind: SinkSettings.Kind?
  /// The place of the last entry with this name.
  var place: Fault.Place
  /// The places of all values, valid or not.
  var places: [SinkKey: Fault.Place] = [:]
  /// Nil until a valid URL is read.
  var address: WebAddress?
  var quiet = QuietDraft()
  /// True if the entry or its name is invalid. Missing keys are then not reported.
  var isBroken = false

  init(name: String, place: Fault.Place) {
    settings = SinkSettings(name: name, kind: .webhook, url: Secret(""))
    self.place = place
  }

  /// Sets a value. Nil, which stands for a rejected value, changes nothing.
  mutating func set<Value>(_ setting: WritableKeyPath<SinkSettings, Value>, _ value: Value?) {
    if let value { settings[keyPath: setting] = value }
  }

  mutating func set<Value>(_ setting: WritableKeyPath<SinkSettings, Value?>, _ value: Value?) {
    if let value { settings[keyPath: setting] = value }
  }
}

/// The `quiet_hours` of a sink while the configuration files are being read.
struct QuietDraft {
  enum Key: String, CaseIterable {
    case from, to
    case timeZone = "time_zone"
  }

  /// The place of the last `quiet_hours` mapping; nil if there is none.
  var place: Fault.Place?
  /// The keys seen so far, with valid or invalid values.
  var given: Set<Key> = []
  /// Minutes after midnight.
  var from: Int?
  var to: Int?
  var timeZone: String?
}
