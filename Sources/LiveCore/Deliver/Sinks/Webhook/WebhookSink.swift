internal import LiveModel

/// Posts each event as a CloudEvent, signed according to Standard Webhooks.
///
/// Source: CloudEvents HTTP Protocol Binding §3.2 (structured mode); Standard Webhooks, "Webhook Headers".
struct WebhookSink: Sink {
  let name: String
  let traits = SinkTraits(audience: WebhookSettings.audience)
  private let endpoint: Endpoint
  private let keys: [Signature.Key]

  /// Signs with each of the `secrets` (`whsec_…`). Without secrets, messages are unsigned.
  init(name: String, endpoint: Endpoint, secrets: [Secret]) throws(Fault) {
    (self.name, self.endpoint) = (name, endpoint)
    do throws(Fault) {
      keys = try secrets.map { secret throws(Fault) in try Signature.Key(secret) }
    } catch {
      throw Fault(error.code, error.message, at: .sink(name), hint: error.hint)
    }
  }

  func compose(_ content: MessageContent) throws(Fault) -> Message { try .line(of: content, for: name) }

  func send(_ message: Message, id: WebhookID, at now: Timestamp) async -> Answer {
    var headers = [
      (name: "content-type", value: "application/cloudevents+json; charset=utf-8"),
      ("webhook-id", id.rawValue), ("webhook-timestamp", String(now.seconds)),
    ]
    if !keys.isEmpty {
      let signature = Signature(id: id, at: now, body: message.body, keys: keys)
      headers.append(("webhook-signature", signature.description))
    }
    switch await endpoint.exchange(.post, message.body, headers: headers) {
    case .failed(let answer): return answer
    case .replied(let reply): return endpoint.answer(to: reply, at: now)
    }
  }
}
