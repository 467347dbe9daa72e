import WireSchema

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// Telegram's Bot API, for one bot.
/// Source: Telegram Bot API, `sendMessage`, `editMessageText`, "HTML style", "Making requests"; the descriptions are
/// those of `tdlib/telegram-bot-api`.
final class SimulatedTelegram: SimulatedService {
  static let token = "123456789:AAF_x-0123456789abcdefghijklmnopqrs"
  /// A supergroup with topics that exists from the beginning.
  static let chat = -1_001_234_567_890

  let world = Locked(TelegramWorld())

  /// The forms of a rate limit; waits are in seconds.
  enum Limit: Sendable {
    case parameters(Int)
    /// The wait is stated only in the description.
    case words(Int)
    case header(Int)
  }

  func limit(_ limit: Limit, next count: Int = 1) { fail(next: count, with: limit.reply) }

  func addChat(_ id: Int, _ kind: TelegramWorld.Kind = .group) {
    world.withLock { $0.chats[id] = TelegramWorld.Chat(kind: kind) }
  }
  func deleteChat(_ id: Int = chat) { world.withLock { $0.chats[id] = nil } }
  func takeRights(_ id: Int = chat) { change(id) { $0.hasRights = false } }
  func giveRights(_ id: Int = chat) { change(id) { $0.hasRights = true } }
  func kick(_ id: Int = chat) { change(id) { $0.isMember = false } }
  func addTopic(_ topic: Int, in id: Int = chat) { change(id) { $0.topics[topic] = true } }
  func closeTopic(_ topic: Int, in id: Int = chat) { change(id) { $0.topics[topic] = false } }
  func openTopic(_ topic: Int, in id: Int = chat) { change(id) { $0.topics[topic] = true } }
  func deleteTopic(_ topic: Int, in id: Int = chat) {
    world.withLock { world in
      world.chats[id]?.topics[topic] = nil
      world.messages.removeAll { $0.chat == id && $0.topic == topic }
    }
  }
  /// Turns a group into a supergroup with a new id.
  func migrate(_ id: Int = chat, to new: Int) {
    world.withLock { world in
      world.chats[id]?.successor = new
      world.chats[new] = TelegramWorld.Chat(kind: .group)
    }
  }
  func revokeToken() { world.withLock { $0.hasBot = false } }
  func deleteMessage(_ id: Int, in chat: Int = chat) {
    world.withLock { world in world.messages.removeAll { $0.chat == chat && $0.id == id } }
  }
  /// Refuses further edits of the message.
  func closeEditWindow(_ id: Int) { world.withLock { _ = $0.fixed.insert(id) } }

  private func change(_ id: Int, _ change: @Sendable (inout TelegramWorld.Chat) -> Void) {
    world.withLock { world in
      guard var chat = world.chats[id] else { return }
      change(&chat)
      world.chats[id] = chat
    }
  }
}

extension SimulatedTelegram.Limit {
  var reply: ServiceReply {
    switch self {
    case .parameters(let seconds):
      TelegramWorld.refusal(
        429, "Too Many Requests: retry after \(seconds)", ["retry_after": .number(Double(seconds))])
    case .words(let seconds): TelegramWorld.refusal(429, "Too Many Requests: retry after \(seconds)")
    case .header(let seconds):
      ServiceReply(status: 429, headers: ["retry-after": "\(seconds)"], body: "<html>429 Too Many Requests</html>")
    }
  }
}

/// One bot and its chats.
struct TelegramWorld: ServiceWorld {
  enum Kind: Sendable { case group, channel }

  struct Chat: Sendable {
    var kind = Kind.group
    var hasRights = true
    var isMember = true
    /// Topics by id; true while open.
    var topics: [Int: Bool] = [:]
    var successor: Int?
  }

  struct Stored: Sendable {
    var chat: Int
    var topic: Int?
    var id: Int
    var text: String
    var edits = 0
  }

  var traffic = ServiceTraffic()
  var hasBot = true
  var chats = [SimulatedTelegram.chat: Chat()]
  var messages: [Stored] = []
  var fixed: Set<Int> = []
  var lastID = 0

  var shown: [ShownMessage] {
    messages.map {
      ShownMessage(
        place: "\($0.chat)", thread: $0.topic.map { "\($0)" }, id: "\($0.id)", text: $0.text, edits: $0.edits)
    }
  }

