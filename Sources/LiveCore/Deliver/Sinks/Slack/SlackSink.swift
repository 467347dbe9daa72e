internal import FoundationEssentials

/// Posts to Slack: through an incoming webhook, or as a bot, who can also change what it has posted and keep a game in
/// a thread.
///
/// Source: docs.slack.dev, "Sending messages using incoming webhooks", "chat.postMessage", "chat.update", "Rate limits"
/// (one message a second for each channel).
struct SlackSink: Sink {
  let name: String
  let traits: SinkTraits
  private let endpoint: Endpoint
  private let wording: Wording
  private let bot: Bot?

  /// Where the methods of Slack's Web API are.
  static let api = "https://slack.com/api"

  /// An app's user, who must be in the channel.
  private struct Bot: Sendable {
    /// `xoxb-…`, with the scope `chat:write`.
    var token: Secret
    /// An id or a name.
    var channel: String
    var threads: Bool
  }

  /// The members that are added to a stored body when it is sent.
  private struct Address: Encodable {
    /// An id or a name.
    var channel: String
    /// Of the message that is changed.
    var ts: String?
  }

  /// An incoming webhook: its URL says into which channel.
  init(name: String, endpoint: Endpoint, wording: Wording = Wording()) {
    (self.name, self.endpoint, self.wording, bot) = (name, endpoint, wording, nil)
    traits = SinkTraits(audience: .people, capacity: 10, spacing: .seconds(1))
  }

  /// A bot: `endpoint` is the Web API, as a rule `SlackSink.api`. With `threads`, the messages of a game are replies to
  /// its first one.
  init(
    name: String, endpoint: Endpoint, token: Secret, channel: String, threads: Bool = false,
    wording: Wording = Wording()
  ) {
    (self.name, self.endpoint, self.wording) = (name, endpoint, wording)
    bot = Bot(token: token, channel: channel, threads: threads)
    traits = SinkTraits(audience: .people, canEdit: true, capacity: 10, spacing: .seconds(1))
  }

  func compose(_ content: MessageContent) throws(Fault) -> MessagePayload {
    var message = SlackMessage(try ChatText(content, wording: wording, sink: name))
    if case .edit(_, let handle) = content {
      guard bot != nil, SlackHandle(handle) != nil else {
        throw Fault(.sinkUnfitOccasion, "this message cannot be changed", at: .sink(name))
      }
      message.parse = "none"
      return try MessagePayload(json: message, edits: handle, for: name)
    }
    (message.unfurlLinks, message.unfurlMedia) = (false, false)
    let root = bot?.threads == true ? content.thread.flatMap { SlackHandle($0) } : nil
    message.threadTS = root?.ts
    var payload = try MessagePayload(json: message, for: name)
    payload.thread = root?.handle
    return payload
  }

  func send(_ message: Message, at now: Timestamp) async -> Answer {
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
      case .replied(let second): Self.outside(answer(to: second, isEdit: false, bot, at: now))
      }
    }
  }

  /// The message stands where its handle says, which need not be where new ones go.
  private func change(_ edits: Receipt.Handle, to body: [UInt8], _ bot: Bot, at now: Timestamp) async -> Answer {
    guard let target = SlackHandle(edits) else {
      let reason = Answer.Reason(cause: .fault(.sinkUnfitOccasion), text: "this message cannot be changed")
      return ServiceRefusal.target.answer(isEdit: true, because: reason)
    }
    return switch await call(bot, "chat.update", body, to: Address(channel: target.channel, ts: target.ts)) {
    case .failed(let answer): answer
    case .replied(let reply): answer(to: reply, isEdit: true, bot, at: now)
    }
  }

  /// The answer for a message that was posted outside its thread.
  private static func outside(_ answer: Answer) -> Answer {
    guard case .accepted(var receipt) = answer else { return answer }
    receipt.leftThread = true
    return .accepted(receipt)
  }

  private func post(_ message: Message, at now: Timestamp) async -> Answer {
    let headers = [(name: "content-type", value: "application/json; charset=utf-8")]
    return switch await endpoint.exchange(.post, message.body, headers: headers) {
    case .failed(let answer): answer
    case .replied(let reply): SlackWebhook.classify(reply, excerpt: endpoint.excerpt(of: reply.body), at: now)
    }
  }

  private func call(
    _ bot: Bot, _ method: String, _ body: [UInt8], to address: Address
  ) async -> Endpoint.Outcome {
    let headers = [
      (name: "content-type", value: "application/json; charset=utf-8"),
      ("authorization", bot.token.reveal { "Bearer \($0)" }),
    ]
    let addressed = MessagePayload.body(body, to: address)
    return await endpoint.exchange(.post, addressed, headers: headers) { Endpoint.address("/\(method)", of: $0) }
  }

  private func answer(to reply: Endpoint.Reply, isEdit: Bool, _ bot: Bot, at now: Timestamp) -> Answer {
    SlackAPI.classify(reply, isEdit: isEdit, at: now) { endpoint.excerpt(of: $0, hiding: [bot.token]) }
  }

  /// The same message for the channel itself: somebody has deleted or locked the game's first message, and every later
  /// one would be lost with it. Nil when it is no reply.
  private static func withoutThread(_ body: [UInt8]) -> [UInt8]? {
    guard var message = try? JSONDecoder().decode(SlackMessage.self, from: Data(body)), message.threadTS != nil else {
      return nil
    }
    message.threadTS = nil
    return (try? MessagePayload(json: message, for: ""))?.body
  }
}

extension MessageContent {
  fileprivate var thread: Receipt.Handle? {
    switch self {
    case .news(_, let thread), .correction(_, let thread): thread
    case .edit, .digest, .scoreboard, .notice: nil
    }
  }
}
