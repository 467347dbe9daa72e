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
    let reason = line.reason ?? "no reason given"
    let (words, hint) = words(for: line.reason.flatMap(Reply.CloseReason.init))
    return Fault(
      .socketFailed, "the daemon closed the connection: \(reason)" + (words.map { ", \($0)" } ?? ""), hint: hint)
  }

  /// What a reason means to people, where its name does not say it; and what they can do about it.
  private static func words(for reason: Reply.CloseReason?) -> (words: String?, hint: String?) {
    switch reason {
    case .full:
      (
        "all places for clients are taken, and none of them by a user or process that has more than this one",
        "end other clients of this user; root and the daemon's own user have places of their own"
      )
    case .share:
      (
        "all places for clients are taken, and this user or process had the most: one went to another",
        "end other clients of this user"
      )
    case .log: ("what was asked for cannot be read from the event log", "the daemon's own log says why")
    case .slow: ("too little was read for too long", nil)
    case .shutdown: ("it stops", "ask again when it is back")
    case .idle, .request, nil: (nil, nil)
    }
  }

  static let hungUp = Fault(.socketFailed, "the daemon hung up")
}
