internal import FoundationEssentials

/// Publishes to a topic of an ntfy server. A message that a server from 2.16 on has taken can be changed in place.
///
/// Source: docs.ntfy.sh/publish.
struct NtfySink: Sink {
  let name: String
  let traits = SinkTraits(audience: .people, canEdit: true, capacity: 10)
  private let endpoint: Endpoint
  private let topic: Secret
  private let token: Secret?
  private let wording: Wording

  /// `endpoint` is the server's root. The `token` is an access token (`tk_…`), or `user:password`.
  init(name: String, endpoint: Endpoint, topic: Secret, token: Secret? = nil, wording: Wording = Wording()) {
    (self.name, self.endpoint, self.topic, self.token, self.wording) = (name, endpoint, topic, token, wording)
  }

  func compose(_ content: MessageContent) throws(Fault) -> MessagePayload {
    let message = try NtfyMessage(content, wording: wording, sink: name)
    guard case .edit(_, let target) = content else { return try MessagePayload(json: message, for: name) }
    return try MessagePayload(json: message, edits: target, for: name)
  }

  func send(_ message: Message, at now: Timestamp) async -> Answer {
    let body = topic.reveal { MessagePayload.body(message.body, to: Address(topic: $0)) }
    let outcome = await endpoint.exchange(.post, body, headers: headers, address: Self.root)
    switch outcome {
    case .failed(let answer): return answer
    case .replied(let reply):
      let sequence = (try? JSONDecoder().decode(NtfyMessage.self, from: Data(message.body)))?.sequenceID
      let excerpt = endpoint.excerpt(of: reply.body, hiding: secrets)
      return NtfyAnswer.classify(
        reply, sequence: sequence, isEdit: message.edits != nil, excerpt: excerpt, at: now)
    }
  }

  /// The longest first; a password is one without its user too.
  private var secrets: [Secret] {
    let parts = token?.reveal { [$0, String($0.drop { $0 != ":" }.dropFirst())] } ?? []
    return parts.map { Secret($0) } + [topic]
  }

  private var headers: [(name: String, value: String)] {
    let type = [(name: "content-type", value: "application/json; charset=utf-8")]
    guard let token else { return type }
    return type + [("authorization", token.reveal(Self.authorization))]
  }

  /// JSON is taken at the root alone. A query, such as `?auth=…`, stays.
  private static func root(_ url: String) -> String {
    let query = url.firstIndex(of: "?") ?? url.endIndex
    return Endpoint.address("/", of: url[..<query]) + url[query...]
  }

  private static func authorization(_ token: String) -> String {
    token.contains(":") ? "Basic \(Data(token.utf8).base64EncodedString())" : "Bearer \(token)"
  }

  /// The topic is a secret.
  private struct Address: Encodable {
    var topic: String
  }
}

/// Classifies ntfy's responses.
///
/// Source: ntfy's `server/errors.go`; docs.ntfy.sh/publish, "Limitations".
enum NtfyAnswer {
  /// The class of ntfy's `code`, which is the status and two digits. With status 429 each is a limit.
  static let table: [ServiceRefusal: Set<Int>] = [
    // The topic cannot be.
    .receiver: [40_009, 40_010],
    // 40101 unauthorized, 40301 forbidden.
    .account: [40_101, 40_301],
    // 400: delay, priority, UTF-8, attachment, JSON, actions, icon, template, sequence. 413: attachment, JSON body. A
    // message over the server's own limit of a message becomes an attachment.
    .message: [
      40_001, 40_002, 40_003, 40_004, 40_005, 40_006, 40_007, 40_011, 40_013, 40_014, 40_015, 40_017, 40_018, 40_021,
      40_024, 40_041, 40_042, 40_043, 40_044, 40_045, 40_049, 41_301, 41_303,
    ],
    // Requests, e-mails, subscriptions, topics, bandwidth, accounts, reservations, messages, failed log-ins, calls.
    .tooMuch: [42_901, 42_902, 42_903, 42_904, 42_905, 42_906, 42_907, 42_908, 42_909, 42_910],
  ]

  /// `sequence` is what the message was published with. A server that does not know of it answers without it, and would
  /// make another notification of an edit: then there is nothing to change. The `excerpt` of the body is fit for the
  /// operator.
  static func classify(
    _ reply: Endpoint.Reply, sequence: String?, isEdit: Bool = false, excerpt: String, at now: Timestamp
  ) -> Answer {
    let shared = Answer(unexplained: reply.head, excerpt: excerpt, at: now)
    let members = JSONMembers(reply.body)
    guard let reason = shared.reason else {
      let echo = members.text("sequence_id")
      return .accepted(Receipt(handle: echo == sequence ? echo.map(Receipt.Handle.init) : nil))
    }
    // Ntfy's own refusals, and no proxy's, repeat the status.
    guard let code = members.integer("code"), members.integer("http") == reply.head.status,
      code / 100 == reply.head.status, let refusal = refusal(code)
    else { return shared }
    // The limits are a visitor's: an address, or an account, whatever the topic.
    let asked = reply.head.headers["retry-after"].flatMap { RetryAfter($0, at: now)?.wait }
    return refusal.answer(isEdit: isEdit, because: reason, pause: (asked ?? pause(after: code), .host))
  }

  /// Returns nil for what is no refusal.
  private static func refusal(_ code: Int) -> ServiceRefusal? {
    switch code {
    case 42_900..<43_000: .tooMuch
    case 40_000..<50_000: table.refusal(of: code)
    default: nil
    }
  }

  /// Requests come back one in 5 s, up to 60; messages and bandwidth at midnight UTC.
  private static func pause(after code: Int) -> Duration {
    switch code {
    case 42_901: .seconds(10)
    case 42_905, 42_908: RetryAfter.longest
    case 42_909: .seconds(300)
    default: .seconds(60)
    }
  }
}
