internal import LivePlatform

/// The messages that the sink has subscribed to: its own retained messages, read once after a start, its own status and
/// that of Home Assistant.
///
/// Bound: one entry for each topic of a team, up to `most`.
final class MQTTInbox: Sendable {
  private struct State {
    var retained: [String: [UInt8]] = [:]
    /// Whether everything must be told again.
    var isForgotten = false
  }

  private let topics: MQTTTopics
  private let state = Locked(State())

  private static let most = 1000
  private static let longest = 64 << 10

  init(_ topics: MQTTTopics) { self.topics = topics }

  /// Takes a message, on the connection's thread.
  func take(_ message: MQTTMessage) {
    state.withLock { state in
      if message.topic == topics.homeAssistant {
        if !message.isRetained, message.payload == Array("online".utf8) { state.isForgotten = true }
      } else if message.topic == topics.status {
        if !message.isRetained, message.payload == Array("offline".utf8) { state.isForgotten = true }
      } else if message.isRetained, state.retained.count < Self.most, message.payload.count <= Self.longest {
        state.retained[message.topic] = message.payload
      }
    }
  }

  /// Returns the retained payload of a topic; nil if there was none.
  func retained(_ topic: String) -> [UInt8]? { state.withLock { $0.retained[topic] } }

  /// Forgets the retained message of a topic, because a newer one was published.
  func forget(_ topic: String) { state.withLock { $0.retained[topic] = nil } }

  /// Returns whether everything must be told again, because since the last call Home Assistant has started, or another
  /// client has said that this one is offline: the broker does, when it gives up an older connection of the daemon.
  func takeForgotten() -> Bool {
    state.withLock { state in
      defer { state.isForgotten = false }
      return state.isForgotten
    }
  }
}
