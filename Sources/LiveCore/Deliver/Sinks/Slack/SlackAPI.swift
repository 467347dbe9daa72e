internal import FoundationEssentials

/// What the answers of Slack's Web API mean. Most errors come with status 200.
enum SlackAPI {
  /// The members of an answer that matter.
  private struct Body: Decodable {
    var ok: Bool
    var error: String?
    /// The scope that is missing.
    var needed: String?
    var channel: String?
    var ts: String?

    /// An answer repeats the message behind these members; one that is cut off there is as good as whole.
    init?(_ bytes: [UInt8]) {
      let decoder = JSONDecoder()
      if let body = try? decoder.decode(Body.self, from: Data(bytes)) {
        self = body
        return
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let end = text.firstRange(of: ",\"message\":"),
        let body = try? decoder.decode(Body.self, from: Data("\(text[..<end.lowerBound])}".utf8))
      else { return nil }
      self = body
    }
  }

  /// When Slack says that it is too much, and not for how long.
  private static let standardPause: Duration = .seconds(30)

  /// `excerpt` makes a text of the answer fit for the operator.
  static func classify(
    _ reply: Endpoint.Reply, isEdit: Bool, at now: Timestamp, excerpt: ([UInt8]) -> String
  ) -> Answer {
    let shared = Answer(reply.head, excerpt: excerpt(reply.body), at: now)
    let status = reply.head.status
    let body = Body(reply.body)
    if StatusClass(status) == .accepted {
      guard let body, body.ok || body.error != nil else {
        // Something else than Slack has answered: nobody knows whether the message is there.
        let text = "status \(status), but no answer of Slack's: '\(excerpt(reply.body))'"
        return .tryAgain(Answer.Reason(cause: .status(status), text: text))
      }
      if body.ok { return .accepted(Receipt(handle: handle(of: body))) }
    }
    guard let body, let error = body.error, !body.ok, isVerdict(status) else { return shared }
    let what = [error, body.needed.map { "needs \($0)" }].compactMap { $0 }.joined(separator: ", ")
    let mend = SlackError.mends[error].map { "; \($0)" } ?? ""
    let reason = Answer.Reason(cause: .status(status), text: "Slack says '\(excerpt(Array(what.utf8)))'\(mend)")
    return switch SlackError(error, isEdit: isEdit) {
    case .tooMuch: .slowDown(pause(reply.head, at: now), .sink, reason)
    case .target: .lostTarget(reason)
    case .endpoint: .deadEndpoint(reason)
    case .message: .badMessage(reason)
    case .passing: .tryAgain(reason)
    }
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

  private static func handle(of body: Body) -> Receipt.Handle? {
    guard let channel = body.channel, let ts = body.ts else { return nil }
    let handle = SlackHandle(channel: channel, ts: ts).handle
    return SlackHandle(handle).map { _ in handle }
  }

  private static func pause(_ head: HTTPResponseHead, at now: Timestamp) -> Duration {
    head.headers["retry-after"].flatMap { RetryAfter($0, at: now)?.wait } ?? standardPause
  }
}
