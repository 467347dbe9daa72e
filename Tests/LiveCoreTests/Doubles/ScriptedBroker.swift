@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A connection to a broker that exists only here. It is up from the start, and keeps what is published.
final class ScriptedBroker: MQTTConnection, Sendable {
  private struct State {
    var published: [MQTTMessage] = []
    var subscriptions: [String] = []
    var isClosed = false
    var received: (@Sendable (MQTTMessage) -> Void)?
  }

  let state = Reloadable(MQTTConnectionState(connection: 1, isUp: true))
  private let inside = Locked(State())
  private let changes = Watermark()
  private let reply: @Sendable (MQTTMessage, Int) -> MQTTReply
  private let kept: [MQTTMessage]

  /// `reply` answers a message and the number of messages before it. `kept` comes with the subscriptions.
  init(
    kept: [MQTTMessage] = [], reply: @escaping @Sendable (MQTTMessage, Int) -> MQTTReply = { _, _ in .acknowledged }
  ) {
    (self.kept, self.reply) = (kept, reply)
  }

  /// The function with which `MQTTSink` opens its connection.
  var connect: MQTTSink.Connect {
    { [self] options, received throws(Fault) in
      inside.withLock { $0.received = received }
      return self
    }
  }

  var published: [MQTTMessage] { inside.withLock { $0.published } }
  var subscriptions: [String] { inside.withLock { $0.subscriptions } }
  var isClosed: Bool { inside.withLock { $0.isClosed } }

  /// The last retained payload of each topic, as text; without removed ones.
  var retained: [String: String] {
    published.filter(\.isRetained).reduce(into: [:]) { all, message in
      all[message.topic] = message.payload.isEmpty ? nil : String(decoding: message.payload, as: UTF8.self)
    }
  }

  func publish(_ messages: [MQTTMessage], posting more: [MQTTMessage]) async -> [MQTTReply] {
    guard !Task.isCancelled else { return messages.map { _ in .lost } }
    return Array(take(messages + more).prefix(messages.count))
  }

  func post(_ messages: [MQTTMessage]) { _ = take(messages) }

  private func take(_ messages: [MQTTMessage]) -> [MQTTReply] {
    guard state.current.isUp else { return messages.map { _ in .lost } }
    let replies = inside.withLock { state in
      messages.map { message in
        defer { state.published.append(message) }
        return self.reply(message, state.published.count)
      }
    }
    changes.raise { $0 + 1 }
    return replies
  }

  func subscribe(_ filter: String) async -> MQTTReply {
    let received = inside.withLock { state in
      state.subscriptions.append(filter)
      return state.received
    }
    // Everything comes at the first subscription: the sink sorts it by topic.
    if inside.withLock({ $0.subscriptions.count }) == 1 { for message in kept { received?(message) } }
    return .acknowledged
  }

  func close() { inside.withLock { $0.isClosed = true } }

  /// Delivers a message of a subscription.
  func deliver(_ message: MQTTMessage) { inside.withLock { $0.received }?(message) }

  /// Ends the connection and begins another one.
  func reconnect() { state.replace(with: MQTTConnectionState(connection: state.current.connection + 1, isUp: true)) }

  /// Waits until a message satisfies the condition. Returns false when the task is cancelled.
  @discardableResult
  func until(_ isSo: @Sendable (ScriptedBroker) -> Bool) async -> Bool {
    while !isSo(self) {
      let seen = changes.value
      if isSo(self) { return true }
      guard await changes.past(seen) != nil else { return false }
    }
    return true
  }
}
