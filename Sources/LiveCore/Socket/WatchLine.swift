internal import FoundationEssentials

/// One line that the daemon sent: an event, or a control line.
public struct WatchLine: Sendable {
  /// The line's bytes as they came, without the newline.
  public let bytes: [UInt8]
  /// What a control line says, such as `synced` or `closed`; nil for an event.
  public let op: String?
  let event: CloudEvent?
  private let members: ControlMembers?

  /// Throws `socket.bad-answer` when the line is neither.
  init(bytes: [UInt8]) throws(Fault) {
    self.bytes = bytes
    members = try? JSONDecoder().decode(ControlMembers.self, from: Data(bytes))
    op = members?.op
    event = members == nil ? try? CloudEvent(line: bytes) : nil
    guard op != nil || event != nil else {
      throw Fault(
        .socketBadAnswer, "'\(String(decoding: bytes.prefix(120), as: UTF8.self))' is no line of livegamed's",
        mend: "check that --socket names the socket of livegamed")
    }
  }

  /// The line as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// An event's place in the log; of a control line the place it speaks of.
  public var sequence: Int? { event?.sequence ?? members?.sequence ?? members?.resumeAfter ?? members?.after }
  /// The log's id, in events and in `hello`.
  public var log: String? { event?.logID.rawValue ?? members?.log }
  /// Why there is a `gap` or why the connection was `closed`; of an `error` its code.
  public var reason: String? { members?.reason ?? members?.code }
  /// What an `error` says to people; of an event its one sentence.
  public var summary: String? { event?.event.data.summary ?? members?.message }
  /// When the event happened.
  public var time: Timestamp? { event?.event.time }
  /// `TOR@AZ`.
  public var subject: String? { event?.event.subject }
  /// An event's type, such as `livegame.play`.
  public var type: String? { event?.event.type.rawValue }
  /// What an event means.
  public var tags: [String] { event?.event.data.tags.map(\.rawValue) ?? [] }
  /// An event told before the feed has confirmed it.
  public var isProvisional: Bool { event?.event.data.provisional ?? false }
  /// 0 (a time-out) to 4 (a home run, a final).
  public var importance: Int? { event?.event.data.importance }

  /// The members of all control lines that a client acts on.
  private struct ControlMembers: Decodable {
    var op: String
    var sequence: Int?
    var after: Int?
    var resumeAfter: Int?
    var log: String?
    var reason: String?
    var code: String?
    var message: String?

    enum CodingKeys: String, CodingKey {
      case op, sequence, after, log, reason, code, message
      case resumeAfter = "resume_after"
    }
  }
}

extension Fault.Code {
  static let socketBadAnswer = Fault.Code("socket.bad-answer")
}
