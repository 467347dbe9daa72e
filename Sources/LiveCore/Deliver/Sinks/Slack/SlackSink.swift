internal import FoundationEssentials
internal import LiveModel

/// Posts to Slack through an incoming webhook or as a bot. A bot can also edit messages and keep a game in a thread.
///
/// Source: docs.slack.dev, "Sending messages using incoming webhooks", "chat.postMessage", "chat.update", "Rate limits"
/// (one message a second for each channel).
struct SlackSink: Sink {
  let name: String
  let traits: SinkTraits
  private let endpoint: Endpoint
  private let wording: Wording
  private let bot: SlackSettings.Bot?

  /// The base URL of Slack's Web API.
  static let api = "https://slack.com/api"

  /// Members that are added to a stored body on sending.
  private struct Address: Encodable {
    /// The id or name of a channel.
    var channel: String
    /// The timestamp of the message to edit.
    var ts: String?
  }

  /// Creates a sink for an incoming webhook, whose URL determines the channel.
  init(name: String, endpoint: Endpoint, wording: Wording = Wording()) {
    (self.name, self.endpoint, self.wording, bot) = (name, endpoint, wording, nil)
    traits = SinkTraits(audience: SlackSettings.audience, capacity: 10, spacing: .seconds(1))
  }

  /// Creates a sink for a bot. `endpoint` is the Web API, usually `SlackSink.api`. With `threads`, the messages of a
  /// game are replies to its first one.
  init(
    name: String, endpoint: Endpoint, token: Secret, channel: String, threads: Bool = false,
    wording: Wording = Wording()
  ) {
    (self.name, self.endpoint, self.wording) = (name, endpoint, wording)
    bot = SlackSettings.Bot(token: token, channel: channel, threads: threads)
    traits = SinkTraits(audience: SlackSettings.audience, canEdit: true, capacity: 10, spacing: .seconds(1))
  }

  func compose(_ content: MessageContent) throws(Fault) -> Message {
    var message = SlackMessage(try ChatText(content, wording: wording, sink: name))
    if case .edit(_, let handle) = content {
      guard bot != nil, SlackHandle(handle) != nil else {
        throw Fault(.sinkUnfitOccasion, "this message cannot be edited", at: .sink(name))
      }
      message.parse = "none"
      return try Message(json: message, edits: handle, for: name)
    }
    (message.unfurlLinks, message.unfurlMedia) = (false, false)
    let root = bot?.threads == true ? content.thread.flatMap { SlackHandle($0) } : nil
    message.threadTS = root?.ts
    return try Message(json: message, thread: root?.handle, for: name)
  }

  func send(_ message: Message, id: WebhookID, at now: Timestamp) async -> Answer {
    guard let bot else { return await post(message, at: now) }
    if let edits = message.edits { return await change(edits, to: message.body, bot, at: now) }
    let address = Address(channel: bot.channel)
    switch await call(bot, "chat.postMessage", message.body, to: address) {
    case .failed(let answer): return answer
    case .replied(let first):
      guard SlackAPI.lacksThread(first), let body = Self.withoutThread(message.body) else {
        return answer(to: first, isEdit: false, bot, at: now)
      }
      return switch await call(bot, "chat.postMessage", body, to: address) {
      case .failed(let answer): answer
      case .replied(let second): answer(to: second, isEdit: false, bot, at: now).outsideThread
      }
    }
  }

  /// Edits a message in the channel of its handle, which may differ from the configured one.
  private func change(_ edits: MessageHandle, to body: [UInt8], _ bot: SlackSettings.Bot, at now: Timestamp) async
    -> Answer
  {
    guard let target = SlackHandle(edits) else {
      let reason = Answer.Reason(cause: .fault(.sinkUnfitOccasion), text: "this message cannot be edited")
      return ServiceRefusal.target.answer(isEdit: true, because: reason)
    }
    return switch await call(bot, "chat.update", body, to: Address(channel: target.channel, ts: target.ts)) {
    case .failed(let answer): answer
    case .replied(let reply): answer(to: reply, isEdit: true, bot, at: now)
    }
  }

  private func post(_ message: Message, at now: Timestamp) async -> Answer {
    let headers = [(name: "content-type", value: "application/json; charset=utf-8")]
    return switch await endpoint.exchange(.post, message.body, headers: headers) {
    case .failed(let answer): answer
    case .replied(let reply): SlackWebhook.classify(reply, excerpt: endpoint.excerpt(of: reply.body), at: now)
    }
  }

  private func call(
    _ bot: SlackSettings.Bot, _ method: String, _ body: [UInt8], to address: Address
  ) async -> Endpoint.Outcome {
    let headers = [
      (name: "content-type", value: "application/json; charset=utf-8"),
      ("authorization", bot.token.reveal { "Bearer \($0)" }),
    ]
    let addressed = Message.body(body, to: address)
    return await endpoint.exchange(.post, addressed, headers: headers) { Endpoint.address("/\(method)", of: $0) }
  }

