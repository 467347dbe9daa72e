extension DiscordSink {
  /// What a reply means. Where Discord says nothing of its own, what it means to every sink.
  ///
  /// Source: Discord API v10, "Rate Limits", "JSON Error Codes".
  static func classify(_ reply: Endpoint.Reply, excerpt: String = "", edits: Bool, at now: Timestamp) -> Answer {
    let (status, members) = (reply.head.status, JSONMembers(reply.body))
    let shared = Answer(unexplained: reply.head, excerpt: excerpt, at: now)
    guard var reason = shared.reason else { return .accepted(receipt(reply.head, members)) }
    // 410, a redirect and a server in trouble: whatever stands in the body.
    guard (400...499).contains(status), status != 410 else { return shared }
    let code = members.integer("code")
    let wait = longestWait(reply.head, members, at: now)
    if code == DiscordError.oldMessage { return edits ? tooOld(wait, reason) : .tryAgain(reason) }
    if let hint = code.flatMap({ DiscordError.hints[$0] }) { reason.text += "; \(hint)" }
    let refusal = DiscordError.refusal(status, code)
    // A gateway that is busy, and says for how long.
    if refusal == .passing { return shared }
    return refusal.answer(isEdit: edits, because: reason, pause: wait.map { ($0, scope(reply.head, members)) })
  }

  /// Never the silence of the sink: other messages may be changed. What is told anew may be changed for an hour again.
  private static func tooOld(_ wait: Duration?, _ reason: Answer.Reason) -> Answer {
    guard let wait, wait <= DiscordError.longestEditWait else {
      return ServiceRefusal.target.answer(isEdit: true, because: reason)
    }
    return ServiceRefusal.tooMuch.answer(isEdit: true, because: reason, pause: (wait, .message))
  }

  /// The longest wait that is stated, anywhere; nil where none is.
  private static func longestWait(_ head: HTTPResponseHead, _ members: JSONMembers, at now: Timestamp) -> Duration? {
    let waits = [
      head.headers["retry-after"].flatMap { text in RetryAfter(text, at: now)?.wait ?? wait(Double(text)) },
      wait(head.headers["x-ratelimit-reset-after"].flatMap(Double.init)),
      wait(members.number("retry_after")),
    ]
    return waits.compactMap(\.self).max()
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
    // A millisecond more, because Discord's figure and our clock both drop the fraction of one.
    return Receipt(handle: handle(members["id"]), pause: pause.map { min($0 + .milliseconds(1), RetryAfter.longest) })
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

  /// Converts seconds with decimals, rounded up. Returns an hour at most: a server with wrong figures must not stop a sink
  /// for a year.
  private static func wait(_ seconds: Double?) -> Duration? {
    guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
    guard seconds < 3600 else { return RetryAfter.longest }
    return .milliseconds(Int((seconds * 1000).rounded(.up)))
  }
}
