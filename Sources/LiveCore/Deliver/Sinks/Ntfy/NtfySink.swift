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
