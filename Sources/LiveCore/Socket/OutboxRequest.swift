internal import FoundationEssentials

/// A request about deliveries: a query, allowed to every client, or a command.
public enum OutboxRequest: Equatable, Sendable {
  /// Messages that wait and dead letters, the newest `limit` of one sink or of all; at most `mostEntries` are given.
  case outbox(sink: String?, limit: Int)
  /// How each sink stands that the daemon serves.
  case sinks
  /// To try dead letters again, and what waits at once.
  case retry(OutboxSelection)
  /// To take messages out, waiting or dead, and what no message tells yet.
  case drop(OutboxSelection, onlyDead: Bool)
  /// To send to a disabled sink again.
  case enable(sink: String)

  /// Entries in one answer.
  public static let mostEntries = 200
  /// Entries when nobody says how many.
  public static let standardLimit = 100

  /// Whether it changes anything.
  var isOrder: Bool {
    switch self {
    case .outbox, .sinks: false
    case .retry, .drop, .enable: true
    }
  }
}

extension OutboxRequest: Codable {
  enum CodingKeys: String, CodingKey { case op, id, `protocol`, sink, limit, number, all, dead }

  /// As it is spelt in `op`.
  enum Name: String, Codable, CaseIterable { case outbox, sinks, retry, drop, enable }

  /// Reads a request. A member that its op does not have is an error: misspelt, it would let an order reach too far.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(Name.self, forKey: .op)
    try decoder.refuseUnknownMembers(besides: [.op, .id, .protocol] + name.members)
    switch name {
    case .outbox:
      let limit = try container.decodeIfPresent(Int.self, forKey: .limit) ?? Self.standardLimit
      guard limit > 0 else { throw container.mistake(.limit) }
      self = .outbox(sink: try container.decodeIfPresent(String.self, forKey: .sink), limit: limit)
    case .sinks: self = .sinks
    case .retry: self = .retry(try container.selection())
    case .drop:
      let onlyDead = try container.decodeIfPresent(Bool.self, forKey: .dead) ?? false
      self = .drop(try container.selection(), onlyDead: onlyDead)
    case .enable: self = .enable(sink: try container.decode(String.self, forKey: .sink))
    }
  }

  /// Writes what `init(from:)` reads.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .outbox(let sink, let limit):
      try container.encode(Name.outbox, forKey: .op)
      try container.encodeIfPresent(sink, forKey: .sink)
      try container.encode(limit, forKey: .limit)
    case .sinks: try container.encode(Name.sinks, forKey: .op)
    case .retry(let selection):
      try container.encode(Name.retry, forKey: .op)
      try container.encode(selection)
    case .drop(let selection, let onlyDead):
      try container.encode(Name.drop, forKey: .op)
      try container.encode(selection)
      if onlyDead { try container.encode(true, forKey: .dead) }
    case .enable(let sink):
      try container.encode(Name.enable, forKey: .op)
      try container.encode(sink, forKey: .sink)
    }
  }
}

extension OutboxRequest.Name {
  fileprivate var members: [OutboxRequest.CodingKeys] {
    switch self {
    case .outbox: [.sink, .limit]
    case .sinks: []
    case .retry: [.sink, .number, .all]
    case .drop: [.sink, .number, .all, .dead]
    case .enable: [.sink]
    }
  }
}

extension KeyedDecodingContainer<OutboxRequest.CodingKeys> {
  /// Exactly one of the three ways to name messages: what is left out must not mean everything.
  fileprivate func selection() throws -> OutboxSelection {
    let sink = try decodeIfPresent(String.self, forKey: .sink).map(OutboxSelection.sink)
    let number = try decodeIfPresent(Int.self, forKey: .number).map(OutboxSelection.number)
    let all = try decodeIfPresent(Bool.self, forKey: .all) == true ? OutboxSelection.all : nil
    let named = [sink, number, all].compactMap(\.self)
    guard let selection = named.first, named.count == 1 else {
      throw Request.Refusal(code: .malformed, message: "name one of 'sink', 'number' and 'all'")
    }
    return selection
  }

  fileprivate func mistake(_ key: Key) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: "not understood")
  }
}

extension KeyedEncodingContainer<OutboxRequest.CodingKeys> {
  fileprivate mutating func encode(_ selection: OutboxSelection) throws {
    switch selection {
    case .all: try encode(true, forKey: .all)
    case .sink(let name): try encode(name, forKey: .sink)
    case .number(let number): try encode(number, forKey: .number)
    }
  }
}

/// The answer to an `OutboxRequest`: a control line whose `op` is the request's.
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
