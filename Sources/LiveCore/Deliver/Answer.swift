/// The result of one attempt.
enum Answer: Equatable, Sendable {
  /// The receiver has the message.
  case accepted(Receipt)
  /// It wants nothing for so long: of this message, this sink, or this machine.
  case slowDown(Duration, Scope, Reason)
  /// It may take the same message later.
  case tryAgain(Reason)
  /// It will never take this message.
  case badMessage(Reason)
  /// The message that was to be changed is gone: what it told must be told anew.
  case lostTarget(Reason)
  /// It will never take a message again.
  case deadEndpoint(Reason)
  /// The task ended first: nobody knows whether the receiver has the message.
  case cancelled

  /// The scope of a wait.
  enum Scope: Equatable, Sendable {
    /// This message; others of the sink may be sent.
    case message
    /// This sink.
    case sink
    /// Every sink of the same host.
    case host
  }

  /// Why a message was not taken.
  struct Reason: Equatable, Sendable {
    var cause: Cause
    /// For the operator, without secrets.
    var text: String
  }

  /// The kinds of reasons: few, so that they can be counted.
  enum Cause: Hashable, Sendable {
    case status(Int)
    case network(HTTPFault.Kind)
    case program
    case fault(Fault.Code)
    case expired
  }
}

extension Answer {
  /// Nil when the message was taken, or when nobody knows.
  var reason: Reason? {
    switch self {
    case .accepted, .cancelled: nil
    case .slowDown(_, _, let reason), .tryAgain(let reason), .badMessage(let reason), .lostTarget(let reason),
      .deadEndpoint(let reason):
      reason
    }
  }

  /// Classifies a response by its status. `excerpt` is the part of the body that the operator sees; may be empty.
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

  /// Classifies a transfer without a response.
  init(_ fault: HTTPFault) {
    let reason = Reason(cause: .network(fault.kind), text: fault.description)
    self = fault.kind == .badURL ? .deadEndpoint(reason) : .tryAgain(reason)
  }
}

/// The class of an HTTP status, for all sinks. A sink states only its exceptions: see `ServiceRefusal`
/// for the services that people read.
///
/// Source: RFC 9110 §15; Standard Webhooks, "Deliverability and Reliability".
enum StatusClass: Equatable, Sendable, CaseIterable {
  /// 2xx.
  case accepted
  /// 3xx: a failure, for a redirect could lead a signed message anywhere.
  case redirected
  /// 401, 403, 404: a receiver that is being set up or moved says so too, so that it is tried until the message
  /// expires.
  case refused
  /// 408, 425, 429, 5xx, and what is no final answer: later.
  case busy
  /// Every other 4xx: the same bytes will not do better.
  case badMessage
  /// 410: the receiver asks for no more.
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

/// The class of a service's refusal of a message. Each kind of sink has a table that maps the service's error codes to
/// these classes.
enum ServiceRefusal: Hashable, CaseIterable, Sendable {
  /// The message that an edit is to change: it is gone, too old, or not ours.
  case target
  /// The place of new messages, such as a channel or a thread: it is gone, or not ours, until an operator acts.
  case receiver
  /// The place of new messages is there, and takes none for now: a right is missing, or the place is locked.
  case closed
  /// The token, the webhook or the app: nothing is taken from us any more, wherever it goes.
  case account
  /// The bytes of the message: they will never be taken.
  case message
  /// The number of messages in a time.
  case tooMuch
  /// Anything else, and what no table holds: it may pass.
  case passing

  /// Says what follows from the refusal of a new message, or of an edit with `isEdit`. `pause` is how long the service
  /// wants nothing, and of whom; nil where it does not say.
  ///
  /// An edit goes to where the message stands, which need not be where new messages go. So a refusal of that place says
  /// nothing of the sink: the facts are told in a new message, whose answer decides.
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
  /// Returns the class that a code or word of a service stands in; `passing` when it stands in none.
  func refusal<Word: Hashable>(of word: Word) -> ServiceRefusal where Value == Set<Word> {
    first { $0.value.contains(word) }?.key ?? .passing
  }
}

extension Answer {
  /// Classifies a chat service's response by its status alone, when the service gives no error code. No 4xx but 413
  /// makes a dead letter, because a proxy or a new rule of the service may be the cause. 413 means that the message is
  /// too large.
  init(unexplained head: HTTPResponseHead, excerpt: String, at now: Timestamp) {
    let shared = Answer(head, excerpt: excerpt, at: now)
    if case .badMessage(let reason) = shared, head.status != 413 {
      self = .tryAgain(reason)
    } else {
      self = shared
    }
  }
}
