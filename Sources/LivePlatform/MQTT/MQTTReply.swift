/// The end of a publish or a subscription.
package enum MQTTReply: Equatable, Sendable {
  /// The broker has it.
  case acknowledged
  /// The broker has it, and nobody subscribes to the topic.
  case unheard
  /// The broker refused it with this reason code.
  ///
  /// Source: MQTT 5.0, section 2.4.
  case refused(UInt8)
  /// There is no connection, or it was given up first. The message may have arrived only if it was handed over before.
  case lost
}

/// The reason why there is no connection.
package struct MQTTTrouble: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case unresolved, refused, unreachable, tls, broken
    /// The broker answered the login with this reason code.
    case login(UInt8)
  }

  package var kind: Kind
  /// Text for the operator, without secrets.
  package var text: String

  package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
}

/// The state of a connection.
package struct MQTTConnectionState: Equatable, Sendable {
  /// Counts the connections. A connection that is up has another number than every earlier one.
  package var connection = 0
  package var isUp = false
  /// Why the last attempt failed or the last connection ended; nil while it is up and before the first attempt.
  package var trouble: MQTTTrouble?

  package init(connection: Int = 0, isUp: Bool = false, trouble: MQTTTrouble? = nil) {
    (self.connection, self.isUp, self.trouble) = (connection, isUp, trouble)
  }
}

/// A connection to a broker, which comes back by itself; replaced in tests.
package protocol MQTTConnection: Sendable {
  /// Its present state, and a way to wait for the next one.
  var state: Reloadable<MQTTConnectionState> { get }

  /// Publishes messages in this order, and returns the reply to each. What is in flight when the connection ends is sent
  /// again in the next one. When the task is cancelled before the broker has acknowledged, the connection is given up
  /// with all that is in flight, so that nothing arrives later. Hands over `more` at the same time, as `post` does.
  func publish(_ messages: [MQTTMessage], posting more: [MQTTMessage]) async -> [MQTTReply]

  /// Publishes messages in this order, and does not wait for the broker. They are lost without a connection.
  func post(_ messages: [MQTTMessage])

  /// Subscribes to topics for this connection.
  func subscribe(_ filter: String) async -> MQTTReply

  /// Ends the connection. The broker publishes the will.
  func close()
}

extension MQTTConnection {
  /// Publishes one message.
  package func publish(_ message: MQTTMessage) async -> MQTTReply {
    await publish([message], posting: []).first ?? .lost
  }
}
