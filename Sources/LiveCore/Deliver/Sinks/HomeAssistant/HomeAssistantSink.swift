/// Posts each event to a webhook trigger of Home Assistant, where automations find it as `trigger.json`.
///
/// Home Assistant answers 200 to whatever it is sent, to an unknown webhook and from a network that may not use it too:
/// that it took an event does not prove that an automation ran. The endpoint's URL, `…/api/webhook/<id>`, is the only
/// key.
///
/// Source: Home Assistant, "Automation Trigger", webhook trigger.
struct HomeAssistantSink: Sink {
  let name: String
  let traits = SinkTraits(audience: .program)
  private let endpoint: Endpoint

  init(name: String, endpoint: Endpoint) { (self.name, self.endpoint) = (name, endpoint) }

  func compose(_ content: MessageContent) throws(Fault) -> MessagePayload { try .line(of: content, for: name) }

  func send(_ message: Message, at now: Timestamp) async -> Answer {
    // Of no other type does it read JSON.
    switch await endpoint.exchange(.post, message.body, headers: [(name: "content-type", value: "application/json")]) {
    case .failed(let answer): return answer
    case .replied(let reply): return endpoint.answer(to: reply, at: now)
    }
  }
}
