import WireSchema

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// Discord's webhooks.
/// Source: Discord API v10, "Webhook Resource", "Embed Limits", "Rate Limits", "JSON Error Codes", "Threads".
final class SimulatedDiscord: SimulatedService {
  /// The webhook that exists from the beginning; it posts to `channel`.
  static let url = "https://discord.com/api/webhooks/100/token-0123"
  static let channel = "general"

  let world: Locked<DiscordWorld>

  /// Creates the service. `now` tells the age of a message, and must not call the service.
  init(now: @escaping @Sendable () -> Timestamp = { SampleEvents.start }) { world = Locked(DiscordWorld(now: now)) }

  /// The forms of a rate limit; waits are in seconds.
  enum Limit: Sendable {
    case header(Double)
    case body(Double)
    case global(Double)
    case cloudflare(Int)
    case slowMode(Double)
    /// A limit with or without a stated wait.
    case oldMessage(Double?)
  }

  func limit(_ limit: Limit, next count: Int = 1) { fail(next: count, with: limit.reply) }

  /// Creates a thread in the channel, or a post in the forum.
  func addThread(_ id: String) { change { $0.threads[id] = DiscordWorld.Thread() } }
  func deleteThread(_ id: String) { change { $0.delete(thread: id) } }
  func archive(_ thread: String) { change { $0.threads[thread]?.isArchived = true } }
  func lock(_ thread: String) { change { $0.threads[thread]?.isLocked = true } }
  func unlock(_ thread: String) { change { $0.threads[thread]?.isLocked = false } }
  func isArchived(_ thread: String) -> Bool { world.withLock { $0.threads[thread]?.isArchived == true } }
  func becomeForum() { change { $0.isForum = true } }
  func takeRights() { change { $0.hasRights = false } }
  func giveRights() { change { $0.hasRights = true } }
  func deleteWebhook() { change { $0.hasWebhook = false } }
  func deleteMessage(_ id: String) { change { world in world.messages.removeAll { $0.id == id } } }
  /// Limits the edits of a message that is older than an hour.
  func allowOldEdits(_ count: Int) { change { $0.oldEditsAllowed = count } }

  private func change(_ change: @Sendable (inout DiscordWorld) -> Void) { world.withLock { change(&$0) } }
}

extension SimulatedDiscord.Limit {
  var reply: ServiceReply {
    switch self {
    case .header(let seconds):
      ServiceReply(
        status: 429, headers: ["retry-after": "\(Int(seconds.rounded(.up)))", "x-ratelimit-scope": "user"], body: "{}")
    case .body(let seconds): Self.json("You are being rate limited.", seconds)
    case .global(let seconds): Self.json("You are being rate limited.", seconds, isGlobal: true)
    case .cloudflare(let seconds):
      ServiceReply(
        status: 429, headers: ["retry-after": "\(seconds)", "content-type": "text/html"],
        body: "<!doctype html><title>Access denied | discord.com used Cloudflare</title>error code: 1015")
    case .slowMode(let seconds):
      Self.json("This action cannot be performed due to slowmode rate limit", seconds, code: 20_016)
    case .oldMessage(let seconds):
      Self.json(
        "Maximum number of edits to messages older than 1 hour reached. Try again later", seconds, code: 30_046)
    }
  }

  private static func json(
    _ message: String, _ seconds: Double?, code: Int? = nil, isGlobal: Bool = false
  ) -> ServiceReply {
    var members: [String: JSONValue] = ["message": .string(message), "global": .bool(isGlobal)]
    members["retry_after"] = seconds.map(JSONValue.number)
    members["code"] = code.map { .number(Double($0)) }
    return .json(429, members)
  }
}

/// One webhook, its channel, and the threads in it.
struct DiscordWorld: ServiceWorld {
  struct Thread: Sendable {
    var isArchived = false
    var isLocked = false
  }

  struct Stored: Sendable {
    var id: String
    var thread: String?
    var text: String
    var posted: Timestamp
    var edits = 0
    var oldEdits = 0
  }

  var traffic = ServiceTraffic()
  var now: @Sendable () -> Timestamp
  var hasWebhook = true
  var hasRights = true
  var isForum = false
  var threads: [String: Thread] = [:]
  var messages: [Stored] = []
  var oldEditsAllowed = Int.max
  var lastID = 1_240_000_000_000_000_000

  var shown: [ShownMessage] {
    messages.map {
      ShownMessage(place: SimulatedDiscord.channel, thread: $0.thread, id: $0.id, text: $0.text, edits: $0.edits)
    }
  }

  mutating func delete(thread: String) {
    threads[thread] = nil
    messages.removeAll { $0.thread == thread }
  }

  mutating func answer(to request: HTTPRequest) -> ServiceReply {
    let asked = ServiceRequest(request)
    let path = asked.path.drop { $0 == "api" || $0 == "v10" }.map(\.self)
    guard asked.path.first == "api", path.count >= 3, path[0] == "webhooks" else { return refusal(404, 0) }
    guard hasWebhook, path[1] == "100" else { return refusal(404, 10_015) }
    guard path[2] == "token-0123" else { return refusal(401, 50_027) }
    guard let body = asked.body else { return refusal(400, 50_109) }
    if let fault = DiscordRules.fault(in: body) { return refusal(400, fault) }
    switch (request.method, path.count) {
    case (.post, 3): return post(body, asked.query)
    case (.patch, 5) where path[3] == "messages": return change(path[4], body, asked.query["thread_id"])
    default: return refusal(405, 0)
    }
  }

