internal import Logging

/// Answers what the operator asks of deliveries. Used on the server's thread, which it blocks for one short read or write.
struct OutboxDesk {
  let log: EventLog
  /// Those that the daemon serves.
  let sinks: @Sendable () -> [ServedSink]
  /// Who may change anything.
  let admits: @Sendable (UnixSocket.Peer?) -> Bool
  let logger: Logger
  var now: @Sendable () -> Timestamp = WallClock.now

  /// Throws `forbidden`, `unknown_sink`, `unknown_message`, or `failed` when the log could not be read or written.
  func answer(_ request: OutboxRequest, to peer: UnixSocket.Peer?) throws(Request.Refusal) -> OutboxAnswer {
    guard !request.isOrder || admits(peer) else {
      throw Request.Refusal(code: .forbidden, message: "only root and the daemon's own user may change deliveries")
    }
    return try asking {
      let answer = try perform(request)
      if request.isOrder { tell(request, answer, peer) }
      return answer
    }
  }

  /// How each sink stands that is served. Throws `failed`.
  func entries() throws(Request.Refusal) -> [SinkListing.Entry] { try asking { try standing() } }

  private func asking<Value>(_ body: () throws -> Value) throws(Request.Refusal) -> Value {
    do {
      return try body()
    } catch let refusal as Request.Refusal {
      throw refusal
    } catch {
      log.health.failed(error)
      logger.error("request not carried out", metadata: Fault.metadata(of: Fault(eventLog: error)))
      throw Request.Refusal(code: .failed, message: "the event log could not be read or written")
    }
  }

  private func perform(_ request: OutboxRequest) throws -> OutboxAnswer {
    switch request {
    case .outbox(let sink, let limit):
      return .outbox(try listing(of: sink, limit: min(limit, OutboxRequest.mostEntries)))
    case .sinks: return .sinks(SinkListing(sinks: try standing()))
    case .retry(let selection):
      try checkServed(selection)
      let expires = Dictionary(sinks().map { ($0.name, $0.expires) }) { first, _ in first }
      return .retry(messages: try log.retry(selection, expires: expires, at: now()))
    case .drop(let selection, let onlyDead):
      try checkKnown(selection)
      let dropped = try log.drop(selection, onlyDead: onlyDead, at: now())
      return .drop(messages: dropped.messages, facts: dropped.facts)
    case .enable(let sink):
      try checkServed(.sink(sink))
      return .enable(wasDisabled: try log.enable(sink))
    }
  }

  private func standing() throws -> [SinkListing.Entry] {
    let sinks = sinks()
    return SinkListing.Entry.all(of: sinks, try log.standings(of: sinks.map(\.name)))
  }

  private func listing(of sink: String?, limit: Int) throws -> OutboxListing {
    if let sink { try checkKnown(.sink(sink)) }
    let now = now()
    let entries = try log.outboxEntries(of: sink, limit: limit + 1).map { entry in
      var entry = entry
      entry.due = log.wallTime(of: entry.due, at: now)
      return entry
    }
    let uncomposed = try log.standings(of: sink.map { [$0] } ?? log.knownSinks()).mapValues(\.uncomposed)
    return OutboxListing(
      entries: entries.suffix(limit).map(OutboxListing.Entry.init), more: entries.count > limit,
      uncomposed: uncomposed.filter { $0.value > 0 })
  }

  private func tell(_ request: OutboxRequest, _ answer: OutboxAnswer, _ peer: UnixSocket.Peer?) {
    var fields: Logger.Metadata = [LogKey.client: "\(peer?.description ?? "unknown")"]
    switch (request, answer) {
    case (.retry(let selection), .retry(let count)), (.drop(let selection, _), .drop(let count, _)):
      fields[LogKey.count] = "\(count)"
      fields[LogKey.sink] = selection.sink.map { "\($0)" }
      fields[LogKey.message] = selection.number.map { "\($0)" }
    case (.enable(let sink), _): fields[LogKey.sink] = "\(sink)"
    default: break
    }
    logger.notice("\(Self.words(for: request))", metadata: fields)
  }

  private static func words(for request: OutboxRequest) -> String {
    switch request {
    case .retry: "messages tried again by order"
    case .drop: "messages dropped by order"
    default: "sink enabled by order"
    }
  }
}

extension OutboxDesk {
  /// Nobody would send what is for a sink that is not served.
  private func checkServed(_ selection: OutboxSelection) throws {
    switch selection {
    case .all: break
    case .sink(let name):
      guard sinks().contains(where: { $0.name == name }) else { throw unknown(name) }
    case .number(let number):
      let sink = try entry(number).sink
      guard sinks().contains(where: { $0.name == sink }) else {
        throw Request.Refusal(
          code: .unknownSink, message: "message \(number) is for sink '\(sink)', which is not served any more; drop it")
      }
    }
  }

  /// What is left of a sink that is not served any more can be seen and dropped.
  private func checkKnown(_ selection: OutboxSelection) throws {
    switch selection {
    case .all: break
    case .sink(let name):
      let isServed = sinks().contains { $0.name == name }
      guard try isServed || log.knownSinks().contains(name) else { throw unknown(name) }
    case .number(let number): _ = try entry(number)
    }
  }

  private func entry(_ number: Int) throws -> OutboxEntry {
    guard let entry = try log.outboxEntry(number) else {
      throw Request.Refusal(
        code: .unknownMessage, message: "there is no message \(number) that waits or was given up")
    }
    return entry
  }

  private func unknown(_ name: String) -> Request.Refusal {
    let names = sinks().map(\.name)
    let known = names.isEmpty ? "the daemon serves none" : "the daemon serves \(names.joined(separator: ", "))"
    let mend = Suggestion.mend(name, among: names, otherwise: known)
    return Request.Refusal(code: .unknownSink, message: "there is no sink \(quoted(name)); \(mend)")
  }
}
