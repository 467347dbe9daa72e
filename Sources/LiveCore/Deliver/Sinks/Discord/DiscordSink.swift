internal import LiveModel
internal import LivePlatform

/// Posts to a Discord webhook and edits its messages after corrections.
///
/// Source: Discord API v10, "Webhook Resource".
struct DiscordSink: Sink {
  let name: String
  let traits: SinkTraits
  private let endpoint: Endpoint
  private let wording: Wording
  private let mode: DiscordSettings.Mode
  private let threadID: String?

  /// `threadID` is the id of a thread in the webhook's channel. It overrides a thread in the URL.
  init(
    name: String, endpoint: Endpoint, wording: Wording = Wording(), mode: DiscordSettings.Mode = .plays,
    threadID: String? = nil
  ) {
    (self.name, self.endpoint, self.wording) = (name, endpoint, wording)
    (self.mode, self.threadID) = (mode, threadID)
    traits = SinkTraits(
      audience: DiscordSettings.audience, canEdit: true, isScoreboard: mode == .scoreboard,
      capacity: DiscordMessage.mostEmbeds)
  }

  func compose(_ content: MessageContent) throws(Fault) -> Message {
    let drafts = drafts(content)
    guard !drafts.isEmpty else {
      throw Fault(.sinkUnfitOccasion, "there is nothing to send", at: .sink(name))
    }
    return try Message(
      json: DiscordMessage(drafts, isSilent: isSilent(content)), edits: content.edits, for: name)
  }

  func send(_ message: Message, id: WebhookID, at now: Timestamp) async -> Answer {
    let (thread, edits) = (threadID, message.edits)
    let headers = [(name: "content-type", value: "application/json")]
    let outcome = await endpoint.exchange(edits == nil ? .post : .patch, message.body, headers: headers) { url in
      let address = DiscordAddress(url, thread: thread)
      return edits.map(address.editing) ?? address.posting
    }
    switch outcome {
    case .failed(let answer): return answer
    case .replied(let reply):
      return Self.classify(reply, excerpt: endpoint.excerpt(of: reply.body), edits: edits != nil, at: now)
    }
  }

  private func drafts(_ content: MessageContent) -> [DiscordEmbed.FactDraft] {
    let embeds = DiscordEmbeds(wording: wording)
    return switch content {
    case .news(let deliverables, _): embeds.news(deliverables)
    case .correction(let deliverables, _): embeds.corrections(deliverables)
    case .edit(let deliverables, _): embeds.edits(deliverables)
    case .digest(let deliverables): embeds.digest(deliverables)
    case .scoreboard(let deliverables, _): embeds.scoreboard(deliverables)
    case .notice(let text): embeds.notice(text)
    }
  }

  /// Returns true if all events have importance 0 or 1. Such a message makes no sound.
  private func isSilent(_ content: MessageContent) -> Bool {
    switch content {
    case .news, .correction: wording.importance(of: content).map { $0 < 2 } ?? true
    // An edit makes no sound, and Discord allows no such flag on it.
    case .edit, .digest, .scoreboard, .notice: false
    }
  }
}

extension MessageContent {
  /// The message to edit; nil for a new one.
  fileprivate var edits: MessageHandle? {
    switch self {
    case .edit(_, let handle): handle
    case .scoreboard(_, let handle): handle
    case .news, .correction, .digest, .notice: nil
    }
  }
}

extension DiscordSink {
  /// Classifies a reply. Falls back on the shared classification if Discord states no error of its own.
  ///
  /// Source: Discord API v10, "Rate Limits", "JSON Error Codes".
  static func classify(_ reply: Endpoint.Reply, excerpt: String = "", edits: Bool, at now: Timestamp) -> Answer {
    let (status, members) = (reply.head.status, JSONMembers(reply.body))
    let shared = Answer(unexplained: reply.head, excerpt: excerpt, at: now)
    guard var reason = shared.reason else { return .accepted(receipt(reply.head, members)) }
    // For 410, redirects and server errors the body does not matter.
    guard (400...499).contains(status), status != 410 else { return shared }
    let code = members.integer("code")
    let wait = longestWait(reply.head, members, at: now)
    if code == DiscordError.oldMessage { return edits ? tooOld(wait, reason) : .tryAgain(reason) }
    if let hint = code.flatMap({ DiscordError.hints[$0] }) { reason.text += "; \(hint)" }
    let refusal = DiscordError.refusal(status, code)
    // A busy gateway states its own waiting time, which the shared classification respects.
    if refusal == .passing { return shared }
    return refusal.answer(isEdit: edits, because: reason, pause: wait.map { ($0, scope(reply.head, members)) })
  }

