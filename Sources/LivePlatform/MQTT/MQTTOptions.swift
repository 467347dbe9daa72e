package import LiveModel

/// A broker, and how to log in there.
package struct MQTTOptions: Sendable {
  /// The host name or the address, without brackets.
  package var host: String
  package var port: Int
  /// Whether the connection uses TLS.
  package var isSecure: Bool
  package var user: String?
  package var password: Secret?
  /// The path of the certificates that sign the broker's; nil for those of the system.
  package var caFile: String?
  /// Unique among the clients of the broker: it ends the connection of another one with the same id.
  package var clientID: String
  /// The message that the broker publishes when the connection breaks.
  package var will: MQTTMessage?
  /// The longest silence of the client. The broker gives it up after one and a half times as long.
  package var keepAlive: Duration = .seconds(15)

  package init(
    host: String, port: Int, isSecure: Bool, user: String? = nil, password: Secret? = nil, caFile: String? = nil,
    clientID: String, will: MQTTMessage? = nil
  ) {
    (self.host, self.port, self.isSecure, self.user, self.password) = (host, port, isSecure, user, password)
    (self.caFile, self.clientID, self.will) = (caFile, clientID, will)
  }
}

/// A message of MQTT. It is published with QoS 1.
package struct MQTTMessage: Equatable, Sendable {
  package var topic: String
  package var payload: [UInt8]
  /// Whether the broker keeps it for later subscribers. A retained message without a payload removes the kept one.
  package var isRetained: Bool

  package init(_ topic: String, _ payload: [UInt8], isRetained: Bool = false) {
    (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
  }
}
