public import LiveModel

extension SocketClient {
  /// A query about the state of the games or the daemon.
  public enum Query: String, Sendable {
    case status, scoreboard, games

    /// Returns the request for the daemon.
    fileprivate func request(of teams: [String]) -> LiveCore.Query {
      switch self {
      case .status: .status
      case .scoreboard: .scoreboard(teams: teams)
      case .games: .games(teams: teams)
      }
    }
  }

  /// Sends a query and returns the daemon's answer, one control line. `teams` are abbreviations; an empty list selects
  /// all games, and `status` ignores it. Throws the faults of `answer(to:)` for an `OutboxRequest`, including
  /// `socket.silent` after `limit`.
  public func answer(
    to query: Query, teams: [String] = [], within limit: Duration = SocketClient.answerTimeout,
    by clock: some Clock<Duration> = ContinuousClock()
  ) async throws -> WatchLine {
    try await Self.answer(within: limit, by: clock) {
      try await self.exchange(query.request(of: teams)) { $0 == query.rawValue }
    }
  }

  /// Returns the daemon's `hello`, the first line of a connection. Must be called before any other read.
  public func greeting() async throws -> WatchLine {
    guard let line = try await next() else { throw Self.hungUp }
    guard line.op == "hello" else { throw Self.closed(line) }
    return line
  }
}

extension Fault {
  /// Returns the fault for an event that the log does not hold; `message` says which.
  public static func noEvent(_ message: String) -> Fault {
    Fault(.socketNoEvent, message, hint: "'livegamed log --since oldest' lists what there is")
  }

  /// The fault for an answer that cannot be decoded.
  public static let unreadableAnswer = Fault(
    .socketBadAnswer, "the daemon's answer cannot be read: is it of another version?")
}

extension SocketClient {
  /// Returns the line of the event with this sequence in the daemon's log. Throws `socket.no-event` when there is none.
  public func event(numbered sequence: Int) async throws -> [UInt8] {
    guard sequence > 0 else { throw Self.missing(sequence, "sequences begin at 1") }
    try subscribe(Subscription(after: .sequence(sequence - 1)), id: 1)
    var position = WatchPosition(after: .sequence(sequence - 1))
    while let line = try await next() {
      if line.op == nil, line.sequence == sequence { return line.bytes }
      guard position.take(line) != .passed else { continue }
      switch line.op {
      case nil: throw Self.missing(sequence, "the log has removed it")
      case "gap" where line.reason == Reply.Gap.Reason.future.rawValue:
        throw Self.missing(sequence, "it has not been logged yet")
      case "gap": throw Self.missing(sequence, "the log has removed it")
      case "synced": throw Self.missing(sequence, "it has not been logged yet")
      case "error": throw Fault(.socketBadAnswer, "the daemon says: \(line.summary ?? "error")")
      case "closed": throw Self.closed(line)
      default: continue
      }
    }
    throw Self.hungUp
  }

  private static func missing(_ sequence: Int, _ reason: String) -> Fault {
    .noEvent("there is no event \(sequence): \(reason)")
  }
}

extension SocketClient {
  /// Asks what became of an event, given by its number or its id, and returns the answer, which `EventExplanation`
  /// decodes. Throws the faults of `answer(to:)`, and `socket.no-event` when the log holds no such event.
  public func explanation(of event: String) async throws -> WatchLine {
    let selection = Int(event, in: Subscription.sequences).map { EventSelection.sequence($0) } ?? .id(event)
    let query = LiveCore.Query.explain(EventQuestion(selection: selection))
    return try await Self.answer(within: Self.answerTimeout, by: ContinuousClock()) {
      try await self.exchange(query) { $0 == LiveCore.Query.Name.explain.rawValue }
    }
  }
}

extension SocketClient {
  /// Sends a request about deliveries and returns the daemon's answer, which `OutboxAnswer` decodes. Throws
  /// `socket.forbidden`, `socket.unknown-sink` or `socket.no-message` when the daemon refuses, and `socket.silent`
  /// after the timeout; the daemon may still carry out the order then.
  public func answer(
    to request: OutboxRequest, by clock: some Clock<Duration> = ContinuousClock()
  ) async throws -> WatchLine {
    try await Self.answer(within: Self.orderTimeout, by: clock) {
      try await self.exchange(request) { OutboxRequest.Name(rawValue: $0) != nil }
    }
  }

