internal import LiveModel
internal import LivePlatform

/// The outcome of one attempt.
enum Answer: Equatable, Sendable {
  /// The receiver has the message.
  case accepted(Receipt)
  /// The receiver asks us to wait this long before sending again to the given scope.
  case slowDown(Duration, Scope, Reason)
  /// A temporary failure: the same message may succeed later.
  case tryAgain(Reason)
  /// A permanent refusal of this message.
  case badMessage(Reason)
  /// The message to edit is gone: its facts go into a new message.
  case lostTarget(Reason)
  /// A permanent refusal of every message.
  case deadEndpoint(Reason)
  /// The task was cancelled first: the receiver may or may not have the message.
  case cancelled

  /// The deliveries that a request to wait applies to.
  enum Scope: Equatable, Sendable {
    /// This message. Other messages of the sink may be sent.
    case message
    /// This sink.
    case sink
    /// Every sink of the same host.
    case host
  }

  /// The reason for a failed attempt.
  struct Reason: Equatable, Sendable {
    var cause: Cause
    /// Text for the operator, without secrets.
    var text: String
  }

  /// Kinds of reasons: few, so that log lines can be counted by kind.
  enum Cause: Hashable, Sendable {
    case status(Int)
    case network(HTTPFault.Kind)
    case program
    /// A broker of MQTT refuses something.
    case broker(BrokerRefusal)
    case fault(Fault.Code)
    case expired
  }

  /// The thing that a broker of MQTT refuses.
  enum BrokerRefusal: Hashable, Sendable {
    /// The user or the password.
    case login
    /// To publish to a topic.
    case topic
    /// A message, for another reason.
    case message
    /// Nothing: it has the message, but nobody subscribes to the topic.
    case noSubscriber
  }
}

extension Answer {
  /// Nil after a success or a cancelled attempt.
  var reason: Reason? {
    switch self {
    case .accepted, .cancelled: nil
    case .slowDown(_, _, let reason), .tryAgain(let reason), .badMessage(let reason), .lostTarget(let reason),
      .deadEndpoint(let reason):
      reason
    }
  }

  /// Classifies a status for any sink. `excerpt` is the printable beginning of the body, or empty.
  init(_ head: HTTPResponseHead, excerpt: String, at now: Timestamp) {
    let detail = excerpt.isEmpty ? "" : ": '\(excerpt)'"
    let reason = Reason(cause: .status(head.status), text: "status \(head.status)\(detail)")
    switch StatusClass(head.status) {
    case .accepted: self = .accepted(Receipt())
    case .redirected:
      let text = "status \(head.status): redirects are not followed"
      self = .tryAgain(Reason(cause: reason.cause, text: text))
    case .refused: self = .tryAgain(reason)
    case .busy:
      let wait = head.headers["retry-after"].flatMap { RetryAfter($0, at: now)?.wait }
      self = wait.map { .slowDown($0, .sink, reason) } ?? .tryAgain(reason)
    case .badMessage: self = .badMessage(reason)
    case .gone: self = .deadEndpoint(reason)
    }
  }

  /// Classifies a transfer that ended without a status.
  init(_ fault: HTTPFault) {
    let reason = Reason(cause: .network(fault.kind), text: fault.description)
    self = fault.kind == .badURL ? .deadEndpoint(reason) : .tryAgain(reason)
  }
}

extension Answer {
  /// This answer to a reply that was posted outside its thread, because the thread is gone.
  var outsideThread: Answer {
    guard case .accepted(var receipt) = self else { return self }
    receipt.leftThread = true
    return .accepted(receipt)
  }
}

/// The receiver's confirmation of a message.
struct Receipt: Equatable, Sendable {
  /// Nil where messages cannot be edited.
  var handle: MessageHandle?
  /// The time that the receiver asks us to wait before the next message.
  var pause: Duration?
  /// Whether the message was a reply in a thread that is gone, and now stands outside it.
  var leftThread = false
}

/// The meaning of an HTTP status to every sink. A sink states only its exceptions: see `ServiceRefusal` for the chat
/// services.
///
/// Source: RFC 9110 §15; Standard Webhooks, "Deliverability and Reliability".
enum StatusClass: Equatable, Sendable, CaseIterable {
  /// 2xx.
  case accepted
  /// 3xx: a failure, because a redirect could lead a signed message anywhere.
  case redirected
  /// 401, 403, 404: retried until the message expires, because a receiver that is being set up or moved sends these
  /// too.
  case refused
  /// 408, 425, 429, 5xx, and any status below 200 or above 599: retried.
  case busy
  /// Any other 4xx: sending the same bytes again cannot succeed.
  case badMessage
  /// 410: the receiver is gone for good.
  case gone

  init(_ status: Int) {
    switch status {
    case 200...299: self = .accepted
    case 300...399: self = .redirected
    case 401, 403, 404: self = .refused
    case 408, 425, 429: self = .busy
    case 410: self = .gone
    case 400...499: self = .badMessage
    default: self = .busy
    }
  }
}

/// The cause of a chat service's refusal. Each kind of sink has a table that maps the service's error codes to these
/// cases.
enum ServiceRefusal: Hashable, CaseIterable, Sendable {
  /// The message to edit: gone, too old, or not ours.
  case target
  /// The destination of new messages, such as a channel or a thread: gone, or not ours, until the operator acts.
  case receiver
  /// The destination exists but accepts nothing at the moment: a permission is missing, or the destination is locked.
  case closed
  /// The token, the webhook or the app: the service accepts nothing from us, whatever the destination.
  case account
  /// The content of the message, which the service will never accept.
  case message
  /// The number of messages per time.
  case tooMuch
  /// Anything else, including every code missing from the table: assumed temporary.
  case passing

  /// Returns the answer to a refused new message, or to a refused edit if `isEdit`. `pause` holds the wait that the
  /// service asks for and its scope; nil when it names none.
  ///
  /// An edit goes to the channel of the existing message, which may differ from the channel of new messages. A refusal
  /// there says nothing about the sink: the facts go into a new message, and its answer decides.
  func answer(
    isEdit: Bool, because reason: Answer.Reason, pause: (wait: Duration, scope: Answer.Scope)? = nil
  ) -> Answer {
    switch self {
    case .target: isEdit ? .lostTarget(reason) : .tryAgain(reason)
    case .receiver: isEdit ? .lostTarget(reason) : .deadEndpoint(reason)
    case .closed: isEdit ? .lostTarget(reason) : .tryAgain(reason)
    case .account: .deadEndpoint(reason)
    case .message: .badMessage(reason)
    case .tooMuch: pause.map { .slowDown($0.wait, $0.scope, reason) } ?? .tryAgain(reason)
    case .passing: .tryAgain(reason)
    }
  }
}

extension Dictionary where Key == ServiceRefusal {
  /// Returns the case whose set contains a code of the service; `passing` when none does.
  func refusal<Word: Hashable>(of word: Word) -> ServiceRefusal where Value == Set<Word> {
    first { $0.value.contains(word) }?.key ?? .passing
  }
}

extension Answer {
  /// Classifies a status that a chat service does not explain in its own error codes. Differs from the general rule in
  /// one point: of the 4xx that mean a bad message, only 413 (too large) makes a dead letter. A proxy or a new rule of
  /// the service may cause any other.
  init(unexplained head: HTTPResponseHead, excerpt: String, at now: Timestamp) {
    let shared = Answer(head, excerpt: excerpt, at: now)
    if case .badMessage(let reason) = shared, head.status != 413 {
      self = .tryAgain(reason)
    } else {
      self = shared
    }
  }
}
