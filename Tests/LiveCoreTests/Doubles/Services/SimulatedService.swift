import Foundation
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

/// A request in parts.
struct ServiceRequest {
  var host: String
  /// Decoded, without empty ones.
  var path: [String]
  var query: [String: String]
  /// Nil when the body is no JSON object, or has a member twice.
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

  /// Of a member that may be absent, which counts as empty.
  static func length(_ member: JSONValue?) -> Int { (member?.text ?? "").unicodeScalars.count }
}

extension String {
  /// `&lt;`, `&gt;` and `&amp;` as what they stand for.
  var withoutEntities: String {
    replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }
}

/// All simulated services, told apart by the host of a request. Another host is not known.
final class SimulatedInternet: HTTPTransport {
  let discord: SimulatedDiscord
  let slack = SimulatedSlack()
  let telegram = SimulatedTelegram()
  let ntfy = SimulatedNtfy()
  let gotify = SimulatedGotify()

  /// `now` says how old a message is.
  init(now: @escaping @Sendable () -> Timestamp = { SampleEvents.start }) { discord = SimulatedDiscord(now: now) }

  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead {
    let service: any HTTPTransport
    switch ServiceRequest(request).host {
    case "discord.com": service = discord
    case "slack.com", "hooks.slack.com": service = slack
    case "api.telegram.org": service = telegram
    case "ntfy.sh": service = ntfy
    case "gotify.example.org": service = gotify
    default: throw HTTPFault(kind: .unresolved, description: "no such host")
    }
    return try await service.send(request, body: body)
  }

  /// A sink for people, made as the daemon makes it, at the place that its service has from the beginning.
  func post(
    _ kind: SinkSettings.Kind, _ change: (inout SinkSettings) -> Void = { _ in }
  ) throws -> ConfiguredSink {
    try SinkBuilder(transport: self, environment: [:]).post(Self.settings(kind, change))
  }

  /// Of a Slack bot with threads; its webhook has a `url` and neither token nor channel.
  static func settings(
    _ kind: SinkSettings.Kind, _ change: (inout SinkSettings) -> Void = { _ in }
  ) -> SinkSettings {
    var settings = SinkSettings(name: kind.rawValue.replacing("_", with: "-"), kind: kind, url: Secret(url(of: kind)))
    switch kind {
    case .slack:
      (settings.token, settings.channel) = (Secret(SimulatedSlack.token), SimulatedSlack.channel)
      settings.threads = true
    case .telegram:
      (settings.token, settings.channel) = (Secret(SimulatedTelegram.token), "\(SimulatedTelegram.chat)")
    case .ntfy: settings.topic = Secret(SimulatedNtfy.topic)
    case .gotify: settings.token = Secret(SimulatedGotify.token)
    case .discord, .webhook, .homeAssistant, .exec: break
    }
    change(&settings)
    return settings
  }

  private static func url(of kind: SinkSettings.Kind) -> String {
    switch kind {
    case .discord: SimulatedDiscord.url
    case .slack: SlackSink.api
    case .telegram: "https://api.telegram.org"
    case .ntfy: "https://ntfy.sh"
    case .gotify: "https://gotify.example.org"
    case .webhook, .homeAssistant, .exec: ""
    }
  }
}
