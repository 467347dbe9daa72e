internal import LiveModel
internal import LivePlatform

/// The settings of a Discord webhook.
struct DiscordSettings: BuildableSinkKind {
  static let name = "discord"
  static let audience = SinkAudience.people
  static let requiredKeys = [RequiredSinkKey("url", example: #""https://discord.com/api/webhooks/ID/TOKEN""#)]
  static let keys: [any SinkKeyReading] = [modeKey, SinkKey.threadID]

  static let setup = SinkSetup(
    title: "Discord", sinkName: "family-discord",
    questions: [
      SinkQuestion(
        "url", "Webhook URL",
        help: "In Discord: settings of the channel, Integrations, Webhooks, New Webhook, Copy Webhook URL.",
        isSecret: true)
    ])

  private static let modeKey = SinkKey<Mode>("mode") { $0.choice($1) }

  /// The form of messages in a channel.
  enum Mode: String, Sendable, CaseIterable {
    /// One message per fact, or one message per game that is kept up to date.
    case plays, scoreboard
  }

  var mode = Mode.plays
  /// The id of a thread within the channel.
  var threadID: String?

  static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self? {
    if draft.settings.url.reveal({ URLText($0).path.hasPrefix("/channels/") }) {
      reader.refuse(
        .configBadValue, "this 'url' is the address of a channel", at: draft.place(of: .url),
        hint: "use the address of a webhook, which begins with https://discord.com/api/webhooks/")
      return nil
    }
    return Self(mode: draft[modeKey] ?? .plays, threadID: draft[.threadID])
  }

  // A scoreboard cannot be written into the message of a play, so that the mode is part of the address.
  var receiver: SinkReceiver {
    SinkReceiver(threadID: threadID, more: mode == .scoreboard ? [mode.rawValue] : [])
  }

  func sink(with parts: SinkParts) throws(Fault) -> any Sink {
    DiscordSink(
      name: parts.name, endpoint: parts.endpoint, wording: parts.wording, mode: mode, threadID: threadID)
  }
}
