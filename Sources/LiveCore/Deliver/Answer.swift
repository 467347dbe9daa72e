/// What became of one attempt.
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

  /// What must wait.
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

  /// What a status means to every sink. The `excerpt` of the body is fit for the operator, and may be empty.
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

  /// What a transfer without an answer means.
  init(_ fault: HTTPFault) {
    let reason = Reason(cause: .network(fault.kind), text: fault.description)
    self = fault.kind == .badURL ? .deadEndpoint(reason) : .tryAgain(reason)
  }
}
