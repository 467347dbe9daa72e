import Foundation
import WireSchema

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// An internet service in memory. It accepts what the real service accepts, refuses what that refuses, and shows what
/// its users see. Without faults the same requests give the same answers.
protocol SimulatedService: HTTPTransport {
  associatedtype World: ServiceWorld
  var world: Locked<World> { get }
}

/// The state of a service.
protocol ServiceWorld: Sendable {
  var traffic: ServiceTraffic { get set }
  /// The messages that users see, in order of arrival.
  var shown: [ShownMessage] { get }
  mutating func answer(to request: HTTPRequest) -> ServiceReply
}

/// A message as users see it.
struct ShownMessage: Equatable, Sendable {
  /// A channel, a chat, a topic of ntfy or an application of Gotify.
  var place: String
  /// A thread or topic in the place; for Slack the `ts` of the message that this one replies to.
  var thread: String?
  /// The id that the service returns.
  var id: String
  /// The plain text, without markup.
  var text: String
  /// The number of edits.
  var edits = 0
}

/// A complete answer.
struct ServiceReply: Equatable, Sendable {
  var status: Int
  var headers: [String: String] = [:]
  var body = ""

  static func json(
    _ status: Int, _ members: [String: JSONValue], headers: [String: String] = [:]
  ) -> ServiceReply {
    ServiceReply(status: status, headers: headers, body: JSONValue.object(members).description)
  }
}

/// Recorded requests, and the faults of the next ones.
struct ServiceTraffic: Sendable {
  enum Trouble: Sendable {
    /// Answers this without reading the request.
    case reply(ServiceReply)
    /// The request never arrives.
    case lostRequest(HTTPFault.Kind)
    /// The request is accepted; its answer never arrives.
    case lostAnswer(HTTPFault.Kind)
  }

  var requests: [HTTPRequest] = []
  private var troubles: [Trouble] = []

  mutating func plan(_ trouble: Trouble, next count: Int) {
    troubles += Array(repeating: trouble, count: count)
  }

  mutating func nextTrouble() -> Trouble? { troubles.isEmpty ? nil : troubles.removeFirst() }
}

extension ServiceWorld {
  mutating func take(_ request: HTTPRequest) throws(HTTPFault) -> ServiceReply {
    traffic.requests.append(request)
    switch traffic.nextTrouble() {
    case .reply(let reply)?: return reply
    case .lostRequest(let kind)?: throw HTTPFault(kind: kind, description: "the request was lost")
    case .lostAnswer(let kind)?:
      _ = answer(to: request)
      throw HTTPFault(kind: kind, description: "the answer was lost")
    case nil: return answer(to: request)
    }
  }
}

extension SimulatedService {
  var shown: [ShownMessage] { world.withLock { $0.shown } }
  var requests: [HTTPRequest] { world.withLock { $0.traffic.requests } }

  /// Answers the next requests with `reply`, whatever they ask.
  func fail(next count: Int = 1, with reply: ServiceReply) { plan(.reply(reply), count) }

  /// Loses the next requests.
  func loseRequest(next count: Int = 1, with kind: HTTPFault.Kind = .timeout) { plan(.lostRequest(kind), count) }

  /// Accepts the next requests and loses the answers.
  func loseAnswer(next count: Int = 1, with kind: HTTPFault.Kind = .timeout) { plan(.lostAnswer(kind), count) }

  private func plan(_ trouble: ServiceTraffic.Trouble, _ count: Int) {
    world.withLock { $0.traffic.plan(trouble, next: count) }
  }

  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead {
    let reply = try world.withLock { (world) throws(HTTPFault) in try world.take(request) }
    let head = HTTPResponseHead(status: reply.status, headers: reply.headers)
    let bytes = Array(reply.body.utf8)
    if !bytes.isEmpty { try body(head, bytes.span) }
    return head
  }
}

/// The parts of a request.
struct ServiceRequest {
  var host: String
  /// Decoded path components, without empty ones.
  var path: [String]
  var query: [String: String]
  /// Nil if the body is no JSON object or has a member twice.
  var body: [String: JSONValue]?

  init(_ request: HTTPRequest) {
    let parts = URLComponents(string: request.url)
    host = parts?.host ?? ""
    path = (parts?.path ?? "").split(separator: "/").map(String.init)
    let items = (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    query = Dictionary(items) { first, _ in first }
    if case .object(let members)? = try? JSONValue(request.body) { body = members }
  }
}

extension JSONValue {
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var integer: Int? {
    guard case .number(let number) = self else { return nil }
    return Int(exactly: number)
  }

  var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// Returns the length of a member in scalars; an absent one counts as empty.
  static func length(_ member: JSONValue?) -> Int { (member?.text ?? "").unicodeScalars.count }
}

extension String {
  /// The text with `&lt;`, `&gt;` and `&amp;` decoded.
  var withoutEntities: String {
    replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }
}
