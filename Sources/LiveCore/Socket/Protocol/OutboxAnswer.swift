internal import FoundationEssentials
public import LiveModel
internal import LivePlatform

/// The answer to an `OutboxRequest`: a control line with the `op` of the request.
public enum OutboxAnswer: Equatable, Sendable {
  /// The answer to `outbox`.
  case outbox(OutboxListing)
  /// The answer to `sinks`.
  case sinks(SinkListing)
  /// The answer to `retry`: the number of messages that are sent now, and the sinks whose pause it ended.
  case retry(messages: Int, resumed: [String] = [])
  /// The answer to `drop`: the number of removed messages, and of facts that are not delivered, including those in the
  /// messages.
  case drop(messages: Int, facts: Int)
  /// The answer to `enable`: whether the sink was disabled, and whether it was paused by its receiver.
  case enable(wasDisabled: Bool, wasPaused: Bool = false)
  /// The answer to `pause`: when it ends by itself; nil when only `resume` ends it.
  case pause(until: Timestamp?)
  /// The answer to `resume`: whether the operator had paused the sink, and the number of facts that were held. They are
  /// sent now, or were dropped.
  case resume(wasPaused: Bool, facts: Int)

  /// Decodes a line from the daemon. Throws `socket.bad-answer` when it is not an answer to an `OutboxRequest`.
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
      case .pause: self = .pause(until: try decoder.decode(Pausing.self, from: data).until)
      case .resume:
        let resuming = try decoder.decode(Resuming.self, from: data)
        self = .resume(wasPaused: resuming.wasPaused, facts: resuming.facts)
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

  private struct Pausing: Decodable {
    var until: Timestamp?
  }

  private struct Resuming: Decodable {
    var wasPaused: Bool
    var facts: Int

    private enum CodingKeys: String, CodingKey {
      case wasPaused = "was_paused"
      case facts
    }
  }

  var name: OutboxRequest.Name {
    switch self {
    case .outbox: .outbox
    case .sinks: .sinks
    case .retry: .retry
    case .drop: .drop
    case .enable: .enable
    case .pause: .pause
    case .resume: .resume
    }
  }
}

/// The answer to `outbox`.
public struct OutboxListing: Equatable, Codable, Sendable {
  /// The messages, the newest last.
  public var entries: [Entry]
  /// Whether there are older messages than these.
  public var more: Bool
  /// The number of waiting facts that are not in a message yet, by sink.
  public var pending: [String: Int]

  /// A waiting message or a dead letter.
  public struct Entry: Equatable, Codable, Sendable {
    /// `waiting` while delivery is tried, `dead` for a dead letter.
    public enum State: String, Codable, Sendable { case waiting, dead }

    /// The number that identifies the message in an order.
    public var number: Int
    /// The name of its sink.
    public var sink: String
    /// Its game (`mlb/747175`), `quiet` for a digest of quiet hours, or `notice` for a notice to the operator.
    public var lane: String
    /// Whether it is a waiting message or a dead letter.
    public var state: State
    /// The id of its first event; nil for a notice.
    public var event: String?
    /// The subject of its first event, such as `TOR@AZ`, and that event's summary; nil for a notice, and when the log has
    /// removed the event.
    public var subject, summary: String?
    /// The disabled sink that a notice is about; nil for any other message.
    public var about: String?
    /// The number of facts in it; 0 for a notice.
    public var facts: Int
    /// The number of failed attempts.
    public var attempts: Int
    /// The time when the next attempt is due; for a dead letter, when the last attempt was due.
    public var due: Timestamp
    /// The reason why the last attempt failed.
    public var error: String?
    /// The time when it got its current state.
    public var changed: Timestamp
  }
}

extension OutboxListing {
  /// Lists the newest `limit` of these messages. `now` is the current wall-clock time.
  init(
    _ entries: [OutboxEntry], of sinks: [String: SinkStatus], in log: EventLog, limit: Int, at now: Timestamp
  ) {
    let dated = entries.suffix(limit).map { entry in
      var entry = entry
      entry.due = log.wallTime(of: entry.due, at: now)
      return entry
    }
    self.init(
      entries: dated.map(Entry.init), more: entries.count > limit,
      pending: sinks.mapValues(\.pending).filter { $0.value > 0 })
  }
}

extension OutboxListing.Entry {
  init(_ entry: OutboxEntry) {
    self.init(
      number: entry.number, sink: entry.sink, lane: entry.lane, state: entry.state == .dead ? .dead : .waiting,
      event: entry.event, subject: entry.subject, summary: entry.summary, about: entry.about, facts: entry.facts,
      attempts: entry.attempts, due: entry.due, error: entry.error, changed: entry.changed)
  }
}

/// The answer to `sinks`.
public struct SinkListing: Equatable, Codable, Sendable {
  /// The sinks in the order of the configuration.
  public var sinks: [Entry]

  /// A configured sink and the state of its deliveries.
  public struct Entry: Equatable, Codable, Sendable {
    /// The name in the configuration.
    public var name: String
    /// The type in the configuration, for example `webhook`; nil for a removed sink. This, the state and the counts are
    /// nil where they were not collected.
    public var type: String?
    /// The state in one word.
    public var state: SinkState?
    /// The end of the state, if it has one: of quiet hours or of a pause.
    public var until: Timestamp?
    /// How long the sink waits before it sends a fact: its `delay` and `group`; nil unless facts wait for that only.
    public var delaySeconds: Int?
    /// The number of facts that wait for delivery.
    public var waiting: Int?
    /// How many of the waiting facts are not in a message yet.
    public var pending: Int?
    /// The number of facts in dead letters.
    public var dead: Int?
    /// The time of the last delivered message.
    public var lastDelivered: Timestamp?
    /// The reason why the sink is disabled; nil when it is enabled.
    public var disabled: String?
    /// The time when it was disabled.
    public var disabledSince: Timestamp?
    /// The answer with which the receiver asked for a pause, or `by order`; nil when the sink is not paused.
    public var pause: String?
    /// The end of the pause; nil when only an order ends it.
    public var pausedUntil: Timestamp?
    /// The time when the operator ordered the pause; nil unless the operator did.
    public var pausedSince: Timestamp?
    /// The time of the first failed attempt; nil unless the sink is failing.
    public var failingSince: Timestamp?
    /// For how many seconds it has been failing while the daemon ran.
    public var failingSeconds: Int?
    /// The number of failed attempts since then; nil unless the sink is failing.
    public var attempts: Int?
    /// The last error of a failing sink, else of the waiting message with the most attempts; nil when no waiting message
    /// has failed.
    public var error: String?
    /// Advice on the error, such as `check its url`; nil for nothing.
    public var advice: String?
    /// The time of the newest dead letter; nil without any.
    public var lastDead: Timestamp?
    /// Whether the newest dead letter is less than a day old; nil without any.
    public var hasFreshDeadLetters: Bool?

    private enum CodingKeys: String, CodingKey {
      case name, type, state, until, waiting, pending, dead, disabled, pause, attempts, error, advice
      case delaySeconds = "delay_seconds"
      case failingSince = "failing_since"
      case failingSeconds = "failing_seconds"
      case lastDead = "last_dead"
      case hasFreshDeadLetters = "fresh_dead_letters"
      case lastDelivered = "last_delivered"
      case disabledSince = "disabled_since"
      case pausedUntil = "paused_until"
      case pausedSince = "paused_since"
    }
  }
}
