internal import FoundationEssentials

extension SocketClient {
  /// Sends a request as one line.
  func send(request: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    try send([UInt8](try encoder.encode(request)) + [UInt8(ascii: "\n")])
  }

  /// Sends a request and reads on to its answer, the control line that `isAnswer` knows by its `op`. Throws what the
  /// daemon refuses, and `socket.failed` when the connection ends before.
  func exchange(_ request: some Encodable, isAnswer: (_ op: String) -> Bool) async throws -> WatchLine {
    try send(request: request)
    while let line = try await next() {
      switch line.op {
      case "error": throw Self.refusal(line)
      case "closed": throw Self.closed(line)
      case let op? where isAnswer(op): return line
      default: continue
      }
    }
    throw Self.hungUp
  }

  /// What a `closed` means for one who waits for something.
  static func closed(_ line: WatchLine) -> Fault {
    Fault(.socketFailed, "the daemon closed the connection: \(line.reason ?? "no reason given")")
  }

  static let hungUp = Fault(.socketFailed, "the daemon hung up")
}
