@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A sink that talks to a simulated service, as its worker does.
struct ServiceConversation {
  let sink: any Sink
  /// The messages so far. Each has an id of its own, by which Matrix knows a repeat.
  private let count = Locked(0)

  init(_ configured: ConfiguredSink) { sink = configured.sink }

  /// Posts a play, and returns the answer.
  func post(_ text: String, in thread: MessageHandle? = nil) async throws -> Answer {
    try await send(.news([Self.deliverable(text)], thread: thread))
  }

  /// Posts a play that must be accepted, and returns its handle.
  func handle(of text: String, in thread: MessageHandle? = nil) async throws -> MessageHandle {
    let answer = try await post(text, in: thread)
    guard case .accepted(let receipt) = answer, let handle = receipt.handle else { throw NoHandle(answer: answer) }
    return handle
  }

  /// Edits a message.
  func change(_ handle: MessageHandle, to text: String) async throws -> Answer {
    try await send(.edit([Self.deliverable(text)], of: handle))
  }

  func send(_ content: MessageContent) async throws -> Answer {
    let composed = try sink.compose(content)
    let number = count.withLock { count in
      count += 1
      return count
    }
    return await sink.send(composed, id: WebhookID(rawValue: "msg_\(number)"), at: SampleEvents.start)
  }

  /// Returns a play; each text is its own fact.
  private static func deliverable(_ text: String) -> DeliverableEvent {
    var deliverable = SampleMessages.deliverable(text)
    deliverable.event.data.fact = Fact(rawValue: "mlb/1/\(text)")
    return deliverable
  }

  struct NoHandle: Error {
    var answer: Answer
  }
}

extension Answer {
  /// The name of the case, such as `tryAgain`.
  var name: String { String("\(self)".prefix { $0 != "(" }) }

  /// The wait that the receiver asks for, and its scope.
  var pause: (wait: Duration, scope: Scope)? {
    guard case .slowDown(let wait, let scope, _) = self else { return nil }
    return (wait, scope)
  }
}
