extension SocketClient {
  /// How long a daemon may take to say how things stand: far longer than one needs that is well.
  public static let patience = Duration.seconds(10)

  /// How long it may take to carry out an order, which may be about every message that waits.
  static let orderPatience = Duration.seconds(60)

  /// What `ask` brings. A daemon that hangs lets its clients connect and never speaks: then it throws `socket.silent`.
  static func answer<Answer: Sendable>(
    within limit: Duration, by clock: some Clock<Duration>, _ ask: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer.self) { group in
      group.addTask { try await ask() }
      group.addTask {
        try await clock.sleep(for: limit)
        throw Fault(
          .socketSilent, "the daemon has not answered within \(limit.components.seconds) s",
          hint: "it may hang; 'systemctl status livegamed' says more")
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw CancellationError() }
      return answer
    }
  }
}

extension Fault.Code {
  static let socketSilent = Fault.Code("socket.silent")
}
