import WireSchema

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// An ntfy server.
/// Source: docs.ntfy.sh/publish, "Publish as JSON", "Limitations", "Updating notifications"; ntfy's
/// `server/errors.go`.
final class SimulatedNtfy: SimulatedService {
  static let token = "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2"
  static let topic = "mets"

  let world = Locked(NtfyWorld())

  /// The limits of a visitor.
  enum Limit: Int, Sendable {
    case requests = 42_901
    case bandwidth = 42_905
    case messages = 42_908
    case logIns = 42_909
  }

  func limit(_ limit: Limit, next count: Int = 1) {
    fail(next: count, with: NtfyWorld.refusal(limit.rawValue, "limit reached"))
  }

  /// Requires a token to publish from now on.
  func takeRights() { world.withLock { $0.isOpen = false } }
  func giveRights() { world.withLock { $0.isOpen = true } }
  func revokeToken() { world.withLock { $0.tokens = [] } }
  /// Makes the server older than 2.16, which has no sequences.
  func forgetSequences() { world.withLock { $0.knowsSequences = false } }
  func deleteMessage(_ id: String) { world.withLock { world in world.messages.removeAll { $0.id == id } } }
}

/// The topics of a server.
struct NtfyWorld: ServiceWorld {
  var traffic = ServiceTraffic()
  var tokens: Set = [SimulatedNtfy.token]
  var isOpen = true
  var knowsSequences = true
  var messages: [ShownMessage] = []
  var count = 0

  var shown: [ShownMessage] { messages }

  private static let reserved: Set = ["docs", "static", "file", "app", "account", "settings", "signup", "login", "v1"]

  mutating func answer(to request: HTTPRequest) -> ServiceReply {
    let asked = ServiceRequest(request)
    guard asked.path.isEmpty, request.method == .post else { return Self.refusal(40_401, "page not found") }
    if let refusal = access(request) { return refusal }
    if request.body.count > 16_384 { return Self.refusal(41_303, "JSON body too large") }
    guard let body = asked.body else {
      return Self.refusal(40_017, "invalid request: request body must be message JSON")
    }
    let topic = body["topic"]?.text ?? ""
    guard Self.isName(topic) else { return Self.refusal(40_009, "invalid request: topic invalid") }
    if Self.reserved.contains(topic) { return Self.refusal(40_010, "invalid request: topic name is disallowed") }
    if let priority = body["priority"]?.integer, !(1...5).contains(priority) {
      return Self.refusal(40_007, "invalid priority parameter")
    }
    let message = body["message"]?.text ?? ""
    // A longer message would become an attachment, which this server does not accept.
    if message.utf8.count > 4096 { return Self.refusal(40_014, "invalid request: attachments not allowed") }
    let sequence = knowsSequences ? body["sequence_id"]?.text : nil
    if let sequence, !Self.isName(sequence) { return Self.refusal(40_049, "invalid request: sequence ID invalid") }
    let words = [body["title"]?.text, message.isEmpty ? "triggered" : message].compactMap(\.self)
    return publish(words.joined(separator: "\n"), topic, sequence)
  }

  private func access(_ request: HTTPRequest) -> ServiceReply? {
    guard let given = request.header("authorization") else {
      return isOpen ? nil : Self.refusal(40_301, "forbidden")
    }
    return tokens.contains { given == "Bearer \($0)" } ? nil : Self.refusal(40_101, "unauthorized")
  }

  /// Publishes a message, which replaces an earlier one with the same sequence.
  private mutating func publish(_ text: String, _ topic: String, _ sequence: String?) -> ServiceReply {
    count += 1
    let id = sequence ?? "m\(count)"
    if let index = messages.firstIndex(where: { $0.id == id && $0.place == topic }) {
      messages[index].text = text
      messages[index].edits += 1
    } else {
      messages.append(ShownMessage(place: topic, id: id, text: text))
    }
    var members: [String: JSONValue] = [
      "id": .string("m\(count)"), "time": .number(1_784_000_000), "event": .string("message"),
      "topic": .string(topic), "message": .string(text),
    ]
    if knowsSequences { members["sequence_id"] = .string(id) }
    return .json(200, members)
  }

  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
  }

  static func refusal(_ code: Int, _ error: String) -> ServiceReply {
    .json(
      code / 100,
      [
        "code": .number(Double(code)), "http": .number(Double(code / 100)), "error": .string(error),
        "link": .string("https://ntfy.sh/docs/publish/#limitations"),
      ])
  }
}
