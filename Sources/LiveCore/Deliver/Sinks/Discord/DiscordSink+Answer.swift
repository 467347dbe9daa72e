extension DiscordSink {
  /// What a reply means. Where Discord says nothing of its own, what it means to every sink.
  ///
  /// Source: Discord API v10, "Rate Limits", "JSON Error Codes".
  static func classify(_ reply: Endpoint.Reply, excerpt: String = "", edits: Bool, at now: Timestamp) -> Answer {
    let (status, members) = (reply.head.status, JSONMembers(reply.body))
    let common = Answer(reply.head, excerpt: excerpt, at: now)
    switch common {
    case .accepted: return .accepted(receipt(reply.head, members))
    case .tryAgain(let reason), .slowDown(_, _, let reason):
      if status == 429 { return rateLimited(reply.head, members, reason, at: now) }
      return refused(status, members, edits: edits, reason) ?? common
    case .badMessage, .lostTarget, .deadEndpoint, .cancelled: return common
    }
  }

  /// Error codes after which a webhook never works again.
  private enum Code {
    static let unknownMessage = 10_008
    /// Unknown channel (a thread is one), server and webhook; no access, no permission, a token that is not its own.
    static let final: Set = [10_003, 10_004, 10_015, 50_001, 50_013, 50_027]
  }

  private static func refused(
    _ status: Int, _ members: JSONMembers, edits: Bool, _ reason: Answer.Reason
  ) -> Answer? {
    let code = members.integer("code")
    switch (status, code) {
    // Ten thousand of these in ten minutes, and Discord shuts out the whole address.
    case (401, _): return .deadEndpoint(reason)
    case (404, Code.unknownMessage?) where edits: return .lostTarget(reason)
    case (403, let code?) where Code.final.contains(code): return .deadEndpoint(reason)
    case (404, let code?) where Code.final.contains(code): return .deadEndpoint(reason)
    default: return nil
    }
  }

  /// The longest wait that is stated, anywhere; a limit without one is tried as other failures are.
  private static func rateLimited(
    _ head: HTTPResponseHead, _ members: JSONMembers, _ reason: Answer.Reason, at now: Timestamp
  ) -> Answer {
    let waits = [
      head.headers["retry-after"].flatMap { text in RetryAfter(text, at: now)?.wait ?? wait(Double(text)) },
      wait(head.headers["x-ratelimit-reset-after"].flatMap(Double.init)),
      wait(members.number("retry_after")),
    ]
    guard let longest = waits.compactMap(\.self).max() else { return .tryAgain(reason) }
    return .slowDown(longest, scope(head, members), reason)
  }

  private static func scope(_ head: HTTPResponseHead, _ members: JSONMembers) -> Answer.Scope {
    let isGlobal =
      head.headers["x-ratelimit-global"]?.lowercased() == "true"
      || head.headers["x-ratelimit-scope"]?.lowercased() == "global" || members.flag("global") == true
    // What is no JSON comes from before Discord: the network there is tired of this address.
    return isGlobal || !members.isObject ? .host : .sink
  }

  private static func receipt(_ head: HTTPResponseHead, _ members: JSONMembers) -> Receipt {
    let isSpent = head.headers["x-ratelimit-remaining"] == "0"
    let pause = isSpent ? wait(head.headers["x-ratelimit-reset-after"].flatMap(Double.init)) : nil
    return Receipt(handle: handle(members["id"]), pause: pause)
  }

  /// Only what can stand in a path. A proxy may have made a number of it: then its digits as they are written.
  private static func handle(_ id: JSONMembers.Value?) -> Receipt.Handle? {
    switch id {
    case .text(let text)? where isHandle(text, { $0.isLetter || $0.isNumber || "_-".contains($0) }):
      Receipt.Handle(rawValue: text)
    case .literal(let digits)? where isHandle(digits, \.isNumber): Receipt.Handle(rawValue: digits)
    default: nil
    }
  }

  private static func isHandle(_ text: String, _ isFit: (Character) -> Bool) -> Bool {
    (1...64).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && isFit($0) }
  }

  /// Seconds with decimals, rounded up; an hour at most, for a server with wrong figures must not silence a sink for a
  /// year.
  private static func wait(_ seconds: Double?) -> Duration? {
    guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
    guard seconds < 3600 else { return RetryAfter.longest }
    return .milliseconds(Int((seconds * 1000).rounded(.up)))
  }
}
