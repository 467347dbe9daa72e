internal import FoundationEssentials

/// What an `OutboxRequest` is answered: a control line whose `op` is the request's.
public enum OutboxAnswer: Equatable, Sendable {
  /// To `outbox`.
  case outbox(OutboxListing)
  /// To `sinks`.
  case sinks(SinkListing)
  /// To `retry`: how many messages are tried now, and the sinks whose silence it ended.
  case retry(messages: Int, resumed: [String] = [])
  /// To `drop`: how many messages, and how many facts sinks are not told because of it, those of the messages too.
  case drop(messages: Int, facts: Int)
  /// To `enable`: whether the sink was disabled, and whether its receiver had asked for silence.
  case enable(wasDisabled: Bool, wasPaused: Bool = false)

  /// Reads a line of the daemon's. Throws `socket.bad-answer` when it is none of these.
  public init(_ line: WatchLine) throws(Fault) {
    do {
      let (decoder, data) = (JSONDecoder(), Data(line.bytes))
      let name = line.op.flatMap(OutboxRequest.Name.init)
      switch name {
      case .outbox: self = .outbox(try decoder.decode(OutboxListing.self, from: data))
      case .sinks: self = .sinks(try decoder.decode(SinkListing.self, from: data))
      case .retry:
        let count = try decoder.decode(Count.self, from: data)
        self = .retry(messages: count.messages, resumed: count.resumed ?? [])
      case .drop:
        let count = try decoder.decode(Count.self, from: data)
        self = .drop(messages: count.messages, facts: count.facts ?? 0)
      case .enable:
        let enabling = try decoder.decode(Enabling.self, from: data)
        self = .enable(wasDisabled: enabling.wasDisabled, wasPaused: enabling.wasPaused ?? false)
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
    var resumed: [String]?
  }

  private struct Enabling: Decodable {
    var wasDisabled: Bool
    var wasPaused: Bool?

    private enum CodingKeys: String, CodingKey {
      case wasDisabled = "was_disabled"
      case wasPaused = "was_paused"
    }
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