  /// Classifies the refusal to edit an old message. Pauses that message at most, never the sink. A longer wait drops
  /// the edit; the correction is then posted as a new message, which can be edited for an hour.
  private static func tooOld(_ wait: Duration?, _ reason: Answer.Reason) -> Answer {
    guard let wait, wait <= DiscordError.longestEditWait else {
      return ServiceRefusal.target.answer(isEdit: true, because: reason)
    }
    return ServiceRefusal.tooMuch.answer(isEdit: true, because: reason, pause: (wait, .message))
  }

  /// Returns the longest wait stated in headers or body; nil if there is none.
  private static func longestWait(_ head: HTTPResponseHead, _ members: JSONMembers, at now: Timestamp) -> Duration? {
    let waits = [
      head.headers["retry-after"].flatMap { text in RetryAfter(text, at: now)?.wait ?? wait(Double(text)) },
      wait(head.headers["x-ratelimit-reset-after"].flatMap(Double.init)),
      wait(members.number("retry_after")),
    ]
    return waits.compactMap(\.self).max()
  }

  private static func scope(_ head: HTTPResponseHead, _ members: JSONMembers) -> Answer.Scope {
    let isGlobal =
      head.headers["x-ratelimit-global"]?.lowercased() == "true"
      || head.headers["x-ratelimit-scope"]?.lowercased() == "global" || members.flag("global") == true
    // A body that is not JSON comes from the network in front of Discord, which blocks this IP address.
    return isGlobal || !members.isObject ? .host : .sink
  }

  private static func receipt(_ head: HTTPResponseHead, _ members: JSONMembers) -> Receipt {
    let isSpent = head.headers["x-ratelimit-remaining"] == "0"
    let pause = isSpent ? wait(head.headers["x-ratelimit-reset-after"].flatMap(Double.init)) : nil
    // Add a millisecond: both Discord's figure and the local clock are truncated to milliseconds.
    return Receipt(handle: handle(members["id"]), pause: pause.map { min($0 + .milliseconds(1), RetryAfter.longest) })
  }

  /// Returns an id that is safe in a path. If a proxy has turned the id into a number, returns its digits as written.
  private static func handle(_ id: JSONMembers.Value?) -> MessageHandle? {
    switch id {
    case .text(let text)? where isHandle(text, { $0.isLetter || $0.isNumber || "_-".contains($0) }):
      MessageHandle(rawValue: text)
    case .literal(let digits)? where isHandle(digits, \.isNumber): MessageHandle(rawValue: digits)
    default: nil
    }
  }

  private static func isHandle(_ text: String, _ isFit: (Character) -> Bool) -> Bool {
    (1...64).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && isFit($0) }
  }

  /// Converts seconds with decimals to milliseconds, rounded up. Returns at most one hour, so that a server with wrong
  /// figures cannot stop a sink for a year.
  private static func wait(_ seconds: Double?) -> Duration? {
    guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
    guard seconds < 3600 else { return RetryAfter.longest }
    return .milliseconds(Int((seconds * 1000).rounded(.up)))
  }
}

/// The URLs of a Discord webhook for new messages and for edits.
///
/// Source: Discord API v10, "Execute Webhook", "Edit Webhook Message".
struct DiscordAddress: Equatable, Sendable {
  private var base: Substring
  private var query: [Substring]

