internal import FoundationEssentials
public import LiveModel

/// One line from the daemon: an event or a control line.
public struct WatchLine: Sendable {
  /// The bytes of the line as received, without the newline.
  public let bytes: [UInt8]
  /// The decoded event; nil in a control line.
  let event: EventHead?
  private let control: ControlMembers?

  /// Decodes a line. Throws `socket.bad-answer` when it is neither an event nor a control line.
  init(bytes: [UInt8]) throws(Fault) {
    self.bytes = bytes
    let (decoder, data) = (JSONDecoder(), Data(bytes))
    // The daemon's control lines begin like this. Most lines are events, which are decoded only once.
    let isLikelyControl = bytes.starts(with: #"{"op":"#.utf8)
    let first = isLikelyControl ? try? decoder.decode(ControlMembers.self, from: data) : nil
    event = first == nil ? try? decoder.decode(EventHead.self, from: data) : nil
    control =
      first ?? (event == nil && !isLikelyControl ? try? decoder.decode(ControlMembers.self, from: data) : nil)
    guard control != nil || event != nil else {
      throw Fault(
        .socketBadAnswer, "'\(String(decoding: bytes.prefix(120), as: UTF8.self))' is no line of livegamed's",
        hint: "check that --socket names the socket of livegamed")
    }
  }

  /// The `op` of a control line, such as `synced` or `closed`; nil for an event.
  public var op: String? { control?.op }

  /// The line as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The sequence of an event, or the position in a control line (`sequence`, `resume_after` or `after`).
  public var sequence: Int? {
    event?.sequence ?? Self.counted(control?.sequence ?? control?.resumeAfter ?? control?.after)
  }
  /// The numeric id of the request that a control line answers; nil when it has none.
  var id: Int? {
    if case .number(let number) = control?.id { number } else { nil }
  }
  /// The id of the log, in events and in `hello`.
  public var log: String? { event?.log ?? control?.log }
  /// In `hello`, the oldest sequence of the log; one more than the newest when the log is empty.
  public var oldest: Int? { Self.counted(control?.oldest) }
  /// In `hello`, the newest sequence of the log.
  public var newest: Int? { Self.counted(control?.newest) }

  /// Returns the number if it is a valid sequence, so that arithmetic on it cannot overflow; otherwise nil.
  private static func counted(_ number: Int?) -> Int? {
    number.flatMap { Subscription.sequences.contains($0) ? $0 : nil }
  }

  /// The reason of a `gap` or `closed`, or the code of an `error`.
  public var reason: String? { control?.reason ?? control?.code }
  /// The summary of an event, or the message of an `error`.
  public var summary: String? { event?.data.summary ?? control?.message }
  /// The new start time in the summary of an event that moves a game; nil in every other line.
  public var scheduledStart: Timestamp? { event?.data.scheduledStart }
  /// The time when the event happened.
  public var time: Timestamp? { event?.time }
  /// The time when the daemon observed the event; for a line without it, when the event happened.
  public var observed: Timestamp? { event?.data.observedAt ?? event?.time }
  /// The fact of an event, which all its revisions share: its id without the number of the revision.
  public var fact: Substring? { event.map { $0.id[..<($0.id.lastIndex(of: "@") ?? $0.id.endIndex)] } }
  /// The subject of an event, for example `TOR@AZ`.
  public var subject: String? { event?.subject }
  /// The number of an event's game in its league; nil in a control line.
  public var gamePk: Int? { event?.data.game?.id }
  /// The type of an event, such as `livegame.play`.
  public var type: String? { event?.type }
  /// The tags of an event.
  public var tags: [String] { event?.data.tags ?? [] }
  /// The names of the players of an event.
  var players: [String] { (event?.data.players ?? []).compactMap(\.name) }
  /// Whether the event was logged before the feed confirmed it.
  public var isProvisional: Bool { event?.data.provisional ?? false }
  /// Whether the event only completes its fact's revision before.
  public var isCompletion: Bool { event?.data.change == "completed" }
  /// The importance of an event, from 0 (a time-out) to 4 (a home run, a final).
  public var importance: Int? { event?.data.importance }

  /// In an answer, what the daemon does not know of the request's filter.
  public var warnings: [String] { control?.warnings ?? [] }

  /// The members of control lines that a client uses.
  private struct ControlMembers: Decodable {
    var op: String
    var id: RequestID?
    var sequence: Int?
    var after: Int?
    var resumeAfter: Int?
    var log: String?
    var oldest: Int?
    var newest: Int?
    var reason: String?
    var code: String?
    var message: String?
    var warnings: [String]?

    enum CodingKeys: String, CodingKey {
      case op, id, sequence, after, log, oldest, newest, reason, code, message, warnings
      case resumeAfter = "resume_after"
    }
  }
}

extension Fault.Code {
  static let socketBadAnswer = Fault.Code("socket.bad-answer")
}