  mutating func answer(to request: HTTPRequest) -> ServiceReply {
    let asked = ServiceRequest(request)
    guard asked.path.count == 2, asked.path[0].hasPrefix("bot") else { return Self.refusal(404, "Not Found") }
    guard hasBot, asked.path[0] == "bot\(SimulatedTelegram.token)" else { return Self.refusal(401, "Unauthorized") }
    guard let body = asked.body else { return bad("can't parse JSON object") }
    let text: String
    switch TelegramHTML.words(body) {
    case .success(let words): text = words
    case .failure(let fault): return bad(fault.text)
    }
    guard let id = body["chat_id"]?.integer else { return bad("chat_id is empty") }
    guard let chat = chats[id] else { return bad("chat not found") }
    if let new = chat.successor {
      return Self.refusal(
        400, "Bad Request: group chat was upgraded to a supergroup chat",
        ["migrate_to_chat_id": .number(Double(new))])
    }
    if !chat.isMember { return Self.refusal(403, "Forbidden: bot was kicked from the supergroup chat") }
    switch asked.path[1] {
    case "sendMessage": return post(text, in: chat, id, topic: body["message_thread_id"]?.integer)
    case "editMessageText": return change(body["message_id"]?.integer, to: text, in: chat, id)
    default: return Self.refusal(404, "Not Found")
    }
  }

  private mutating func post(_ text: String, in chat: Chat, _ id: Int, topic: Int?) -> ServiceReply {
    if let topic, chat.topics[topic] == nil { return bad("message thread not found") }
    if !chat.hasRights { return bad(Self.lacking(chat.kind)) }
    if let topic, chat.topics[topic] == false { return bad("TOPIC_CLOSED") }
    lastID += 1
    let message = Stored(chat: id, topic: topic, id: lastID, text: text)
    messages.append(message)
    return taken(message)
  }

  private mutating func change(_ message: Int?, to text: String, in chat: Chat, _ id: Int) -> ServiceReply {
    if chat.kind == .channel, !chat.hasRights { return bad(Self.lacking(chat.kind)) }
    guard let index = messages.firstIndex(where: { $0.chat == id && $0.id == message }) else {
      return bad("message to edit not found")
    }
    if fixed.contains(messages[index].id) { return bad("message can't be edited") }
    if messages[index].text == text {
      return bad(
        "message is not modified: specified new message content and reply markup are exactly the same as a current "
          + "content and reply markup of the message")
    }
    messages[index].text = text
    messages[index].edits += 1
    return taken(messages[index])
  }

  private static func lacking(_ kind: Kind) -> String {
    switch kind {
    case .group: "not enough rights to send text messages to the chat"
    case .channel: "need administrator rights in the channel chat"
    }
  }

  private func bad(_ text: String) -> ServiceReply { Self.refusal(400, "Bad Request: \(text)") }

  static func refusal(
    _ status: Int, _ description: String, _ parameters: [String: JSONValue]? = nil
  ) -> ServiceReply {
    var members: [String: JSONValue] = [
      "ok": .bool(false), "error_code": .number(Double(status)), "description": .string(description),
    ]
    members["parameters"] = parameters.map(JSONValue.object)
    return .json(status, members)
  }

  private func taken(_ message: Stored) -> ServiceReply {
    .json(
      200,
      [
        "ok": .bool(true),
        "result": .object([
          "message_id": .number(Double(message.id)), "chat": .object(["id": .number(Double(message.chat))]),
          "text": .string(message.text),
        ]),
      ])
  }
}

/// Telegram's HTML, parsed as its server does.
/// Source: Telegram Bot API, "HTML style".
enum TelegramHTML {
  struct Fault: Error, Equatable {
    var text: String
  }

  private static let known: Set = [
    "b", "strong", "i", "em", "u", "ins", "s", "strike", "del", "a", "code", "pre", "tg-spoiler", "span", "blockquote",
  ]

  /// Returns the text of a request as it is shown, or its error.
  static func words(_ body: [String: JSONValue]) -> Result<String, Fault> {
    let text = body["text"]?.text ?? ""
    let shown = body["parse_mode"]?.text == "HTML" ? parse(text) : .success(text)
    return shown.flatMap { words in
      if words.allSatisfy(\.isWhitespace) { return .failure(Fault(text: "message text is empty")) }
      return words.utf16.count > 4096 ? .failure(Fault(text: "message is too long")) : .success(words)
    }
  }

  private static func parse(_ text: String) -> Result<String, Fault> {
    var (words, open, rest) = ("", [String](), text[...])
    while let index = rest.firstIndex(of: "<") {
      words += rest[..<index]
      guard let end = rest[index...].firstIndex(of: ">") else { return fault("Unclosed start tag") }
      let tag = rest[rest.index(after: index)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.first == "/" {
        guard let last = open.popLast(), last == tag.dropFirst() else { return fault("Unmatched end tag") }
      } else {
        let name = String(tag.prefix { $0 != " " })
        guard known.contains(name) else { return fault("Unsupported start tag \"\(name)\"") }
        open.append(name)
      }
    }
    if let last = open.last { return fault("Can't find end tag corresponding to start tag \"\(last)\"") }
    return .success((words + rest).withoutEntities)
  }

  private static func fault(_ text: String) -> Result<String, Fault> {
    .failure(Fault(text: "can't parse entities: \(text)"))
  }
}
