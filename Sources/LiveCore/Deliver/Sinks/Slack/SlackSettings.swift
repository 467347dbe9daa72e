internal import LiveModel

/// The settings of a Slack incoming webhook, or of a bot.
struct SlackSettings: BuildableSinkKind {
  static let name = "slack"
  static let audience = SinkAudience.people
  static let requiredKeys: [RequiredSinkKey] = []
  static let keys: [any SinkKeyReading] = [SinkKey.token, channel, SinkKey.threads]

  static let setup = SinkSetup(
    title: "Slack", sinkName: "team-slack",
    questions: [
      SinkQuestion(
        "url", "Webhook URL",
        help: """
          At https://api.slack.com/apps: Create New App, Incoming Webhooks, On, Add New Webhook to Workspace. \
          livegamed.yaml(5) describes a bot, which can also edit its messages.
          """,
        isSecret: true)
    ])

  private static let channel = SinkKey<String>("channel") { $0.channel($1) }

  /// The bot user of an app. It must be a member of the channel.
  struct Bot: Sendable, Equatable {
    /// A bot token (`xoxb-…`) with the scope `chat:write`.
    var token: Secret
    /// The name or id of a channel (`#games`, `C0123ABCD`).
    var channel: String
    /// Whether the plays of a game are replies to its first message.
    var threads = false
  }

  /// Nil for an incoming webhook, whose URL determines the channel.
  var bot: Bot?

  /// Requires `channel` for a bot. Rejects it for an incoming webhook, which has a fixed channel.
  static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self? {
    guard draft.place(of: .token) == nil else {
      if draft.place(of: channel) == nil { reader.refuseMissing(channel.name, "\"#games\"", in: draft) }
      reader.finishServer(of: &draft, usual: SlackSink.api)
      guard let token = draft[.token], let channel = draft[channel] else { return nil }
      return Self(bot: Bot(token: token, channel: channel, threads: draft[.threads] ?? false))
    }
    if draft.place(of: .url) == nil {
      reader.refuse(
        .configMissingKey, "sink '\(draft.settings.name)' has neither 'url' nor 'token'", at: draft.place,
        hint: "add the 'url' of an incoming webhook, or the 'token' of a bot and its 'channel'")
    }
    for (name, place) in [(channel.name, draft.place(of: channel)), ("threads", draft.place(of: .threads))] {
      guard let place else { continue }
      reader.refuse(
        .configBadValue, "'\(name)' goes with the 'token' of a bot", at: place,
        hint: "remove it: an incoming webhook posts to its own channel, without threads")
    }
    return Self()
  }

  var receiver: SinkReceiver { SinkReceiver(token: bot?.token, channel: bot?.channel) }

  func sink(with parts: SinkParts) throws(Fault) -> any Sink {
    guard let bot else { return SlackSink(name: parts.name, endpoint: parts.endpoint, wording: parts.wording) }
    return SlackSink(
      name: parts.name, endpoint: parts.endpoint, token: bot.token, channel: bot.channel, threads: bot.threads,
      wording: parts.wording)
  }
}

extension ConfigReader {
  /// Reads the name or id of a Slack channel.
  fileprivate mutating func channel(_ node: ConfigNode) -> String? {
    if node.kind == .nothing { return refuse(node, takes: "text", hint: "put it in quotes, for '#' begins a comment") }
    guard let text = text(node) else { return nil }
    let name = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard (1...80).contains(name.unicodeScalars.count), !name.contains(where: \.isWhitespace), !name.contains("#")
    else {
      refuse(
        .configBadValue, "'channel' takes the name or the id of a channel", at: node.place,
        hint: "write it as in '\"#games\"' or 'C0123ABCD'")
      return nil
    }
    return text
  }
}