  /// Orders the daemon to read its configuration again, with these credentials in place of those that it has, if any are
  /// given, and returns its answer, which `ReloadAnswer` decodes. Throws the faults of `answer(to:)` for an order.
  public func reload(
    with credentials: Credentials?, by clock: some Clock<Duration> = ContinuousClock()
  ) async throws -> WatchLine {
    try await Self.answer(within: Self.orderTimeout, by: clock) {
      try await self.exchange(ReloadRequest(credentials: credentials)) { $0 == ReloadRequest.op }
    }
  }

  /// Asks what is followed, or orders a change of it, and returns the daemon's answer, which `FollowAnswer` decodes. Throws
  /// `socket.forbidden`, `socket.unknown-name` or `follow.refused` when the daemon refuses, and the faults of `answer(to:)`
  /// for an order.
  public func answer(
    to request: FollowRequest, by clock: some Clock<Duration> = ContinuousClock()
  ) async throws -> WatchLine {
    try await Self.answer(within: Self.orderTimeout, by: clock) {
      try await self.exchange(request) { $0 == request.name.rawValue }
    }
  }

  /// The codes of faults of the network between the daemon and the source.
  private static let networkCodes = [
    "feed.unresolved", "feed.refused", "feed.unreachable", "feed.timeout", "feed.slow", "feed.broken", "feed.truncated",
  ]

  static func refusal(_ line: WatchLine) -> Fault {
    let text = line.summary ?? line.reason ?? "error"
    switch line.reason.flatMap(Request.Refusal.Code.init) {
    case .forbidden:
      return Fault(.socketForbidden, text, hint: "run the same command with sudo, or as the user that runs the daemon")
    case .unknownSink: return Fault(.socketUnknownSink, text)
    case .unknownName: return Fault(.socketUnknownName, text)
    case .refused: return Fault(.followRefused, text)
    case .unknownEvent: return .noEvent(text)
    case .unknownMessage: return Fault(.socketNoMessage, text, hint: "'livegamed outbox list' shows what there is")
    case .notReloadable: return Fault(.socketFailed, text)
    case .unavailable:
      // The text of a fault ends with its code.
      let code = text.hasSuffix("]") ? text.lastIndex(of: "[") : nil
      let message = code.map { text[..<$0].split(separator: " ").joined(separator: " ") }
      let isNetwork = Self.networkCodes.contains { text.hasSuffix("[\($0)]") }
      let hint = isNetwork ? "check this machine's network, and try again in a minute" : nil
      return Fault(.lookupFailed, message ?? text, hint: hint)
    case .unknownGame: return Fault(.lookupNoGame, text)
    case .failed: return Fault(.socketFailed, text, hint: "the daemon's own log says why")
    default: return Fault(.socketBadAnswer, "the daemon says: \(text)", hint: "is it of another version?")
    }
  }
}

extension SocketClient {
  /// Sends a lookup and returns the daemon's answer, one control line. Throws the faults of `answer(to:)` for an
  /// `OutboxRequest`, and `lookup.failed` if no source has an answer.
  func answer(to lookup: Lookup) async throws -> WatchLine {
    try await Self.answer(within: Self.answerTimeout, by: ContinuousClock()) {
      try await self.exchange(lookup) { $0 == lookup.name.rawValue }
    }
  }
}

extension Fault.Code {
  static let socketNoEvent = Fault.Code("socket.no-event")
  static let socketForbidden = Fault.Code("socket.forbidden")
  static let socketUnknownSink = Fault.Code("socket.unknown-sink")
  static let socketNoMessage = Fault.Code("socket.no-message")
  /// The configuration rules an order out, or it would have a wider effect than its names say.
  static let followRefused = Fault.Code("follow.refused")
  /// No source has answered a lookup.
  package static let lookupFailed = Fault.Code("lookup.failed")
}
