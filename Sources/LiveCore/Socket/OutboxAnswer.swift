internal import FoundationEssentials

/// What an `OutboxRequest` is answered: a control line whose `op` is the request's.
public enum OutboxAnswer: Equatable, Sendable {
  /// To `outbox`.
  case outbox(OutboxListing)
  /// To `sinks`.
  case sinks(SinkListing)
  /// To `retry`: how many messages are tried now.
  case retry(messages: Int)
  /// To `drop`: how many messages, and how many facts that no message told yet.
  case drop(messages: Int, facts: Int)
  /// To `enable`: whether the sink was disabled.
  case enable(wasDisabled: Bool)

  /// Reads a line of the daemon's. Throws `socket.bad-answer` when it is none of these.
  public init(_ line: WatchLine) throws(Fault) {
    do {
      let (decoder, data) = (JSONDecoder(), Data(line.bytes))
      let name = line.op.flatMap(OutboxRequest.Name.init)
      switch name {
      case .outbox: self = .outbox(try decoder.decode(OutboxListing.self, from: data))
      case .sinks: self = .sinks(try decoder.decode(SinkListing.self, from: data))
      case .retry: self = .retry(messages: try decoder.decode(Count.self, from: data).messages)
      case .drop:
        let count = try decoder.decode(Count.self, from: data)
        self = .drop(messages: count.messages, facts: count.facts ?? 0)
      case .enable: self = .enable(wasDisabled: try decoder.decode(Enabling.self, from: data).wasDisabled)
      case nil: throw Fault(.socketBadAnswer, "'\(line.text.prefix(80))' is no answer to what was asked")
      }
    } catch let fault as Fault {
      throw fault
    } catch {
      throw .unreadableAnswer
    }
  }

  private struct Count: Decodable {
    var messages: Int
    var facts: Int?
  }

  private struct Enabling: Decodable {
    var wasDisabled: Bool

    private enum CodingKeys: String, CodingKey { case wasDisabled = "was_disabled" }
  }

  var name: OutboxRequest.Name {
    switch self {
    case .outbox: .outbox
    case .sinks: .sinks
    case .retry: .retry
    case .drop: .drop
    case .enable: .enable
    }
  }
}