  /// Parses the URL that Discord's settings show, with any query. On Discord's own hosts, sets the API version, because
  /// an unversioned URL answers in other units, and drops the `/slack` and `/github` suffixes. On other hosts, which
  /// may be proxies with their own paths, keeps the path.
  init(_ url: String, thread: String?) {
    let whole = url.prefix { $0 != "#" }
    base = whole.prefix { $0 != "?" }
    while base.last == "/" { base.removeLast() }
    query = whole.dropFirst(whole.prefix { $0 != "?" }.count + 1).split(separator: "&")
      .filter { !$0.hasPrefix("wait=") && (thread == nil || !$0.hasPrefix("thread_id=")) }
    if let thread { query.append("thread_id=\(thread.percentEncoded)") }
    if let versioned = Self.versioned(base) { base = versioned }
  }

  /// The URL for a new message. `wait=true` requests the message in the answer, whose id is needed for edits.
  var posting: String { address("", ["wait=true"] + query) }

  func editing(_ message: MessageHandle) -> String {
    address("/messages/\(message.rawValue.percentEncoded)", query)
  }

  private func address(_ path: String, _ query: [Substring]) -> String {
    base + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// Returns `https://discord.com/api/v10/webhooks/<id>/<token>`, or nil on another host.
  private static func versioned(_ base: Substring) -> Substring? {
    let parts = base.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 6, isDiscord(parts[2]), let hooks = parts.firstIndex(of: "webhooks"), parts.count >= hooks + 3
    else { return nil }
    return (parts[..<3] + ["api", "v10"] + parts[hooks..<(hooks + 3)]).joined(separator: "/")[...]
  }

  private static func isDiscord(_ authority: Substring) -> Bool {
    let host = authority.split(separator: "@").last.map { $0.prefix { $0 != ":" }.lowercased() } ?? ""
    return ["discord.com", "discordapp.com"].contains { host == $0 || host.hasSuffix(".\($0)") }
  }
}

/// Classifies a Discord error `code` with a status of 400 to 499.
///
/// Source: Discord API v10, "JSON Error Codes", "Rate Limits", "Threads".
enum DiscordError {
  static let table: [ServiceRefusal: Set<Int>] = [
    // Unknown message, cannot edit a message authored by another user.
    .target: [10_008, 50_005],
    // Unknown channel (a thread is one), unknown server, missing access, missing permissions; a forum webhook without a
    // thread, a webhook that cannot create a thread, a service that does not work in a forum.
    .receiver: [10_003, 10_004, 50_001, 50_013, 220_001, 220_003, 220_004],
    // Cannot send in a forum channel, in a channel that is not a text channel, or in a channel of this type; thread is
    // archived; thread is locked. A new post reopens an archived thread, an edit does not.
    .closed: [40_058, 50_008, 50_024, 50_083, 160_005],
    // Unknown webhook, invalid webhook token.
    .account: [10_015, 50_027],
    // Explicit content, request entity too large, empty message, invalid form body, invalid JSON, blocked by a server
    // rule or as a harmful link.
    .message: [20_009, 40_005, 50_006, 50_035, 50_109, 200_000, 240_000],
    // Slow mode; rate limits of announcements, of the channel, of the server, or of a service resource.
    .tooMuch: [20_016, 20_022, 20_028, 20_029, 40_062],
  ]

  /// Too many edits of messages older than an hour. Comes with status 429 and concerns that message only.
  static let oldMessage = 30_046
  /// The longest time to wait before an edit. Until the edit succeeds, the message shows outdated facts.
  static let longestEditWait: Duration = .seconds(60)

  /// Hints for the most common errors.
  static let hints: [Int: String] = [
    220_001: "set 'thread_id' to the forum post for the messages",
    220_003: "set 'thread_id' to the thread for the messages",
  ]

  /// Returns the class of an answer with a status of 400 to 499. `code` is nil if Discord did not write the body.
  static func refusal(_ status: Int, _ code: Int?) -> ServiceRefusal {
    switch status {
    // Discord blocks an IP address after 10,000 of these in 10 minutes.
    case 401: .account
    case 413: .message
    case 429: .tooMuch
    default: code.map { table.refusal(of: $0) } ?? .passing
    }
  }
}
