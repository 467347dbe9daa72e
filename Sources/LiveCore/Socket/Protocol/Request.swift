internal import FoundationEssentials

/// A request: one line that a client sends, a JSON object with an `op`.
struct Request: Equatable, Sendable {
  enum Operation: Equatable, Sendable {
    case subscribe(Subscription)
    case ping
    /// Repeats the `hello` line. The requested protocol version is already checked.
    case hello
    /// Requests a `tick` line, a marker in the stream that returns the payload.
    case tick(payload: String?)
    /// A request that is not about the stream.
    case handled(RequestHandler.Operation)
  }

  var operation: Operation
  /// Returned with each line that answers the request.
  var id: RequestID?

  /// The reason why a request is refused. The connection stays open.
  struct Refusal: Error, Equatable {
    enum Code: String {
      case malformed
      case unknownOp = "unknown_op"
      case unsupportedProtocol = "unsupported_protocol"
      case tooLong = "too_long"
      /// The client is not allowed to change deliveries or what is followed, or to reload the configuration.
      case forbidden
      case unknownSink = "unknown_sink"
      /// No waiting message and no dead letter has this number.
      case unknownMessage = "unknown_message"
      case unknownGame = "unknown_game"
      /// No team, player or position has this name, several have it, or it is not followed.
      case unknownName = "unknown_name"
      /// The configuration rules the order out, or it would have a wider effect than its names say.
      case refused
      /// The log holds no such event.
      case unknownEvent = "unknown_event"
      /// The event log could not be read or written.
      case failed
      /// No source has answered the question, or too many questions wait.
      case unavailable
      /// The daemon has no configuration file, or too many reloads wait.
      case notReloadable = "not_reloadable"
    }

    var code: Code
    var message: String
    var id: RequestID?
  }

  /// Parses one line without its newline.
  init(line: [UInt8]) throws(Refusal) {
    let head = try Self.head(of: line)
    do {
      try Self.check(try JSONDecoder().decode(Spoken.self, from: Data(line)), for: head.op)
      operation = try Self.operation(head.op, of: line)
      id = head.id
    } catch {
      throw Self.refusal(because: error, id: head.id)
    }
  }

  private static func head(of line: [UInt8]) throws(Refusal) -> Head {
    do {
      return try JSONDecoder().decode(Head.self, from: Data(line))
    } catch let refusal as Refusal {
      throw refusal
    } catch DecodingError.typeMismatch(_, let context) where context.codingPath.first?.stringValue == "id" {
      throw Refusal(code: .malformed, message: "'id' must be a text or a whole number")
    } catch {
      throw Refusal(code: .malformed, message: "expected one JSON object with a text 'op' on each line")
    }
  }

  private static func operation(_ name: String, of line: [UInt8]) throws -> Operation {
    switch name {
    case "subscribe": return .subscribe(try JSONDecoder().decode(Subscription.self, from: Data(line)))
    case "ping":
      _ = try JSONDecoder().decode(Bare.self, from: Data(line))
      return .ping
    case _ where OutboxRequest.Name(rawValue: name) != nil:
      return .handled(.outbox(try JSONDecoder().decode(OutboxRequest.self, from: Data(line))))
    case _ where Query.Name(rawValue: name) != nil:
      return .handled(.query(try JSONDecoder().decode(Query.self, from: Data(line))))
    case _ where FollowRequest.Name(rawValue: name) != nil:
      return .handled(.follow(try JSONDecoder().decode(FollowRequest.self, from: Data(line))))
    case ReloadRequest.op: return .handled(.reload(try JSONDecoder().decode(ReloadRequest.self, from: Data(line))))
    case _ where Lookup.Name(rawValue: name) != nil:
      return .handled(.lookup(try JSONDecoder().decode(Lookup.self, from: Data(line))))
    case "tick": return .tick(payload: try JSONDecoder().decode(Tick.self, from: Data(line)).payload)
    case "hello":
      _ = try JSONDecoder().decode(Bare.self, from: Data(line))
      return .hello
    default:
      let known =
        "'subscribe', 'games', 'game', 'scoreboard', 'schedule', 'game_details', 'win_expectancy', 'teams', 'team', "
        + "'players', 'player', 'predictions', 'status', 'log', 'explain', 'outbox', 'sinks', 'follow', 'reload', 'tick' or "
        + "'ping'"
      throw Refusal(code: .unknownOp, message: "there is no op '\(name.prefix(40))'; try \(known)")
    }
  }

  /// Checks the optional `protocol` member. In `hello` it is the highest version that the client supports, which may be
  /// above ours. In every other request it must be equal to ours.
  private static func check(_ asked: Spoken, for op: String) throws {
    guard let asked = asked.protocol else { return }
    guard asked == Reply.version || (op == "hello" && asked > Reply.version) else {
      throw Refusal(code: .unsupportedProtocol, message: "this daemon speaks protocol \(Reply.version)")
    }
  }

  private static func refusal(because error: any Error, id: RequestID?) -> Refusal {
    if var refusal = error as? Refusal {
      refusal.id = id
      return refusal
    }
    let message = (error as? DecodingError).map(MemberMistake.sentence) ?? "not understood"
    return Refusal(code: .malformed, message: message, id: id)
  }

  private struct Head: Decodable {
    var op: String
    var id: RequestID?
  }

  private struct Spoken: Decodable {
    private enum CodingKeys: String, CodingKey { case `protocol` }

    var `protocol`: Int?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard container.contains(.protocol), try !container.decodeNil(forKey: .protocol) else { return }
      guard let number = try? container.decode(Int.self, forKey: .protocol) else {
        throw Refusal(code: .malformed, message: "'protocol' must be a whole number")
      }
      `protocol` = number
    }
  }

  /// A request without members of its own (`ping`, `hello`).
  private struct Bare: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable { case op, id, `protocol` }

    init(from decoder: any Decoder) throws { try decoder.refuseUnknownMembers(besides: CodingKeys.allCases) }
  }

  private struct Tick: Decodable {
    static let longestPayload = 256

    private enum CodingKeys: String, CodingKey, CaseIterable { case op, id, `protocol`, payload }

    var payload: String?

    init(from decoder: any Decoder) throws {
      try decoder.refuseUnknownMembers(besides: CodingKeys.allCases)
      payload = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .payload)
      guard payload?.utf8.count ?? 0 <= Self.longestPayload else {
        throw Refusal(code: .malformed, message: "'payload' has at most \(Self.longestPayload) bytes")
      }
    }
  }
}

/// A request id chosen by the client: a text or a whole number.
enum RequestID: Equatable, Sendable, Codable {
  /// A text of at most `longestText` bytes of UTF-8.
  case text(String)
  case number(Int)

  /// The longest text in bytes. The id is repeated on every line that answers the request, so its size is bounded.
  static let longestText = 256

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      let text = try container.decode(String.self)
      guard text.utf8.count <= Self.longestText else {
        throw Request.Refusal(code: .malformed, message: "'id' has at most \(Self.longestText) bytes")
      }
      self = .text(text)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    }
  }
}
