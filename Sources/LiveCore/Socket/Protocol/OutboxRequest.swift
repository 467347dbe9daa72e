internal import LiveModel

/// A request about deliveries: to list them, which every client may do, or to change them (an order).
public enum OutboxRequest: Equatable, Sendable {
  /// Lists waiting messages and dead letters: the newest `limit` of one sink or of all, but at most `mostEntries`.
  case outbox(sink: String?, limit: Int)
  /// Lists the state of each configured sink.
  case sinks
  /// Retries the selected dead letters, and sends the selected waiting messages now.
  case retry(OutboxSelection)
  /// Removes the selected messages, waiting or dead, and the facts that are not in a message yet.
  case drop(OutboxSelection, onlyDead: Bool)
  /// Enables a disabled sink.
  case enable(sink: String)
  /// Sends nothing to a sink for so many seconds, or until it is resumed.
  case pause(sink: String, seconds: Int?)
  /// Ends a pause. What was held is sent now, or with `dropping` never.
  case resume(sink: String, dropping: Bool)

  /// The maximum number of entries in one answer.
  public static let mostEntries = 200
  /// The number of entries when the request has no `limit`.
  public static let standardLimit = 100
  /// The longest pause with an end, in seconds: a year.
  public static let longestPause = Int(OperatorPause.longest.components.seconds)

  /// Returns the seconds of a pause that is written as in a configuration, such as `7d`; nil for anything else, below a
  /// second and above `longestPause`.
  public static func secondsOfPause(_ text: String) -> Int? {
    DurationText.parse(text).map { Int($0.components.seconds) }.flatMap { (1...longestPause).contains($0) ? $0 : nil }
  }

  /// Returns what is wrong with a text that is no pause, and how to write one.
  public static func faultOfPause(_ text: String) -> String {
    let bounds = Duration.seconds(1)...OperatorPause.longest
    let advice = DurationText.advice(on: text, unit: "d", in: bounds).map { "; \($0)" } ?? ""
    return "takes a duration \(DurationText.range(bounds)), not \(quoted(text))\(advice)"
  }

  /// Whether the request changes deliveries.
  var isOrder: Bool {
    switch self {
    case .outbox, .sinks: false
    case .retry, .drop, .enable, .pause, .resume: true
    }
  }
}

extension OutboxRequest: Codable {
  enum CodingKeys: String, CodingKey { case op, id, `protocol`, sink, limit, number, all, dead, seconds, drop }

  /// The value of `op`.
  enum Name: String, Codable, CaseIterable { case outbox, sinks, retry, drop, enable, pause, resume }

  /// Decodes a request. A member that its op does not have is an error, because a misspelt member could widen an order.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(Name.self, forKey: .op)
    try decoder.refuseUnknownMembers(besides: [.op, .id, .protocol] + name.members)
    switch name {
    case .outbox:
      let limit = try container.number(.limit, in: 1...Int.max) ?? Self.standardLimit
      self = .outbox(sink: try container.decodeIfPresent(String.self, forKey: .sink), limit: limit)
    case .sinks: self = .sinks
    case .retry: self = .retry(try container.selection())
    case .drop:
      let onlyDead = try container.decodeIfPresent(Bool.self, forKey: .dead) ?? false
      self = .drop(try container.selection(), onlyDead: onlyDead)
    case .enable: self = .enable(sink: try container.decode(String.self, forKey: .sink))
    case .pause:
      let seconds = try container.number(.seconds, in: 1...Self.longestPause)
      self = .pause(sink: try container.decode(String.self, forKey: .sink), seconds: seconds)
    case .resume:
      let dropping = try container.decodeIfPresent(Bool.self, forKey: .drop) ?? false
      self = .resume(sink: try container.decode(String.self, forKey: .sink), dropping: dropping)
    }
  }

  /// Encodes the form that `init(from:)` decodes.
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
    case .pause(let sink, let seconds):
      try container.encode(Name.pause, forKey: .op)
      try container.encode(sink, forKey: .sink)
      try container.encodeIfPresent(seconds, forKey: .seconds)
    case .resume(let sink, let dropping):
      try container.encode(Name.resume, forKey: .op)
      try container.encode(sink, forKey: .sink)
      if dropping { try container.encode(true, forKey: .drop) }
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
    case .pause: [.sink, .seconds]
    case .resume: [.sink, .drop]
    }
  }
}

extension KeyedDecodingContainer<OutboxRequest.CodingKeys> {
  /// Decodes exactly one of `sink`, `number` and `all`. An absent selection is an error and does not select everything.
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
