extension SocketClient {
  /// The line of the event that has this sequence in the daemon's log. Throws `socket.no-event` when there is none.
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
        throw Self.missing(sequence, "it is yet to come")
      case "gap": throw Self.missing(sequence, "the log has removed it")
      case "synced": throw Self.missing(sequence, "it is yet to come")
      case "error": throw Fault(.socketBadAnswer, "the daemon says: \(line.summary ?? "error")")
      case "closed": throw Self.closed(line)
      default: continue
      }
    }
    throw Self.hungUp
  }

  private static func missing(_ sequence: Int, _ reason: String) -> Fault {
    Fault(
      .socketNoEvent, "there is no event \(sequence): \(reason)",
      hint: "'livegamed watch --since oldest --json' shows what there is")
  }
}

extension Fault.Code {
  static let socketNoEvent = Fault.Code("socket.no-event")
}
