import Foundation

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// The places of a history on simulated services, each with its behaviour. Places differ by host; for Slack and
/// Telegram two places are channels of one service, so that a message for one can reach the other.
final class TrialInternet: HTTPTransport {
  typealias Place = DeliveryHistory.Place

  /// A fact and its revision in a message that people could read.
  struct Mention: Hashable, Sendable {
    var place: Place
    var message: String
    var fact: Int
    var revision: Int
  }

  private struct State {
    var behaviours: [Place: DeliveryHistory.Behaviour] = [:]
    /// Messages of webhooks, in order.
    var delivered: [Mention] = []
    /// Former content of messages that were deleted or edited since.
    var past: [Mention] = []
    /// Accepted requests of a place, by what they would show.
    var hosts: Set<String> = []
  }

  private let state = Locked(State())
  private let discord: [SimulatedDiscord]
  private let slack = [SimulatedSlack(), SimulatedSlack()]
  private let telegram = [SimulatedTelegram(), SimulatedTelegram()]
  private let ntfy = (0..<4).map { _ in SimulatedNtfy() }
  private let gotify = (0..<4).map { _ in SimulatedGotify() }

  private static let channels = ["#games", "#old"]
  private static let chats = [SimulatedTelegram.chat, -1_009_999]

  init(now: @escaping @Sendable () -> Timestamp) {
    discord = (0..<4).map { _ in SimulatedDiscord(now: now) }
    for service in telegram { service.addChat(Self.chats[1]) }
  }

  /// Returns the configuration of a sink that sends to a place.
  static func settings(_ name: String, _ form: DeliveryHistory.SinkForm) -> SinkSettings {
    let (number, kind) = (form.place.number, SinkKindName(rawValue: form.place.kind.rawValue) ?? .webhook)
    var settings = SimulatedInternet.settings(kind)
    settings.name = name
    settings.url = Secret(url(of: form.place))
    settings.own(SlackSettings.self) { settings in
      settings.bot?.channel = channels[number % 2]
      settings.bot?.threads = form.hasThreads
    }
    settings.own(TelegramSettings.self) { $0.chat = "\(chats[number % 2])" }
    (settings.delay, settings.expires) = (.seconds(form.delay), .seconds(form.expires))
    if form.isQuietAtNight { settings.quietHours = .init(from: 120, to: 240, timeZone: "GMT") }
    return settings
  }

  private static func url(of place: Place) -> String {
    switch place.kind {
    case .discord: "https://discord\(place.number).test/api/webhooks/100/token-0123"
    case .slack: "https://slack\(place.number / 2).test/api"
    case .telegram: "https://telegram\(place.number / 2).test"
    case .ntfy: "https://ntfy\(place.number).test"
    case .gotify: "https://gotify\(place.number).test"
    case .webhook: "https://webhook\(place.number).test/hook"
    }
  }

  func set(_ place: Place, _ behaviour: DeliveryHistory.Behaviour) {
    state.withLock { $0.behaviours[place] = behaviour }
  }

  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead {
    let asked = ServiceRequest(request)
    guard let place = Self.place(of: asked) else {
      throw HTTPFault(kind: .unresolved, description: "no place for \(asked.host)")
    }
    let behaviour = state.withLock { state in
      let behaviour = state.behaviours[place] ?? .works
      // The pause is asked for once.
      if case .limits = behaviour { state.behaviours[place] = .works }
      return behaviour
    }
    if let refusal = TrialRefusal.reply(of: place.kind, behaviour) {
      let head = HTTPResponseHead(status: refusal.status, headers: refusal.headers)
      let bytes = Array(refusal.body.utf8)
      if !bytes.isEmpty { try body(head, bytes.span) }
      return head
    }
    let head = try await forward(request, to: place, body)
    if behaviour == .answersAreLost { throw HTTPFault(kind: .timeout, description: "the answer was lost") }
    return head
  }

