extension SocketClient {
  /// A question about how things stand.
  public enum Query: String, Sendable {
    case status, scoreboard

    /// As the daemon reads it.
    fileprivate func request(of teams: [String]) -> LiveCore.Query {
      switch self {
      case .status: .status
      case .scoreboard: .scoreboard(teams: teams)
      }
    }
  }

  /// The daemon's answer as it came, one control line. Teams are abbreviations; none means all, and `status` has none.
  /// Throws what `answer(to:)` of deliveries throws, `socket.silent` when it takes too long.
  public func answer(
    to query: Query, teams: [String] = [], within limit: Duration = SocketClient.patience,
    by clock: some Clock<Duration> = ContinuousClock()
  ) async throws -> WatchLine {
    try await Self.answer(within: limit, by: clock) {
      try await self.exchange(query.request(of: teams)) { $0 == query.rawValue }
    }
  }

  /// The daemon's `hello`, of a connection that has not been read from.
  public func greeting() async throws -> WatchLine {
    guard let line = try await next() else { throw Self.hungUp }
    guard line.op == "hello" else { throw Self.closed(line) }
    return line
  }
}

extension Fault {
  /// What answered is no answer to what was asked.
  public static let unreadableAnswer = Fault(
    .socketBadAnswer, "the daemon's answer cannot be read: is it of another version?")
}
