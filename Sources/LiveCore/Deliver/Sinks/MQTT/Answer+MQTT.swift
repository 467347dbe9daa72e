internal import LiveModel
internal import LivePlatform

/// Classifies what a broker says.
///
/// Source: MQTT 5.0, sections 2.4, 3.2.2.2 and 3.4.2.1.
extension Answer {
  /// Returns the answer to a message that the broker did not take; nil if it has it, whether or not anybody subscribes.
  init?(refusal reply: MQTTReply, of topic: String, _ trouble: MQTTTrouble?) {
    switch reply {
    case .acknowledged, .unheard: return nil
    case .lost: self = Answer(trouble)
    case .refused(let reason):
      let text = "the broker refuses '\(topic)': \(MQTTTrouble.words(forReason: reason))"
      switch reason {
      case 0x87: self = .tryAgain(Reason(cause: .broker(.topic), text: text))
      // Quota, and packets that are too many or too often.
      case 0x93, 0x96, 0x97:
        self = .slowDown(.seconds(5), .sink, Reason(cause: .broker(.message), text: text))
      // The name of the topic, the size, the format.
      case 0x90, 0x95, 0x99: self = .badMessage(Reason(cause: .broker(.message), text: text))
      default: self = .tryAgain(Reason(cause: .broker(.message), text: text))
      }
    }
  }

  /// The answer while there is no connection.
  init(_ trouble: MQTTTrouble?) {
    guard let trouble else {
      let text = "the connection ended before the broker acknowledged the message"
      self = .tryAgain(Reason(cause: .network(.broken), text: text))
      return
    }
    self = .tryAgain(Reason(cause: Cause(trouble.kind), text: trouble.text))
  }
}

extension Answer.Cause {
  fileprivate init(_ kind: MQTTTrouble.Kind) {
    switch kind {
    case .unresolved: self = .network(.unresolved)
    case .refused: self = .network(.refused)
    case .unreachable: self = .network(.unreachable)
    case .tls: self = .network(.tls)
    case .broken: self = .network(.broken)
    // Bad user name or password; not authorized; banned. Any other reason has nothing to do with the user.
    case .login(let reason): self = [0x86, 0x87, 0x8A].contains(reason) ? .broker(.login) : .broker(.message)
    }
  }
}
