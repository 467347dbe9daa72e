internal import FoundationEssentials
internal import LiveModel

/// Posts to a Matrix room as a user, edits its messages, and can keep a game in a thread.
///
/// Source: Matrix specification, client-server API, `PUT /_matrix/client/v3/rooms/{roomId}/send/{eventType}/{txnId}`,
/// "Event replacements", "Threading".
struct MatrixSink: Sink {
  let name: String
  // Homeservers allow a burst, and then a few messages per minute. They say how long to wait.
  let traits = SinkTraits(audience: MatrixSettings.audience, canEdit: true, capacity: 10, spacing: .seconds(1))
  private let endpoint: Endpoint
  private let settings: MatrixSettings
  private let wording: Wording

  /// The URL of `endpoint` is the client API's base address on the homeserver.
  init(name: String, endpoint: Endpoint, settings: MatrixSettings, wording: Wording = Wording()) {
    (self.name, self.endpoint, self.settings, self.wording) = (name, endpoint, settings, wording)
  }

  func compose(_ content: MessageContent) throws(Fault) -> Message {
    let text = try MatrixText(content, wording: wording, sink: name)
    if case .edit(_, let handle) = content {
      guard MatrixAnswer.isEvent(handle.rawValue) else {
        throw Fault(.sinkUnfitOccasion, "this message cannot be edited", at: .sink(name))
      }
      return try Message(json: MatrixMessage(text, replacing: handle.rawValue), edits: handle, for: name)
    }
    let root = settings.threads ? content.thread.flatMap { MatrixAnswer.isEvent($0.rawValue) ? $0 : nil } : nil
    return try Message(json: MatrixMessage(text, thread: root?.rawValue), thread: root, for: name)
  }

  func send(_ message: Message, id: WebhookID, at now: Timestamp) async -> Answer {
    switch await put(message.body, as: id) {
    case .failed(let answer): return answer
    case .replied(let first):
      let answer = classify(first, editing: message.edits, at: now)
      guard message.thread != nil, MatrixAnswer(first).lacksThread, let body = Self.withoutThread(message.body) else {
        return answer
      }
      return switch await put(body, as: id) {
      case .failed(let answer): answer
      case .replied(let second): classify(second, at: now).outsideThread
      }
    }
  }

  /// Makes one request. The message's id is the transaction id: a homeserver answers a repeat with the event that it
  /// already has. A refused transaction leaves no event.
  private func put(_ body: [UInt8], as id: WebhookID) async -> Endpoint.Outcome {
    let headers = [
      (name: "content-type", value: "application/json"), ("authorization", settings.token.reveal { "Bearer \($0)" }),
    ]
    let room = settings.room.percentEncoded
    let path = "/_matrix/client/v3/rooms/\(room)/send/m.room.message/\(id.rawValue.percentEncoded)"
    return await endpoint.exchange(.put, body, headers: headers) { Endpoint.address(path, of: $0) }
  }

  /// Classifies a reply to a new message, or to an edit of the message `handle`.
  func classify(_ reply: Endpoint.Reply, editing handle: MessageHandle? = nil, at now: Timestamp) -> Answer {
    MatrixAnswer(reply).meaning(reply.head, editing: handle, at: now) {
      endpoint.excerpt(of: $0 ?? reply.body, hiding: [settings.token])
    }
  }

  /// Returns the message without its thread, for posting to the room itself; nil for a message without a thread.
  private static func withoutThread(_ body: [UInt8]) -> [UInt8]? {
    guard var message = try? JSONDecoder().decode(MatrixMessage.self, from: Data(body)), message.relation != nil else {
      return nil
    }
    message.relation = nil
    return (try? Message(json: message, for: ""))?.body
  }
}
