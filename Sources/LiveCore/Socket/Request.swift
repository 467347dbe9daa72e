internal import FoundationEssentials

/// One line from a client.
struct Request: Equatable, Sendable {
  enum Operation: Equatable, Sendable {
    case subscribe(Subscription)
    case ping
    case outbox(OutboxRequest)
  }

  var operation: Operation
  /// Comes back with the answer.
  var id: RequestID?

  /// Why a request was not understood. The connection goes on.
  struct Refusal: Error, Equatable {
    enum Code: String {
      case malformed, unsupported
      case unknownOp = "unknown_op"
      case tooLong = "too_long"
      /// The client may not change anything.
      case forbidden
      case unknownSink = "unknown_sink"
      /// No message of that number waits, and none was given up.
      case unknownMessage = "unknown_message"
      /// The log could not be read or written.
      case failed
    }

    var code: Code
    var message: String
    var id: RequestID?

    static func unsupported(_ what: String) -> Refusal {
      Refusal(code: .unsupported, message: "'\(what)' is not there yet")
    }
  }

  private static let planned: Set = ["games", "game", "scoreboard", "status", "tick"]

  /// Reads a line, without its newline.
  init(line: [UInt8]) throws(Refusal) {
    guard let head = try? JSONDecoder().decode(Head.self, from: Data(line)) else {
      throw Refusal(code: .malformed, message: "expected one JSON object with a text 'op' on each line")
    }
    do {
      operation = try Self.operation(head.op, of: line)
      id = head.id
    } catch {
      throw Self.refusal(because: error, id: head.id)
    }
  }

  private static func operation(_ name: String, of line: [UInt8]) throws -> Operation {
    switch name {
    case "subscribe": return .subscribe(try JSONDecoder().decode(Subscription.self, from: Data(line)))
    case "ping": return .ping
    case _ where OutboxRequest.Name(rawValue: name) != nil:
      return .outbox(try JSONDecoder().decode(OutboxRequest.self, from: Data(line)))
    case _ where planned.contains(name): throw Refusal.unsupported(name)
    default:
      let known = "'subscribe', 'outbox', 'sinks' or 'ping'"
      throw Refusal(code: .unknownOp, message: "there is no op '\(name.prefix(40))'; try \(known)")
    }
  }

  private static func refusal(because error: any Error, id: RequestID?) -> Refusal {
    switch error {
    case var refusal as Refusal:
      refusal.id = id
      return refusal
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
      return Refusal(code: .malformed, message: "'\(path.prefix(80))' is not understood", id: id)
    default:
      return Refusal(code: .malformed, message: "not understood", id: id)
    }
  }

  private struct Head: Decodable {
    var op: String
    var id: RequestID?
  }
}

/// A client's own mark on a request: a text or a whole number.
enum RequestID: Equatable, Sendable, Codable {
  case text(String)
  case number(Int)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
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

extension Decoder {
  /// A member that is misspelt would else be taken for absent, and an absent filter lets everything pass.
  func refuseUnknownMembers(besides known: [some CodingKey]) throws {
    let names = Set(known.map(\.stringValue))
    for key in try container(keyedBy: MemberName.self).allKeys where !names.contains(key.stringValue) {
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath + [key], debugDescription: "unknown member"))
    }
  }
}

/// Any member of an object.
private struct MemberName: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
