internal import FoundationEssentials

/// One line that the daemon sent: an event, or a control line.
public struct WatchLine: Sendable {
  /// The line's bytes as they came, without the newline.
  public let bytes: [UInt8]
  /// Nil in a control line.
  let event: WatchedEvent?
  private let control: ControlMembers?

  /// Throws `socket.bad-answer` when the line is neither.
  init(bytes: [UInt8]) throws(Fault) {
    self.bytes = bytes
    let (decoder, data) = (JSONDecoder(), Data(bytes))
    // The daemon begins its control lines so; a log is mostly events, and each is to be read but once.
    let isLikelyControl = bytes.starts(with: #"{"op":"#.utf8)
    let first = isLikelyControl ? try? decoder.decode(ControlMembers.self, from: data) : nil
    event = first == nil ? try? decoder.decode(WatchedEvent.self, from: data) : nil
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

  /// An event's place in the log; of a control line the place it speaks of.
  public var sequence: Int? {
    event?.sequence ?? Self.counted(control?.sequence ?? control?.resumeAfter ?? control?.after)
  }
  /// The number of the request that a control line answers; nil when it answers none of ours.
  var id: Int? {
    if case .number(let number) = control?.id { number } else { nil }
  }
  /// The log's id, in events and in `hello`.
  public var log: String? { event?.log ?? control?.log }
  /// In `hello`, the oldest sequence of the log; one past the newest when it is empty.
  public var oldest: Int? { Self.counted(control?.oldest) }
  /// In `hello`, the newest sequence of the log.
  public var newest: Int? { Self.counted(control?.newest) }

  /// A number that a log may have given: it can be reckoned with. Nil for any other.
  private static func counted(_ number: Int?) -> Int? {
    number.flatMap { Subscription.sequences.contains($0) ? $0 : nil }
  }

  /// Why there is a `gap` or why the connection was `closed`; of an `error` its code.
  public var reason: String? { control?.reason ?? control?.code }
  /// The message of an `error`, or the summary of an event.
  public var summary: String? { event?.data.summary ?? control?.message }
  /// When the event happened.
  public var time: Timestamp? { event?.time }
  /// `TOR@AZ`.
  public var subject: String? { event?.subject }
  /// An event's type, such as `livegame.play`.
  public var type: String? { event?.type }
  /// The event's tags.
  public var tags: [String] { event?.data.tags ?? [] }
  /// An event told before the feed has confirmed it.
  public var isProvisional: Bool { event?.data.provisional ?? false }
  /// 0 (a time-out) to 4 (a home run, a final).
  public var importance: Int? { event?.data.importance }

  /// The members of all control lines that a client acts on.
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

    enum CodingKeys: String, CodingKey {
      case op, id, sequence, after, log, oldest, newest, reason, code, message
      case resumeAfter = "resume_after"
    }
  }
}

extension Fault.Code {
  static let socketBadAnswer = Fault.Code("socket.bad-answer")
}

/// The members of an event that a client needs. A newer daemon may write unknown types and members.
struct WatchedEvent: Decodable, Sendable {
  /// Its place in the log.
  let sequence: Int
  /// `mlb/747175/5-top/pa/665489/1@1`.
  let id: String
  let type: String
  /// Of its log; nil when its source does not name one.
  let log: String?
  /// `TOR@AZ`.
  let subject: String?
  /// When it happened.
  let time: Timestamp?
  let data: Content

  struct Content: Decodable, Sendable {
    var revision: Int?
    var provisional: Bool?
    var game: Game?
    var importance: Int?
    var tags: [String]?
    var summary: String?
    /// When the daemon saw it.
    var observedAt: Timestamp?
  }

  struct Game: Decodable, Sendable {
    /// The gamePk.
    var id: Int?
    var away, home: Club?
  }

  struct Club: Decodable, Sendable { var abbreviation: String? }

  /// Both sides' abbreviations, the away side's first.
  var teams: [String] { [data.game?.away, data.game?.home].compactMap { $0?.abbreviation } }

  private enum CodingKeys: String, CodingKey { case specversion, id, source, type, subject, time, sequence, data }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decode(String.self, forKey: .specversion).hasPrefix("1."),
      let sequence = Int(
        try container.decode(String.self, forKey: .sequence), in: Subscription.sequences)
    else { throw DecodingError.dataCorruptedError(forKey: .sequence, in: container, debugDescription: "no event") }
    self.sequence = sequence
    id = try container.decode(String.self, forKey: .id)
    type = try container.decode(String.self, forKey: .type)
    let source = try container.decodeIfPresent(String.self, forKey: .source)
    log = source?.split(separator: "/").dropFirst().first.map(String.init)
    subject = try container.decodeIfPresent(String.self, forKey: .subject)
    time = try container.decodeIfPresent(Timestamp.self, forKey: .time)
    data = try container.decode(Content.self, forKey: .data)
  }
}
