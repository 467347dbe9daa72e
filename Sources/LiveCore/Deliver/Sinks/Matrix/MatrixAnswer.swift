internal import LiveModel
internal import LivePlatform

/// An answer of a homeserver to a message.
///
/// Source: Matrix specification, client-server API, "Standard error response", "Rate limiting".
struct MatrixAnswer: Equatable, Sendable {
  private let status: Int
  /// The id of the event that the homeserver has; nil after a refusal.
  private let event: String?
  /// The code and its explanation; nil if the body is not a homeserver's.
  private let code: String?
  private let explanation: String?
  private let retryAfter: Duration?

  init(_ reply: Endpoint.Reply) {
    let members = JSONMembers(reply.body)
    status = reply.head.status
    event = members.text("event_id").flatMap { Self.isEvent($0) ? $0 : nil }
    (code, explanation) = (members.text("errcode"), members.text("error"))
    retryAfter = members.integer("retry_after_ms", in: 0...Int.interoperable.upperBound).map { .milliseconds($0) }
  }

  /// Returns true for an event id: `$` and 1 to 254 printable characters of ASCII.
  static func isEvent(_ text: String) -> Bool {
    text.hasPrefix("$") && (2...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// True if the message belongs to a thread, and that may be why it was refused.
  var lacksThread: Bool { refuses && code.map(MatrixError.threads.contains) == true }

  /// Only these statuses are the homeserver's verdict on the message.
  private var refuses: Bool { (400...499).contains(status) }

  /// Returns what the answer means for a new message, or for an edit of the message `handle`. `excerpt` returns a text
  /// without secrets, or the body for nil.
  func meaning(
    _ head: HTTPResponseHead, editing handle: MessageHandle?, at now: Timestamp, excerpt: ([UInt8]?) -> String
  ) -> Answer {
    let shared = Answer(unexplained: head, excerpt: excerpt(nil), at: now)
    if StatusClass(status) == .accepted {
      guard let event else {
        let text = "status \(status), but not an answer from a homeserver: '\(excerpt(nil))'"
        return .tryAgain(Answer.Reason(cause: .status(status), text: text))
      }
      // The answer to an edit names the edit, and later edits name the message itself.
      return .accepted(Receipt(handle: handle ?? MessageHandle(rawValue: event)))
    }
    guard refuses, let code else { return shared }
    let words = excerpt(Array([code, explanation].compactMap(\.self).joined(separator: ": ").utf8))
    let hint = MatrixError.hints[code].map { "; \($0)" } ?? ""
    let reason = Answer.Reason(cause: .status(status), text: "the homeserver says '\(words)'\(hint)")
    let refusal = status == 429 ? .tooMuch : MatrixError.table.refusal(of: code)
    // The limits apply to the user or the IP address, across all rooms.
    return refusal.answer(isEdit: handle != nil, because: reason, pause: pause(head, at: now).map { ($0, .host) })
  }

  /// Returns the longest wait stated in header or body, at most an hour; nil if there is none.
  private func pause(_ head: HTTPResponseHead, at now: Timestamp) -> Duration? {
    let header = head.headers["retry-after"].flatMap { RetryAfter($0, at: now)?.wait }
    return [header, retryAfter].compactMap(\.self).max().map { min($0, RetryAfter.longest) }
  }
}

/// Classes of the `errcode` values of a homeserver, for a status of 400 to 499.
///
/// Source: Matrix specification, client-server API, "Common error codes", "Other error codes".
enum MatrixError {
  static let table: [ServiceRefusal: Set<String>] = [
    // The user has not joined the room or may not write there; the room does not exist.
    .receiver: ["M_FORBIDDEN", "M_NOT_FOUND"],
    // An administrator or the user can end each of these.
    .closed: ["M_CONSENT_NOT_GIVEN", "M_RESOURCE_LIMIT_EXCEEDED", "M_USER_LOCKED", "M_USER_SUSPENDED"],
    .account: ["M_GUEST_ACCESS_FORBIDDEN", "M_MISSING_TOKEN", "M_UNKNOWN_TOKEN", "M_USER_DEACTIVATED"],
    .message: ["M_BAD_JSON", "M_MISSING_PARAM", "M_NOT_JSON", "M_TOO_LARGE"],
    .tooMuch: ["M_LIMIT_EXCEEDED"],
  ]

  /// Errors that a message of a thread may get because of its root. Synapse refuses a root that is itself a reply with
  /// `M_UNKNOWN`. The same message may succeed in the room itself.
  static let threads: Set = ["M_BAD_JSON", "M_INVALID_PARAM", "M_NOT_FOUND", "M_UNKNOWN"]

  /// Hints for the most common errors.
  static let hints = [
    "M_FORBIDDEN": "invite the user to 'room', and accept the invitation as that user",
    "M_MISSING_TOKEN": "check 'token'",
    "M_NOT_FOUND": "check 'url' and 'room'",
    "M_UNKNOWN_TOKEN": "log in again, and put the new access token in 'token'",
  ]
}
