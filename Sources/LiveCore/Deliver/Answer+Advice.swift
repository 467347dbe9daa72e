internal import LivePlatform

extension FailedAttempt {
  /// The failure that an answer reports; nil for a success and for a cancelled attempt.
  init?(_ answer: Answer) {
    guard let reason = answer.reason else { return nil }
    self.init(reason.text, advice: reason.cause.advice)
  }
}

extension Answer.Cause {
  /// The advice for failures of this kind, as short as `check the token`; nil for nothing.
  var advice: String? {
    switch self {
    case .status(300...399): "use the address that it redirects to"
    case .status(400): "the receiver's own log may say why"
    case .status(401), .status(403): "check its token, secret or url"
    case .status(404), .status(410): "check its url"
    case .status(413): "it accepts only smaller messages"
    case .status(429): "it asks for fewer messages; see max_per_minute"
    case .status(500...599): "the receiver has trouble"
    case .network(let kind): kind.advice
    case .program: "try the command by hand"
    case .broker(let refusal): refusal.advice
    case .status, .fault, .expired: nil
    }
  }
}

extension Answer.BrokerRefusal {
  fileprivate var advice: String? {
    switch self {
    case .login: "check its user and password"
    case .topic: "allow its user to write there in the broker's ACL"
    case .message: "the broker's own log may say why"
    case .noSubscriber: "is Home Assistant connected to the broker? see wait_for_subscriber"
    }
  }
}

extension HTTPFault.Kind {
  fileprivate var advice: String? {
    switch self {
    case .badURL: "check its url"
    case .unresolved: "check its host name, and the network"
    case .refused: "start the receiver, or check its port"
    case .unreachable: "check the network"
    case .tls: "check its certificate, and this machine's clock"
    case .timeout, .slow: "the receiver is down or slow"
    case .truncated, .broken: "the receiver or the network has trouble"
    case .forbiddenPeer: "see allow_private"
    case .tooLarge: nil
    }
  }
}
