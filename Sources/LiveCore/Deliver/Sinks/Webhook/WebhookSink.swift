/// Posts each event as a CloudEvent, signed by Standard Webhooks.
///
/// Source: CloudEvents HTTP Protocol Binding §3.2 (structured mode); Standard Webhooks, "Webhook Headers".
struct WebhookSink: Sink {
  let name: String
  private let endpoint: Endpoint
  private let keys: [Signature.Key]
  private let logID: LogID

  /// Each of the `secrets` (`whsec_…`) gives a signature, none leaves messages unsigned; `timeout` is for one attempt.
  init(
    name: String, url: Secret, secrets: [Secret], timeout: Duration, transport: any HTTPTransport, logID: LogID
  ) throws(Fault) {
    (self.name, self.logID) = (name, logID)
    endpoint = Endpoint(url: url, timeout: timeout, transport: transport)
    do throws(Fault) {
      keys = try secrets.map { secret throws(Fault) in try Signature.Key(secret) }
    } catch {
      throw Fault(error.code, error.message, at: .sink(name), mend: error.mend)
    }
  }

  func render(_ event: LoggedEvent) throws(Fault) -> Message {
    let decoded: Event
    do {
      decoded = try event.decoded()
    } catch {
      throw Fault(.sinkUnreadableEvent, "event \(event.sequence) of the log cannot be read", at: .sink(name))
    }
    return Message(
      id: WebhookID(log: logID, sink: name, events: [decoded.id]), event: decoded.id,
      isFinal: decoded.data.tags.contains(.final), body: event.line,
      headers: [("content-type", "application/cloudevents+json; charset=utf-8")])
  }

  func send(_ message: Message, at now: Timestamp) async -> Answer {
    var headers = message.headers
    headers.append(("webhook-id", message.id.rawValue))
    headers.append(("webhook-timestamp", String(now.seconds)))
    if !keys.isEmpty {
      let signature = Signature(id: message.id, at: now, body: message.body, keys: keys)
      headers.append(("webhook-signature", signature.description))
    }
    return await endpoint.post(message.body, headers: headers, at: now)
  }
}

extension Fault.Code {
  static let sinkUnreadableEvent = Fault.Code("sink.unreadable-event")
}
