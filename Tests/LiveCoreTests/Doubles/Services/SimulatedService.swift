import WireSchema

@testable import LiveCore

/// A service of the internet in memory: it takes what the real one takes, refuses what it refuses, and shows what its
/// people see. Without troubles the same requests give the same answers.
protocol SimulatedService: HTTPTransport {
  associatedtype World: ServiceWorld
  var world: Locked<World> { get }
}

/// All that a service knows.
protocol ServiceWorld: Sendable {
  var traffic: ServiceTraffic { get set }
  /// What people see, in the order in which it came.
  var shown: [ShownMessage] { get }
  mutating func answer(to request: HTTPRequest) -> ServiceReply
}

/// A message as people see it.
struct ShownMessage: Equatable, Sendable {
  /// A channel, a chat, a topic of ntfy or an application of Gotify.
  var place: String
  /// A thread or topic in the place; of Slack the `ts` of the message that this one replies to.
  var thread: String?
  /// As the service names it in its answer.
  var id: String
  /// In words, without the service's marks for what is shown as it stands.
  var text: String
  /// How often it was changed.
  var edits = 0
}

/// A whole answer.
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

/// The requests that came, and what goes wrong at the next ones.
struct ServiceTraffic: Sendable {
  enum Trouble: Sendable {
    /// This answer, and the request is not read.
    case reply(ServiceReply)
    /// The request never arrives.
    case lostRequest(HTTPFault.Kind)
    /// The request is taken; its answer never arrives.
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

  /// The next requests are answered so, whatever they ask.
  func fail(next count: Int = 1, with reply: ServiceReply) { plan(.reply(reply), count) }

  /// The next requests do not arrive.
  func loseRequest(next count: Int = 1, with kind: HTTPFault.Kind = .timeout) { plan(.lostRequest(kind), count) }

  /// The next requests are taken, and nobody hears of it.
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
