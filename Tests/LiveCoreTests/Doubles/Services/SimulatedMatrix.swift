import WireSchema

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A homeserver of Matrix with one user, who has joined one room.
///
/// Source: Matrix specification, client-server API, `PUT /rooms/{roomId}/send/{eventType}/{txnId}`; Synapse,
/// `handlers/message.py`.
final class SimulatedMatrix: SimulatedService {
  static let host = "matrix.example.org"
  static let token = "syt_bGl2ZQ_0123456789"
  static let room = "!games:example.org"

  let world = Locked(MatrixWorld())

  /// The forms of a limit; milliseconds or seconds.
  enum Limit: Sendable {
    case body(Int)
    case header(Int)
    case neither
  }

  func limit(_ limit: Limit, next count: Int = 1) { fail(next: count, with: limit.reply) }

  func revokeToken() { world.withLock { $0.tokens = [] } }
  func kick() { world.withLock { $0.hasJoined = false } }
  func invite() { world.withLock { $0.hasJoined = true } }
  /// Redacts a message, which people then do not see any more.
  func deleteMessage(_ id: String) { world.withLock { world in world.messages.removeAll { $0.id == id } } }
}

extension SimulatedMatrix.Limit {
  var reply: ServiceReply {
    let members: [String: JSONValue] = ["errcode": .string("M_LIMIT_EXCEEDED"), "error": .string("Too Many Requests")]
    return switch self {
    case .body(let wait): .json(429, members.merging(["retry_after_ms": .number(Double(wait))]) { $1 })
    case .header(let wait): .json(429, members, headers: ["retry-after": "\(wait)"])
    case .neither: .json(429, members)
    }
  }
}

/// A homeserver.
struct MatrixWorld: ServiceWorld {
  var traffic = ServiceTraffic()
  var tokens: Set = [SimulatedMatrix.token]
  var hasJoined = true
  var messages: [ShownMessage] = []
  /// The event of each transaction, by its path.
  var transactions: [[String]: String] = [:]
  var lastID = 0

  var shown: [ShownMessage] { messages }

  mutating func answer(to request: HTTPRequest) -> ServiceReply {
    let asked = ServiceRequest(request)
    guard asked.path.count == 8, asked.path.starts(with: ["_matrix", "client", "v3", "rooms"]),
      asked.path[5...6] == ["send", "m.room.message"], request.method == .put
    else { return Self.refusal(404, "M_UNRECOGNIZED", "Unrecognized request") }
    guard let token = request.header("authorization") else {
      return Self.refusal(401, "M_MISSING_TOKEN", "Missing access token")
    }
    guard tokens.contains(String(token.dropFirst("Bearer ".count))) else {
      return Self.refusal(401, "M_UNKNOWN_TOKEN", "Invalid access token passed.")
    }
    if let known = transactions[asked.path] { return .json(200, ["event_id": .string(known)]) }
    guard hasJoined, asked.path[4] == SimulatedMatrix.room else {
      return Self.refusal(403, "M_FORBIDDEN", "User @live:example.org not in room \(asked.path[4])")
    }
    guard request.body.count <= 65_000 else { return Self.refusal(413, "M_TOO_LARGE", "event too large") }
    guard let body = asked.body else { return Self.refusal(400, "M_NOT_JSON", "Content not JSON.") }
    return take(body, as: asked.path)
  }

  private mutating func take(_ body: [String: JSONValue], as transaction: [String]) -> ServiceReply {
    guard ["m.text", "m.notice"].contains(body["msgtype"]?.text), !(body["body"]?.text ?? "").isEmpty else {
      return Self.refusal(400, "M_BAD_JSON", "'body' not in content")
    }
    let relation = body["m.relates_to"]
    var thread: String?
    if relation?["rel_type"]?.text == "m.thread" {
      thread = relation?["event_id"]?.text
      guard !messages.contains(where: { $0.id == thread && $0.thread != nil }) else {
        return Self.refusal(400, "M_UNKNOWN", "Cannot start threads from an event with a relation")
      }
    }
    lastID += 1
    let id = "$event\(lastID)"
    transactions[transaction] = id
    if relation?["rel_type"]?.text == "m.replace" {
      // A homeserver takes an edit of a message that is gone, and no client shows it.
      if let index = messages.firstIndex(where: { $0.id == relation?["event_id"]?.text }) {
        messages[index].text = Self.text(of: body["m.new_content"]) ?? ""
        messages[index].edits += 1
      }
    } else {
      messages.append(
        ShownMessage(
          place: SimulatedMatrix.room, thread: thread, id: id, text: Self.text(of: .object(body)) ?? ""))
    }
    return .json(200, ["event_id": .string(id)])
  }

  /// The HTML without its tags.
  private static func text(of content: JSONValue?) -> String? {
    content?["formatted_body"]?.text?.replacing("<br>", with: "\n").replacing(/<[^>]*>/, with: "").withoutEntities
  }

  static func refusal(_ status: Int, _ code: String, _ text: String) -> ServiceReply {
    .json(status, ["errcode": .string(code), "error": .string(text)])
  }
}
