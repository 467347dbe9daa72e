/// What ntfy's answers mean.
///
/// Source: ntfy's `server/errors.go`; docs.ntfy.sh/publish, "Limitations".
enum NtfyAnswer {
  /// `sequence` is what the message was published with. A server that does not know of it answers without it, and would
  /// make another notification of an edit: then there is nothing to change. The `excerpt` of the body is fit for the
  /// operator.
  static func classify(
    _ reply: Endpoint.Reply, sequence: String?, excerpt: String, at now: Timestamp
  ) -> Answer {
    let (shared, members) = (Answer(reply.head, excerpt: excerpt, at: now), JSONMembers(reply.body))
    if case .accepted = shared {
      let echo = members.text("sequence_id")
      return .accepted(Receipt(handle: echo == sequence ? echo.map(Receipt.Handle.init) : nil))
    }
    // The status and two digits: `42901`. Ntfy's own refusals, and no proxy's, repeat the status.
    guard let code = members.integer("code"), members.integer("http") == reply.head.status,
      code / 100 == reply.head.status, let reason = shared.reason
    else { return shared }
    switch code {
    // Of a topic that cannot be, no message will be taken.
    case 40009, 40010: return .deadEndpoint(reason)
    case 40100..<40200, 40300..<40400: return .deadEndpoint(reason)
    case 42900..<43000:
      let asked = reply.head.headers["retry-after"].flatMap { RetryAfter($0, at: now)?.wait }
      // The limits are a visitor's: an address, or an account, whatever the topic.
      return .slowDown(asked ?? pause(after: code), .host, reason)
    default: return shared
    }
  }

  /// Requests come back one in 5 s, up to 60; messages and bandwidth at midnight UTC.
  private static func pause(after code: Int) -> Duration {
    switch code {
    case 42901: .seconds(10)
    case 42905, 42908: RetryAfter.longest
    case 42909: .seconds(300)
    default: .seconds(60)
    }
  }
}