  private func answer(to reply: Endpoint.Reply, isEdit: Bool, _ bot: SlackSettings.Bot, at now: Timestamp) -> Answer {
    SlackAPI.classify(reply, isEdit: isEdit, at: now) { endpoint.excerpt(of: $0, hiding: [bot.token]) }
  }

  /// Returns the message without its thread, for posting to the channel itself. This keeps messages from being lost
  /// after the first message of the game was deleted or locked. Returns nil for a message that is not a reply.
  private static func withoutThread(_ body: [UInt8]) -> [UInt8]? {
    guard var message = try? JSONDecoder().decode(SlackMessage.self, from: Data(body)), message.threadTS != nil else {
      return nil
    }
    message.threadTS = nil
    return (try? Message(json: message, for: ""))?.body
  }
}

/// The handle of a bot message, such as `C123ABC456:1503435956.000247`: the channel id and the message timestamp from
/// Slack's answer.
struct SlackHandle: Equatable, Sendable {
  var channel: String
  /// Unique within the channel.
  var ts: String

  var handle: MessageHandle { MessageHandle(rawValue: "\(channel):\(ts)") }

  init(channel: String, ts: String) { (self.channel, self.ts) = (channel, ts) }

  /// Returns nil for another form. The handle is stored with the delivery, so each part is limited to 64 bytes.
  init?(_ handle: MessageHandle) {
    let parts = handle.rawValue.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(Self.isPart) else { return nil }
    self.init(channel: String(parts[0]), ts: String(parts[1]))
  }

  private static func isPart(_ text: Substring) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }
}

/// The body of a Slack message for an incoming webhook, `chat.postMessage` or `chat.update`. The channel of a bot
/// message and the timestamp of an edited one are added on sending.
///
/// Source: docs.slack.dev, "Block Kit", "Formatting message text", "chat.postMessage".
struct SlackMessage: Codable, Equatable, Sendable {
  /// The timestamp of the message that this one replies to.
  var threadTS: String?
  /// The text for notifications and for clients that cannot show blocks.
  var text: String
  var blocks: [Block]
  var unfurlLinks: Bool?
  var unfurlMedia: Bool?
  /// Set to `none` for `chat.update`, which would otherwise turn plain text into mentions and links.
  var parse: String?

  private enum CodingKeys: String, CodingKey {
    case text, blocks, parse
    case threadTS = "thread_ts"
    case unfurlLinks = "unfurl_links"
    case unfurlMedia = "unfurl_media"
  }

  /// A block of type `header`, `section` or `context`.
  struct Block: Codable, Equatable, Sendable {
    var type: String
    var text: Text?
    var elements: [Text]?
  }

  struct Text: Codable, Equatable, Sendable {
    /// `plain_text` or `mrkdwn`.
    var type: String
    var text: String
    /// For plain text: false keeps `:1:` from becoming an emoji.
    var emoji: Bool?
    /// For mrkdwn: true keeps unmarked text from becoming a link or a mention.
    var verbatim: Bool?

    static func plain(_ text: String) -> Text { Text(type: "plain_text", text: text, emoji: false) }
    static func mrkdwn(_ text: String) -> Text { Text(type: "mrkdwn", text: text, verbatim: true) }
  }
}

extension SlackMessage {
  private static let longestText = 4000
  private static let longestHeader = 150
  private static let longestSection = 3000
  /// The limit of all sections together. Slack documents none; `msg_blocks_too_long` occurs above about 13,000
  /// characters.
  private static let longestBody = 9000
  /// The limit of one line. With its two asterisks, a heading still fits into a section.
  private static let longestLine = longestSection - 2

  init(_ chat: ChatText) {
    let title = MessageLine(text: chat.title, importance: .max)
    text = Self.room(Self.longestText).text([title] + chat.lines)
    let header = Block(type: "header", text: .plain(Self.room(Self.longestHeader).fit(chat.title)))
    let context = chat.page.map { Block(type: "context", elements: [.mrkdwn("<\($0.url)|\($0.title)>")]) }
    blocks = [header] + Self.sections(chat.lines) + [context].compactMap(\.self)
  }

  /// Returns a truncation in UTF-16 units. Slack never counts more characters than that.
  private static func room(_ limit: Int) -> Truncation {
    Truncation(limit: limit, unit: .utf16, escape: String.betweenTags)
  }

  /// Joins lines into as few sections as possible: the lines of two adjacent sections never fit into one.
  private static func sections(_ lines: [MessageLine]) -> [Block] {
    let fitted = room(longestBody).fit(lines, each: longestLine)
    var sections: [String] = []
    for line in fitted.map({ $0.isHeading ? "*\($0.text)*" : $0.text }) {
      let joined = sections.last.map { "\($0)\n\(line)" }
      if let joined, joined.utf16.count <= longestSection {
        sections[sections.count - 1] = joined
      } else {
        sections.append(line)
      }
    }
    return sections.map { Block(type: "section", text: .mrkdwn($0)) }
  }
}
