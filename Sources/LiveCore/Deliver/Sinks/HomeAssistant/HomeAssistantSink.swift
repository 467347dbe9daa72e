internal import LiveModel

/// Posts each event to a webhook trigger of Home Assistant. Automations read it as `trigger.json`.
///
/// Home Assistant answers 200 to every request, even to an unknown webhook and from a network without permission. So an
/// accepted event does not prove that an automation ran. The URL, `…/api/webhook/<id>`, is the only credential.
///
/// Source: Home Assistant, "Automation Trigger", webhook trigger.
struct HomeAssistantSink: Sink {
  let name: String
  let traits = SinkTraits(audience: HomeAssistantSettings.audience)
  private let endpoint: Endpoint

  init(name: String, endpoint: Endpoint) { (self.name, self.endpoint) = (name, endpoint) }

  func compose(_ content: MessageContent) throws(Fault) -> Message { try .line(of: content, for: name) }

  func send(_ message: Message, id: WebhookID, at now: Timestamp) async -> Answer {
    // Home Assistant parses JSON only with this content type.
    switch await endpoint.exchange(.post, message.body, headers: [(name: "content-type", value: "application/json")]) {
    case .failed(let answer): return answer
    case .replied(let reply): return endpoint.answer(to: reply, at: now)
    }
  }
}
