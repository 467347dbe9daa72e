import WireSchema

@testable import LiveCore

/// Discord's webhooks.
///
/// Source: Discord API v10, "Webhook Resource", "Embed Limits", "Rate Limits", "JSON Error Codes", "Threads".
final class SimulatedDiscord: SimulatedService {
  /// A webhook that is there from the beginning, and the channel that it posts to.
  static let url = "https://discord.com/api/webhooks/100/token-0123"
  static let channel = "general"

  let world: Locked<DiscordWorld>

  /// `now` says how old a message is. It must not ask the service anything.
  init(now: @escaping @Sendable () -> Timestamp = { SampleEvents.start }) { world = Locked(DiscordWorld(now: now)) }

  /// The forms of a limit; seconds.
  enum Limit: Sendable {
    case header(Double)
    case body(Double)
    case global(Double)
    case cloudflare(Int)
    case slowMode(Double)
    /// With a wait, or without.
    case oldMessage(Double?)
  }

  func limit(_ limit: Limit, next count: Int = 1) { fail(next: count, with: limit.reply) }

  /// Makes a thread in the channel, or a post in the forum.
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
  /// So many changes of a message that is older than an hour are taken.
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
