internal import LiveModel

/// The settings of a Telegram chat that a bot writes to.
struct TelegramSettings: BuildableSinkKind {
  static let name = "telegram"
  static let audience = SinkAudience.people
  static let requiredKeys = [
    RequiredSinkKey("token", example: #""${credential:telegram-token}""#),
    RequiredSinkKey("chat_id", example: #""@my_channel""#),
  ]
  static let keys: [any SinkKeyReading] = [SinkKey.token, chatID, SinkKey.threadID]

  static let setup = SinkSetup(
    title: "Telegram", sinkName: "family-telegram",
    questions: [
      SinkQuestion(
        "token", "Token of a bot", help: "Write /newbot to https://t.me/BotFather; its answer has the token.",
        isSecret: true),
      SinkQuestion(
        "chat_id", "Chat",
        help: """
          '@' and the name of a public channel, or the number of any other chat: add the bot to the chat, write a message \
          there, and look for "chat":{"id": in https://api.telegram.org/bot<token>/getUpdates.
          """),
    ])

  private static let chatID = SinkKey<String>("chat_id") { $0.chatID($1) }

  /// The token of the bot.
  var token: Secret
  /// The number or `@name` of the chat.
  var chat: String
  /// The id of a topic in the chat.
  var threadID: String?

  /// Checks the token and the topic. The token becomes part of the path.
  ///
  /// - Source: core.telegram.org/bots/api, "Authorizing your bot".
  static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self? {
    reader.finishServer(of: &draft, usual: TelegramSink.server)
    if let topic = draft[.threadID], !ConfigReader.isID(topic, upTo: Int.interoperable.upperBound) {
      reader.refuse(
        .configBadValue, "'thread_id' takes a topic's number, and \(quoted(topic)) is beyond Telegram's",
        at: draft.place(of: .threadID), hint: "take the number that stands last in the address of the topic")
    }
    if let token = draft[.token], !token.reveal(TelegramSink.isToken) {
      reader.refuse(
        .configSecret, "'token' takes the token of a bot: a number, ':' and letters", at: draft.place(of: .token),
        hint: "ask @BotFather for it")
    }
    guard let token = draft[.token], let chat = draft[chatID] else { return nil }
    return Self(token: token, chat: chat, threadID: draft[.threadID])
  }

  var receiver: SinkReceiver { SinkReceiver(token: token, channel: chat, threadID: threadID) }

  func sink(with parts: SinkParts) throws(Fault) -> any Sink {
    try TelegramSink(
      name: parts.name, endpoint: parts.endpoint, token: token, chat: chat, thread: threadID, wording: parts.wording)
  }
}

extension ConfigReader {
  /// Reads the id of a Telegram chat, which is negative for a group, or the public name of a channel.
  fileprivate mutating func chatID(_ node: ConfigNode) -> String? {
    let hint = "write it as in '-1001234567890' or '\"@my_channel\"'"
    guard [.text, .number].contains(node.kind), let text = node.text else {
      return refuse(node, takes: "a chat's number or name", hint: hint)
    }
    let isName = text.hasPrefix("@") && Self.isWord(text.dropFirst(), of: 4...32)
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard isName || Self.isID(digits, upTo: Int.interoperable.upperBound) else {
      refuse(.configBadValue, "'chat_id' takes a chat's number, or '@' and its name", at: node.place, hint: hint)
      return nil
    }
    return text
  }
}