  private mutating func post(_ body: [String: JSONValue], _ query: [String: String]) -> ServiceReply {
    let thread = query["thread_id"]
    if let fault = placeFault(thread) { return fault }
    if isForum, thread == nil { return refusal(400, 220_001) }
    if let thread {
      if threads[thread]?.isLocked == true { return refusal(400, 160_005) }
      // A message unarchives the thread.
      threads[thread]?.isArchived = false
    }
    lastID += 1
    let message = Stored(id: "\(lastID)", thread: thread, text: DiscordRules.text(of: body), posted: now())
    messages.append(message)
    return query["wait"] == "true" ? taken(message) : ServiceReply(status: 204)
  }

  private mutating func change(_ id: String, _ body: [String: JSONValue], _ thread: String?) -> ServiceReply {
    if let fault = placeFault(thread) { return fault }
    guard let index = messages.firstIndex(where: { $0.id == id && $0.thread == thread }) else {
      return refusal(404, 10_008)
    }
    if let thread, threads[thread]?.isArchived == true { return refusal(400, 50_083) }
    if let thread, threads[thread]?.isLocked == true { return refusal(400, 160_005) }
    if now() - messages[index].posted > .seconds(3600) {
      guard messages[index].oldEdits < oldEditsAllowed else { return SimulatedDiscord.Limit.oldMessage(600).reply }
      messages[index].oldEdits += 1
    }
    messages[index].text = DiscordRules.text(of: body)
    messages[index].edits += 1
    return taken(messages[index])
  }

  private func placeFault(_ thread: String?) -> ServiceReply? {
    if let thread, threads[thread] == nil { return refusal(404, 10_003) }
    return hasRights ? nil : refusal(403, 50_013)
  }

  private func taken(_ message: Stored) -> ServiceReply {
    .json(
      200,
      [
        "id": .string(message.id), "type": .number(0), "channel_id": .string(message.thread ?? "200"),
        "webhook_id": .string("100"),
      ])
  }

  private func refusal(_ status: Int, _ code: Int) -> ServiceReply {
    let message = DiscordRules.messages[code] ?? "\(status): Refused"
    return .json(status, ["message": .string(message), "code": .number(Double(code))])
  }
}

/// The rules of Discord for messages.
enum DiscordRules {
  static let messages: [Int: String] = [
    10_003: "Unknown Channel", 10_008: "Unknown Message", 10_015: "Unknown Webhook",
    50_006: "Cannot send an empty message", 50_013: "Missing Permissions", 50_027: "Invalid Webhook Token",
    50_035: "Invalid Form Body", 50_083: "Thread is archived", 50_109: "The request body contains invalid JSON.",
    160_005: "Thread is locked",
    220_001: "Webhooks posted to forum channels must have a thread_name or thread_id",
  ]

  /// Returns the error code of an invalid body; nil if it is valid.
  static func fault(in body: [String: JSONValue]) -> Int? {
    let embeds = body["embeds"]?.elements ?? []
    if JSONValue.length(body["content"]) == 0, embeds.isEmpty { return 50_006 }
    let total = embeds.reduce(0) { $0 + length($1) }
    let isFine =
      JSONValue.length(body["content"]) <= 2000 && embeds.count <= 10 && total <= 6000 && embeds.allSatisfy(isEmbed)
      && mentionsAreFine(body["allowed_mentions"])
    return isFine ? nil : 50_035
  }

  private static func isEmbed(_ embed: JSONValue) -> Bool {
    let fields = embed["fields"]?.elements ?? []
    return length(embed) > 0 && JSONValue.length(embed["title"]) <= 256
      && JSONValue.length(embed["description"]) <= 4096 && JSONValue.length(embed["footer"]?["text"]) <= 2048
      && JSONValue.length(embed["author"]?["name"]) <= 256 && fields.count <= 25
      && fields.allSatisfy { field in
        (1...256).contains(JSONValue.length(field["name"])) && (1...1024).contains(JSONValue.length(field["value"]))
      }
  }

  private static func length(_ embed: JSONValue) -> Int {
    let texts = [embed["title"], embed["description"], embed["footer"]?["text"], embed["author"]?["name"]]
    let fields = (embed["fields"]?.elements ?? []).flatMap { [$0["name"], $0["value"]] }
    return (texts + fields).reduce(0) { $0 + JSONValue.length($1) }
  }

  private static func mentionsAreFine(_ mentions: JSONValue?) -> Bool {
    let kinds = mentions?["parse"]?.elements ?? []
    return kinds.allSatisfy { ["everyone", "roles", "users"].contains($0.text ?? "") }
  }

  /// Returns titles, descriptions and footers, one a line, without the backslashes of markdown.
  static func text(of body: [String: JSONValue]) -> String {
    let embeds = (body["embeds"]?.elements ?? []).flatMap { embed in
      [embed["title"]?.text, embed["description"]?.text, embed["footer"]?["text"]?.text]
    }
    let texts = ([body["content"]?.text] + embeds).compactMap(\.self).filter { !$0.isEmpty }
    var (words, isEscaped) = ("", false)
    for scalar in texts.joined(separator: "\n").unicodeScalars {
      isEscaped = scalar == "\\" && !isEscaped
      if !isEscaped { words.unicodeScalars.append(scalar) }
    }
    return words
  }
}
