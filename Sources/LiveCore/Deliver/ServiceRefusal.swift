/// What a service's refusal of a message is about. Each kind of sink has a table that puts the service's own words into
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
  /// What a status means when a service for people does not explain it in its own words. It is what it is to every sink,
  /// but no 4xx other than 413 gives a message up: a proxy or a new rule of the service may stand behind it. 413 speaks
  /// of the size of the message.
  init(unexplained head: HTTPResponseHead, excerpt: String, at now: Timestamp) {
    let shared = Answer(head, excerpt: excerpt, at: now)
    if case .badMessage(let reason) = shared, head.status != 413 {
      self = .tryAgain(reason)
    } else {
      self = shared
    }
  }
}
