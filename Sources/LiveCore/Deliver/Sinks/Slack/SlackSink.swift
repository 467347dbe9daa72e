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

  func compose(_ occasion: Occasion) throws(Fault) -> Letter {
    var message = SlackMessage(try Bulletin(occasion, wording: wording, sink: name))
    if case .edit(_, let handle) = occasion {
      guard bot != nil, let target = SlackHandle(handle) else {
        throw Fault(.sinkUnfitOccasion, "this message cannot be changed", at: .sink(name))
      }
      (message.channel, message.ts, message.parse) = (target.channel, target.ts, "none")
      return try Letter(json: message, edits: handle, for: name)
    }
    (message.unfurlLinks, message.unfurlMedia) = (false, false)
    message.channel = bot?.channel
    message.threadTS = bot?.threads == true ? occasion.thread.flatMap { SlackHandle($0)?.ts } : nil
    return try Letter(json: message, for: name)
  }

  func send(_ message: Message, at now: Timestamp) async -> Answer {
    guard let bot else { return await post(message, at: now) }
    let reply: Endpoint.Reply
    switch await call(bot, message.edits == nil ? "chat.postMessage" : "chat.update", message.body) {
    case .failed(let answer): return answer
    case .replied(let first): reply = first
    }
    if message.edits == nil, SlackAPI.lacksThread(reply), let body = Self.withoutThread(message.body) {
      return switch await call(bot, "chat.postMessage", body) {
      case .failed(let answer): answer
      case .replied(let second): answer(to: second, isEdit: false, bot, at: now)
      }
    }
    return answer(to: reply, isEdit: message.edits != nil, bot, at: now)
  }

  private func post(_ message: Message, at now: Timestamp) async -> Answer {
    let headers = [(name: "content-type", value: "application/json; charset=utf-8")]
    return switch await endpoint.exchange(.post, message.body, headers: headers) {
    case .failed(let answer): answer
    case .replied(let reply): SlackWebhook.classify(reply, excerpt: endpoint.excerpt(of: reply.body), at: now)
    }
  }

  private func call(_ bot: Bot, _ method: String, _ body: [UInt8]) async -> Endpoint.Outcome {
    let headers = [
      (name: "content-type", value: "application/json; charset=utf-8"),
      ("authorization", bot.token.reveal { "Bearer \($0)" }),
    ]
    return await endpoint.exchange(.post, body, headers: headers) { Endpoint.address("/\(method)", of: $0) }
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
    return (try? Letter(json: message, for: ""))?.body
  }
}

extension Occasion {
  fileprivate var thread: Receipt.Handle? {
    switch self {
    case .news(_, let thread), .correction(_, let thread): thread
    case .edit, .digest, .scoreboard, .notice: nil
    }
  }
}
