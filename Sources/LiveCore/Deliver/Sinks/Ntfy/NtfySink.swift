internal import FoundationEssentials
internal import LiveModel
internal import LivePlatform

/// Publishes to a topic of an ntfy server. Servers from 2.16 on can replace a message.
///
/// Source: docs.ntfy.sh/publish.
struct NtfySink: Sink {
  let name: String
  let traits = SinkTraits(audience: NtfySettings.audience, canEdit: true, capacity: 10)
  private let endpoint: Endpoint
  private let topic: Secret
  private let token: Secret?
  private let wording: Wording

  /// `endpoint` is the root of the server. `token` is an access token (`tk_…`) or `user:password`.
  init(name: String, endpoint: Endpoint, topic: Secret, token: Secret? = nil, wording: Wording = Wording()) {
    (self.name, self.endpoint, self.topic, self.token, self.wording) = (name, endpoint, topic, token, wording)
  }

  func compose(_ content: MessageContent) throws(Fault) -> Message {
    let message = try NtfyMessage(content, wording: wording, sink: name)
    guard case .edit(_, let target) = content else { return try Message(json: message, for: name) }
    return try Message(json: message, edits: target, for: name)
  }

  func send(_ message: Message, id: WebhookID, at now: Timestamp) async -> Answer {
    let body = topic.reveal { Message.body(message.body, to: Address(topic: $0)) }
    let outcome = await endpoint.exchange(.post, body, headers: headers, address: Self.root)
    switch outcome {
    case .failed(let answer): return answer
    case .replied(let reply):
      let sequence = (try? JSONDecoder().decode(NtfyMessage.self, from: Data(message.body)))?.sequenceID
      let excerpt = endpoint.excerpt(of: reply.body, hiding: secrets)
      return NtfyAnswer.classify(
        reply, sequence: sequence, isEdit: message.edits != nil, excerpt: excerpt, at: now)
    }
  }

  /// The secrets to hide in excerpts, longest first. Includes the password without its user name.
  private var secrets: [Secret] {
    let parts = token?.reveal { [$0, String($0.drop { $0 != ":" }.dropFirst())] } ?? []
    return parts.map { Secret($0) } + [topic]
  }

  private var headers: [(name: String, value: String)] {
    let type = [(name: "content-type", value: "application/json; charset=utf-8")]
    guard let token else { return type }
    return type + [("authorization", token.reveal(Self.authorization))]
  }

  /// Returns the root of the server, the only path that accepts JSON. Keeps a query, such as `?auth=…`.
  private static func root(_ url: String) -> String {
    let query = url.firstIndex(of: "?") ?? url.endIndex
    return Endpoint.address("/", of: url[..<query]) + url[query...]
  }

  private static func authorization(_ token: String) -> String {
    token.contains(":") ? "Basic \(Data(token.utf8).base64EncodedString())" : "Bearer \(token)"
  }

  /// The member that is added on sending, because the topic is a secret.
  private struct Address: Encodable {
    var topic: String
  }
}

/// The body of a message without its topic. The topic is a secret and is added on sending.
///
/// Source: docs.ntfy.sh/publish, "Publish as JSON", "Limitations", "Updating notifications".
struct NtfyMessage: Codable, Equatable, Sendable {
  /// At most 250 bytes. ntfy allows 1024; a phone shows far fewer.
  var title: String
  /// Never blank: ntfy would replace it with `triggered`. At most 4096 bytes: ntfy would turn a longer text into a
  /// file.
  var message: String
  /// Emoji short codes.
  var tags: [String]
  /// From 1 to 5.
  var priority: Int
  /// The URL that a tap on the notification opens.
  var click: String?
  /// From ntfy 2.16 on, a later message with the same id replaces this one. 1 to 64 of `A-Z`, `a-z`, `0-9`, `-` and
  /// `_`.
  var sequenceID: String?

  private enum CodingKeys: String, CodingKey {
    case title, message, tags, priority, click
    case sequenceID = "sequence_id"
  }
}

extension NtfyMessage {
  private static let longestTitle = 250
  private static let longestMessage = 4096

  /// Throws `sink.unfit-occasion` for a scoreboard.
  init(_ content: MessageContent, wording: Wording, sink: String) throws(Fault) {
    let chat = try ChatText(content, wording: wording, sink: sink)
    title = Truncation(limit: Self.longestTitle, unit: .utf8).fit(chat.title)
    message = Truncation(limit: Self.longestMessage, unit: .utf8).text(chat.lines)
    tags = NtfyTags.of(content, wording)
    priority = Self.priority(of: content, wording)
    click = chat.page?.url
    sequenceID = Self.sequenceID(of: content, sink: sink)
  }

  /// Returns the priority: 1 is silent and collapsed, 5 rings. Corrections, edits and digests get a lower one.
  private static func priority(of content: MessageContent, _ wording: Wording) -> Int {
    let importance = wording.importance(of: content) ?? 0
    let priority = min(max(importance + 1, 1), 5)
    return switch content {
    case .news, .scoreboard: priority
    case .correction, .digest: min(max(priority - 1, 1), 3)
    case .edit: min(priority, 2)
    case .notice: 4
    }
  }

