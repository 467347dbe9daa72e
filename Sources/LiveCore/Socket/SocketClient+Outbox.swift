extension SocketClient {
  /// The daemon's answer to a request, as it came; `OutboxAnswer` reads it. Throws what the daemon refuses as
  /// `socket.forbidden`, `socket.unknown-sink` or `socket.no-message`, and `socket.silent` when it takes too long: then an
  /// order may still be carried out.
  public func answer(
    to request: OutboxRequest, by clock: some Clock<Duration> = ContinuousClock()
  ) async throws -> WatchLine {
    try await Self.answer(within: Self.orderPatience, by: clock) {
      try await self.exchange(request) { OutboxRequest.Name(rawValue: $0) != nil }
    }
  }

  static func refusal(_ line: WatchLine) -> Fault {
    let text = line.summary ?? line.reason ?? "error"
    switch line.reason.flatMap(Request.Refusal.Code.init) {
    case .forbidden:
      return Fault(.socketForbidden, text, hint: "run the same command with sudo, or as the user that runs the daemon")
    case .unknownSink: return Fault(.socketUnknownSink, text)
    case .unknownMessage: return Fault(.socketNoMessage, text, hint: "'livegamed outbox list' shows what there is")
    case .failed: return Fault(.socketFailed, text, hint: "the daemon's own log says why")
    default: return Fault(.socketBadAnswer, "the daemon says: \(text)", hint: "is it of another version?")
    }
  }
}

extension Fault.Code {
  static let socketForbidden = Fault.Code("socket.forbidden")
  static let socketUnknownSink = Fault.Code("socket.unknown-sink")
  static let socketNoMessage = Fault.Code("socket.no-message")
}
