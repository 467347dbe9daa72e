import WireSchema

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// Slack: an incoming webhook at `hooks.slack.com`, and the two methods of the Web API with which a bot posts and
/// edits messages.
/// Source: docs.slack.dev, "chat.postMessage", "chat.update", "Reference: blocks", "Rate limits", "Sending messages
/// using incoming webhooks".
final class SimulatedSlack: SimulatedService {
  static let hook = "https://hooks.slack.com/services/T0001/B0001/XXXXXXXXXXXXXXXX"
  static let token = "xoxb-123456789"
  /// The channel of the webhook and the bot; `#old` is another one.
  static let channel = "#games"

  let world = Locked(SlackWorld())

  /// The forms of a rate limit; waits are in seconds.
  enum Limit: Sendable {
    case status(Int)
    /// `ok: false` with status 200, and no header.
    case inside200
    /// The answer of a webhook: one word.
    case word(Int)
  }

  func limit(_ limit: Limit, next count: Int = 1) { fail(next: count, with: limit.reply) }

  func archive(_ channel: String) { change(channel) { $0.isArchived = true } }
  func unarchive(_ channel: String) { change(channel) { $0.isArchived = false } }
  func takeRights(_ channel: String) { change(channel) { $0.hasBot = false } }
  func giveRights(_ channel: String) { change(channel) { $0.hasBot = true } }
  func deleteChannel(_ channel: String) { world.withLock { $0.delete(channel) } }
  func revokeToken() { world.withLock { $0.tokens = [] } }
  func deleteWebhook() { world.withLock { $0.hook = nil } }
  /// Refuses replies to the message from now on.
  func lockThread(_ ts: String) { world.withLock { _ = $0.locked.insert(ts) } }
  func deleteMessage(_ ts: String) { world.withLock { world in world.messages.removeAll { $0.ts == ts } } }
  /// Refuses further edits of the message.
  func closeEditWindow(_ ts: String) { world.withLock { _ = $0.fixed.insert(ts) } }

  private func change(_ channel: String, _ change: @Sendable (inout SlackWorld.Channel) -> Void) {
    world.withLock { world in
      if let index = world.index(of: channel) { change(&world.channels[index]) }
    }
  }
}

extension SimulatedSlack.Limit {
  var reply: ServiceReply {
    switch self {
    case .status(let seconds):
      .json(429, ["ok": .bool(false), "error": .string("ratelimited")], headers: ["retry-after": "\(seconds)"])
    case .inside200: .json(200, ["ok": .bool(false), "error": .string("ratelimited")])
    case .word(let seconds): ServiceReply(status: 429, headers: ["retry-after": "\(seconds)"], body: "rate_limited")
    }
  }
}

/// A workspace.
struct SlackWorld: ServiceWorld {
  struct Channel: Sendable {
    var id: String
    var name: String
    var isArchived = false
    var hasBot = true
  }

  struct Stored: Sendable {
    var channel: String
    var ts: String
    var thread: String?
    var text: String
    var isByHook: Bool
    var edits = 0
  }

  var traffic = ServiceTraffic()
  var tokens: Set = [SimulatedSlack.token]
  /// The channel that the webhook posts to.
  var hook: String? = "C0GAMES"
  var channels = [Channel(id: "C0GAMES", name: "games"), Channel(id: "C0OLD", name: "old")]
  var messages: [Stored] = []
  var locked: Set<String> = []
  var fixed: Set<String> = []
  var count = 0

  var shown: [ShownMessage] {
    messages.map { message in
      let name = channels.first { $0.id == message.channel }?.name ?? "gone"
      return ShownMessage(
        place: "#\(name)", thread: message.thread, id: message.ts, text: message.text, edits: message.edits)
    }
  }

  /// Finds a channel by id, by name, or by name with `#`.
  func index(of channel: String) -> Int? {
    channels.firstIndex { $0.id == channel || $0.name == channel || "#\($0.name)" == channel }
  }

  mutating func delete(_ channel: String) {
    guard let index = index(of: channel) else { return }
    let id = channels.remove(at: index).id
    messages.removeAll { $0.channel == id }
  }

  mutating func answer(to request: HTTPRequest) -> ServiceReply {
    let asked = ServiceRequest(request)
    if asked.host == "hooks.slack.com" { return takeHook(asked) }
    guard request.header("authorization").map({ tokens.contains(String($0.dropFirst("Bearer ".count))) }) == true else {
      return refusal("invalid_auth")
    }
    guard let body = asked.body else { return refusal("invalid_json") }
    if let fault = SlackRules.fault(in: body) { return refusal(fault) }
    switch asked.path {
    case ["api", "chat.postMessage"]: return post(body)
    case ["api", "chat.update"]: return change(body)
    default: return refusal("unknown_method")
    }
  }

