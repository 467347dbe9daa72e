internal import FoundationEssentials

extension SocketClient {
  /// A question about how things stand.
  public enum Query: String, Sendable { case status, scoreboard }

  /// The daemon's answer as it came, one control line. Teams are abbreviations; none means all, and `status` has none.
  /// Throws what `answer(to:)` of deliveries throws, `socket.silent` when it takes too long.
  public func answer(
    to query: Query, teams: [String] = [], within limit: Duration = SocketClient.patience,
    by clock: some Clock<Duration> = ContinuousClock()
  ) async throws -> WatchLine {
    try await Self.answer(within: limit, by: clock) { try await self.ask(query, teams) }
  }

  private func ask(_ query: Query, _ teams: [String]) async throws -> WatchLine {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let question = Question(op: query.rawValue, teams: teams.isEmpty ? nil : teams)
    try send([UInt8](try encoder.encode(question)) + [UInt8(ascii: "\n")])
    while let line = try await next() {
      switch line.op {
      case query.rawValue: return line
      case "error": throw Self.refusal(line)
      case "closed": throw Fault(.socketFailed, "the daemon closed the connection: \(line.reason ?? "no reason given")")
      default: continue
      }
    }
    throw Fault(.socketFailed, "the daemon hung up")
  }

  /// The daemon's `hello`, of a connection that has not been read from.
  public func greeting() async throws -> WatchLine {
    guard let line = try await next() else { throw Fault(.socketFailed, "the daemon hung up") }
    guard line.op == "hello" else {
      throw Fault(.socketFailed, "the daemon closed the connection: \(line.reason ?? "")")
    }
    return line
  }

  private struct Question: Encodable {
    var op: String
    var teams: [String]?
  }
}

extension Fault {
  /// What answered is no answer to what was asked.
  public static let unreadableAnswer = Fault(
    .socketBadAnswer, "the daemon's answer cannot be read: is it of another version?")
}