  /// Returns an id that depends only on the content, so that a later run can replace the message. Corrections and
  /// digests have ids of their own. Returns nil for a message that is never replaced.
  private static func sequenceID(of content: MessageContent, sink: String) -> String? {
    let events = content.deliverables.map(\.event)
    return switch content {
    case .news: hash(["news", sink] + events.prefix(1).map(\.data.fact.rawValue))
    case .correction: hash(["correction", sink] + events.map(\.id))
    case .digest: hash(["digest", sink] + events.map(\.id))
    case .edit(_, let target): target.rawValue
    case .scoreboard, .notice: nil
    }
  }

  private static func hash(_ fields: [String]) -> String {
    "lg_\(WebhookID.base32(Digest.sha256(ofFields: fields)).prefix(26))"
  }
}

/// Emoji for the title of a notification, by ntfy's short codes.
///
/// Source: docs.ntfy.sh/emojis.
enum NtfyTags {
  private static let most = 5

  static func of(_ content: MessageContent, _ wording: Wording) -> [String] {
    let events = content.deliverables.map(\.event)
    var codes: [String] =
      switch content {
      case .news, .scoreboard: []
      case .correction, .edit: ["pencil2"]
      case .digest: ["newspaper"]
      case .notice: ["warning"]
      }
    if case .digest = content { return codes }
    codes += events.compactMap { kind(of: $0, in: wording.leagues[$0.data.league]) }
    if !wording.isSpoilerFree { codes += events.flatMap { meaning(of: $0, in: wording.leagues[$0.data.league]) } }
    var seen: Set<String> = []
    return Array(codes.filter { seen.insert($0).inserted }.prefix(most))
  }

  /// Returns an emoji that reveals no result.
  private static func kind(of event: Event, in league: any LeagueDescription) -> String? {
    let tags = event.data.tags
    return switch event.type {
    case .status where tags.contains(.final): "checkered_flag"
    case .status where tags.contains(.delay) || tags.contains(.suspended): "umbrella"
    case .status where tags.contains(.postponed) || tags.contains(.cancelled): "no_entry_sign"
    case .lineup: "clipboard"
    case .watch: "eyes"
    case .source: "satellite"
    default: league.emoji
    }
  }

  private static func meaning(of event: Event, in league: any LeagueDescription) -> [String] {
    let codes = league.tagEmoji + [(.overturned, "arrows_counterclockwise")]
    return event.data.retracted ? [] : codes.filter { event.data.tags.contains($0.tag) }.map(\.code)
  }
}

/// Classifies the answers of ntfy.
///
/// Source: ntfy's `server/errors.go`; docs.ntfy.sh/publish, "Limitations".
enum NtfyAnswer {
  /// Classes of ntfy's `code`, which consists of the status and two digits. Every code of status 429 is a limit.
  static let table: [ServiceRefusal: Set<Int>] = [
    // Invalid topic, disallowed topic.
    .receiver: [40_009, 40_010],
    // 40101 unauthorized, 40301 forbidden.
    .account: [40_101, 40_301],
    // 400: delay, priority, UTF-8, attachment, JSON, actions, icon, template, sequence. 413: attachment, JSON body. A
    // message over the length limit of the server becomes an attachment.
    .message: [
      40_001, 40_002, 40_003, 40_004, 40_005, 40_006, 40_007, 40_011, 40_013, 40_014, 40_015, 40_017, 40_018, 40_021,
      40_024, 40_041, 40_042, 40_043, 40_044, 40_045, 40_049, 41_301, 41_303,
    ],
    // Requests, e-mails, subscriptions, topics, bandwidth, accounts, reservations, messages, failed log-ins, calls.
    .tooMuch: [42_901, 42_902, 42_903, 42_904, 42_905, 42_906, 42_907, 42_908, 42_909, 42_910],
  ]

  /// Classifies a reply. `sequence` is the sequence id of the published message. A server before 2.16 does not echo it
  /// and would show an edit as a second notification; the receipt then has no handle. `excerpt` is the body without
  /// secrets, for the operator.
  static func classify(
    _ reply: Endpoint.Reply, sequence: String?, isEdit: Bool = false, excerpt: String, at now: Timestamp
  ) -> Answer {
    let shared = Answer(unexplained: reply.head, excerpt: excerpt, at: now)
    let members = JSONMembers(reply.body)
    guard let reason = shared.reason else {
      let echo = members.text("sequence_id")
      return .accepted(Receipt(handle: echo == sequence ? echo.map(MessageHandle.init) : nil))
    }
    // Only ntfy itself, and no proxy, repeats the status in the body.
    guard let code = members.integer("code"), members.integer("http") == reply.head.status,
      code / 100 == reply.head.status, let refusal = refusal(code)
    else { return shared }
    // The limits apply to the IP address or the account, across all topics.
    let asked = reply.head.headers["retry-after"].flatMap { RetryAfter($0, at: now)?.wait }
    return refusal.answer(isEdit: isEdit, because: reason, pause: (asked ?? pause(after: code), .host))
  }

  /// Returns nil for a code that is not an error.
  private static func refusal(_ code: Int) -> ServiceRefusal? {
    switch code {
    case 42_900..<43_000: .tooMuch
    case 40_000..<50_000: table.refusal(of: code)
    default: nil
    }
  }

  /// Returns the pause after a limit. The request limit of 60 refills by one in 5 s; messages and bandwidth reset at
  /// midnight UTC.
  private static func pause(after code: Int) -> Duration {
    switch code {
    case 42_901: .seconds(10)
    case 42_905, 42_908: RetryAfter.longest
    case 42_909: .seconds(300)
    default: .seconds(60)
    }
  }
}
