/// What the answers of Slack's Web API mean. Most errors come with status 200.
enum SlackAPI {
  /// The members of an answer that matter. They stand before the message that it repeats, where it may be cut off.
  private struct Body {
    var ok: Bool
    var error: String?
    /// The scope that is missing.
    var needed: String?
    var handle: Receipt.Handle?

    /// Nil when nobody like Slack has written it.
    init?(_ bytes: [UInt8]) {
      let members = JSONMembers(bytes)
      guard let ok = members.flag("ok") else { return nil }
      (self.ok, error, needed) = (ok, members.text("error"), members.text("needed"))
      guard let channel = members.text("channel"), let ts = members.text("ts") else { return }
      let handle = SlackHandle(channel: channel, ts: ts).handle
      self.handle = SlackHandle(handle).map { _ in handle }
    }
  }

  /// When Slack says that it is too much, and not for how long.
  private static let standardPause: Duration = .seconds(30)

  /// `excerpt` makes a text of the answer fit for the operator.
  static func classify(
    _ reply: Endpoint.Reply, isEdit: Bool, at now: Timestamp, excerpt: ([UInt8]) -> String
  ) -> Answer {
    let shared = Answer(unexplained: reply.head, excerpt: excerpt(reply.body), at: now)
    let status = reply.head.status
    let body = Body(reply.body)
    if StatusClass(status) == .accepted {
      guard let body, body.ok || body.error != nil else {
        // Something else than Slack has answered: nobody knows whether the message is there.
        let text = "status \(status), but no answer of Slack's: '\(excerpt(reply.body))'"
        return .tryAgain(Answer.Reason(cause: .status(status), text: text))
      }
      if body.ok { return .accepted(Receipt(handle: body.handle)) }
    }
    guard let body, let error = body.error, !body.ok, isVerdict(status) else { return shared }
    let what = [error, body.needed.map { "needs \($0)" }].compactMap { $0 }.joined(separator: ", ")
    let hint = SlackError.hints[error].map { "; \($0)" } ?? ""
    let reason = Answer.Reason(cause: .status(status), text: "Slack says '\(excerpt(Array(what.utf8)))'\(hint)")
    return SlackError.table.refusal(of: error)
      .answer(isEdit: isEdit, because: reason, pause: (pause(reply.head, at: now), .sink))
  }

  /// The message was a reply, and what it replied to cannot be replied to any more.
  static func lacksThread(_ reply: Endpoint.Reply) -> Bool {
    guard isVerdict(reply.head.status), let body = Body(reply.body), !body.ok, let error = body.error else {
      return false
    }
    return SlackError.threads.contains(error)
  }

  /// A redirect or a server in trouble says nothing about the message, whatever its body holds.
  private static func isVerdict(_ status: Int) -> Bool { (200...299).contains(status) || (400...499).contains(status) }

  private static func pause(_ head: HTTPResponseHead, at now: Timestamp) -> Duration {
    head.headers["retry-after"].flatMap { RetryAfter($0, at: now)?.wait } ?? standardPause
  }
}