  private func forward(
    _ request: HTTPRequest, to place: Place, _ body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead {
    guard let service = service(of: place) else { return takeHook(request, place) }
    // Keep the content before it is edited.
    remember(place)
    return try await service.send(request, body: body)
  }

  private func takeHook(_ request: HTTPRequest, _ place: Place) -> HTTPResponseHead {
    guard let event = try? CloudEvent(line: request.body) else { return HTTPResponseHead(status: 415) }
    let mention = Mention(
      place: place, message: event.event.id, fact: TrialEvents.number(of: event.event),
      revision: event.event.data.revision)
    state.withLock { $0.delivered.append(mention) }
    return HTTPResponseHead(status: 200)
  }

  private func service(of place: Place) -> (any SimulatedService)? {
    switch place.kind {
    case .discord: discord[place.number]
    case .slack: slack[place.number / 2]
    case .telegram: telegram[place.number / 2]
    case .ntfy: ntfy[place.number]
    case .gotify: gotify[place.number]
    case .webhook: nil
    }
  }

  private static func place(of asked: ServiceRequest) -> Place? {
    let label = asked.host.split(separator: ".").first ?? ""
    let name = label.drop { $0.isNumber }.prefix { !$0.isNumber }
    guard let kind = DeliveryHistory.Kind(rawValue: String(name)), let number = Int(label.dropFirst(name.count)) else {
      return nil
    }
    switch kind {
    case .slack:
      let isOld = ["#old", "C0OLD"].contains(asked.body?["channel"]?.text ?? "")
      return Place(kind: kind, number: number * 2 + (isOld ? 1 : 0))
    case .telegram:
      return Place(kind: kind, number: number * 2 + (asked.body?["chat_id"]?.integer == chats[0] ? 0 : 1))
    default: return Place(kind: kind, number: number)
    }
  }

  /// Returns the current messages of a place; of a webhook, all that it received.
  func shown(in place: Place) -> [ShownMessage] {
    guard let service = service(of: place) else { return [] }
    switch place.kind {
    case .slack: return service.shown.filter { $0.place == Self.channels[place.number % 2] }
    case .telegram: return service.shown.filter { $0.place == "\(Self.chats[place.number % 2])" }
    default: return service.shown
    }
  }

  /// Returns all that could ever be read in a place, oldest first, including deleted messages and earlier texts.
  func mentions(in place: Place) -> [Mention] {
    let now = shown(in: place).flatMap { message in Self.mentions(message, place) }
    return state.withLock { state in
      let past = state.past.filter { $0.place == place }
      return state.delivered.filter { $0.place == place } + past + now.filter { !past.contains($0) }
    }
  }

  private func remember(_ place: Place) {
    let now = shown(in: place).flatMap { Self.mentions($0, place) }
    state.withLock { state in
      let known = Set(state.past)
      state.past += now.filter { !known.contains($0) }
    }
  }

  /// Returns the facts in a text: `f3r2` is revision 2 of fact 3.
  private static func mentions(_ message: ShownMessage, _ place: Place) -> [Mention] {
    message.text.matches(of: /f(\d+)r(\d+)/).compactMap { match in
      guard let fact = Int(match.1), let revision = Int(match.2) else { return nil }
      return Mention(place: place, message: message.id, fact: fact, revision: revision)
    }
  }

  func deleteNewest(in place: Place) {
    remember(place)
    guard let id = shown(in: place).last?.id else { return }
    switch place.kind {
    case .discord: discord[place.number].deleteMessage(id)
    case .slack: slack[place.number / 2].deleteMessage(id)
    case .telegram: telegram[place.number / 2].deleteMessage(Int(id) ?? 0, in: Self.chats[place.number % 2])
    case .ntfy: ntfy[place.number].deleteMessage(id)
    case .gotify: gotify[place.number].deleteMessage(id)
    case .webhook: break
    }
  }
}

/// Answers of a place that does not work.
enum TrialRefusal {
  static func reply(of kind: DeliveryHistory.Kind, _ behaviour: DeliveryHistory.Behaviour) -> ServiceReply? {
    switch behaviour {
    case .works, .answersAreLost: nil
    case .fails: ServiceReply(status: 503, body: "try later")
    case .limits(let seconds): limit(kind, seconds)
    case .isClosed: closed(kind)
    case .isGone: gone(kind)
    }
  }

  private static func limit(_ kind: DeliveryHistory.Kind, _ seconds: Int) -> ServiceReply {
    switch kind {
    case .discord: SimulatedDiscord.Limit.body(Double(seconds)).reply
    case .slack: SimulatedSlack.Limit.status(seconds).reply
    case .telegram: SimulatedTelegram.Limit.parameters(seconds).reply
    case .ntfy, .gotify, .webhook: ServiceReply(status: 429, headers: ["retry-after": "\(seconds)"])
    }
  }

  private static func closed(_ kind: DeliveryHistory.Kind) -> ServiceReply {
    switch kind {
    case .discord: .json(400, ["code": .number(160_005), "message": .string("Thread is locked")])
    case .telegram: TelegramWorld.refusal(400, "Bad Request: not enough rights to send text messages to the chat")
    case .slack: .json(200, ["ok": .bool(false), "error": .string("a_word_of_next_year")])
    case .ntfy: NtfyWorld.refusal(40_999, "an error of next year")
    case .gotify: ServiceReply(status: 418, body: "a proxy's joke")
    case .webhook: ServiceReply(status: 403)
    }
  }

  private static func gone(_ kind: DeliveryHistory.Kind) -> ServiceReply {
    switch kind {
    case .discord: .json(404, ["code": .number(10_015), "message": .string("Unknown Webhook")])
    case .telegram: TelegramWorld.refusal(400, "Bad Request: chat not found")
    case .slack: .json(200, ["ok": .bool(false), "error": .string("channel_not_found")])
    case .ntfy: NtfyWorld.refusal(40_301, "forbidden")
    case .gotify: ServiceReply(status: 410)
    case .webhook: ServiceReply(status: 410)
    }
  }
}