  private mutating func takeHook(_ asked: ServiceRequest) -> ServiceReply {
    guard asked.path == ["services", "T0001", "B0001", "XXXXXXXXXXXXXXXX"], let hook else {
      return ServiceReply(status: 404, body: "no_service")
    }
    guard let channel = channels.first(where: { $0.id == hook }) else {
      return ServiceReply(status: 404, body: "channel_not_found")
    }
    if channel.isArchived { return ServiceReply(status: 410, body: "channel_is_archived") }
    guard let body = asked.body else { return ServiceReply(status: 400, body: "invalid_payload") }
    if let fault = SlackRules.fault(in: body) { return ServiceReply(status: 400, body: fault) }
    _ = store(body, in: hook, isByHook: true)
    return ServiceReply(status: 200, body: "ok")
  }

  private mutating func post(_ body: [String: JSONValue]) -> ServiceReply {
    guard let index = index(of: body["channel"]?.text ?? "") else { return refusal("channel_not_found") }
    let channel = channels[index]
    if channel.isArchived { return refusal("is_archived") }
    if !channel.hasBot { return refusal("not_in_channel") }
    if let thread = body["thread_ts"]?.text {
      let hasRoot = messages.contains { $0.ts == thread && $0.channel == channel.id && $0.thread == nil }
      if !hasRoot { return refusal("thread_not_found") }
      if locked.contains(thread) { return refusal("restricted_action_thread_locked") }
    }
    return taken(store(body, in: channel.id, isByHook: false))
  }

  private mutating func change(_ body: [String: JSONValue]) -> ServiceReply {
    // This method does not accept a name.
    guard let channel = channels.first(where: { $0.id == body["channel"]?.text }) else {
      return refusal("channel_not_found")
    }
    if channel.isArchived { return refusal("is_archived") }
    if !channel.hasBot { return refusal("not_in_channel") }
    let ts = body["ts"]?.text
    guard let index = messages.firstIndex(where: { $0.ts == ts && $0.channel == channel.id }) else {
      return refusal("message_not_found")
    }
    if messages[index].isByHook { return refusal("cant_update_message") }
    if fixed.contains(messages[index].ts) { return refusal("edit_window_closed") }
    messages[index].text = SlackRules.text(of: body)
    messages[index].edits += 1
    return taken(messages[index])
  }

  private mutating func store(_ body: [String: JSONValue], in channel: String, isByHook: Bool) -> Stored {
    count += 1
    let digits = String(count * 100)
    let ts = "1784000000.\(String(repeating: "0", count: 6 - min(digits.count, 6)))\(digits)"
    let message = Stored(
      channel: channel, ts: ts, thread: isByHook ? nil : body["thread_ts"]?.text, text: SlackRules.text(of: body),
      isByHook: isByHook)
    messages.append(message)
    return message
  }

  private func taken(_ message: Stored) -> ServiceReply {
    .json(
      200,
      [
        "ok": .bool(true), "channel": .string(message.channel), "ts": .string(message.ts),
        "message": .object(["text": .string(message.text)]),
      ])
  }

  private func refusal(_ error: String) -> ServiceReply {
    .json(200, ["ok": .bool(false), "error": .string(error)])
  }
}

/// The rules of Slack for messages.
enum SlackRules {
  /// Returns Slack's error code of an invalid body; nil if it is valid.
  static func fault(in body: [String: JSONValue]) -> String? {
    let blocks = body["blocks"]?.elements ?? []
    let text = body["text"]?.text ?? ""
    if text.isEmpty, blocks.isEmpty { return "no_text" }
    if text.unicodeScalars.count > 40_000 { return "msg_too_long" }
    if blocks.count > 50 { return "invalid_blocks_format" }
    if !blocks.allSatisfy(isBlock) { return "invalid_blocks" }
    return blocks.reduce(0) { $0 + length($1) } > 13_000 ? "msg_blocks_too_long" : nil
  }

  private static func isBlock(_ block: JSONValue) -> Bool {
    let (length, kind) = (JSONValue.length(block["text"]?["text"]), block["text"]?["type"]?.text)
    let elements = block["elements"]?.elements ?? []
    return switch block["type"]?.text {
    case "header": kind == "plain_text" && (1...150).contains(length)
    case "section": (1...3000).contains(length)
    case "context": (1...10).contains(elements.count)
    default: false
    }
  }

  private static func length(_ block: JSONValue) -> Int {
    JSONValue.length(block["text"]?["text"])
      + (block["elements"]?.elements ?? []).reduce(0) { $0 + JSONValue.length($1["text"]) }
  }

  /// Returns the text of the notification, which equals that of the blocks.
  static func text(of body: [String: JSONValue]) -> String { (body["text"]?.text ?? "").withoutEntities }
}
