internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// Copies the facts of all nodes from the stream into this daemon's log, where everything behind it finds them as on one
/// machine.
struct StreamCopier<C: Clock<Duration>>: Service where C: Sendable {
  let stream: any FactStream
  let log: EventLog
  let plan: Reloadable<PollSettings>
  let scoreboard: Scoreboard
  let meters: Meters
  let health: ClusterHealth
  let clock: C
  let now: @Sendable () -> Timestamp
  let logger: Logger

  private static var page: Int { 200 }
  /// The wait between two looks at a stream without news.
  private static var pause: Duration { .milliseconds(100) }
  private static var pauseAfterFault: Duration { .seconds(1) }
  /// How far the stream is read again after a server has lost messages. They are of its last minutes.
  private static var reread: UInt64 { 10_000 }

  func run() async throws {
    await cancelWhenGracefulShutdown { await copyAll() }
  }

  private func copyAll() async {
    var outage = PollFailureLog()
    var connection: Int?
    while !Task.isCancelled {
      do {
        let current = stream.connection
        if current != connection {
          try await beginAgain()
          connection = current
        }
        let count = try await copy()
        health.worked(.copy)
        outage.recovered(logger)
        if count == 0 { try? await clock.sleep(for: Self.pause) }
      } catch {
        let fault = (error as? StreamFault)?.fault ?? Fault(eventLog: error)
        health.failed(.copy, because: fault)
        outage.failed(fault, retryIn: Self.pauseAfterFault, at: now(), logger)
        try? await clock.sleep(for: Self.pauseAfterFault)
      }
    }
  }

  /// Looks in a new connection whether the server still has the message that was copied last. If not, stores an earlier
  /// place to read from.
  private func beginAgain() async throws {
    try await stream.prepare()
    let cursor = try await log.streamCursor()
    let from = try await start(after: cursor)
    guard let cursor, from != cursor.sequence else { return }
    // No message has this name, so the next connection looks again.
    try await log.setStreamCursor(StreamCursor(sequence: from, message: "-"))
  }

  /// Copies the next page.
  ///
  /// - Returns: the number of messages.
  func copy() async throws -> Int {
    let from = try await log.streamCursor()?.sequence ?? 0
    let entries = try await stream.messages(after: from, limit: Self.page)
    guard let last = entries.last else {
      health.isBehind(0)
      return 0
    }
    if entries.count == Self.page { health.isBehind(Int(clamping: try await stream.newest() - last.sequence)) }
    let (router, routing) = (plan.current.router, plan.current.routing)
    let copied = try await log.copy(
      LogCopy(events: entries.compactMap(event), routing: routing, cursor: StreamCursor(last)), at: now()
    ) { event in
      LogEntry(event: event, sinks: router.sinks(for: event), correctionSinks: router.correctionSinks(of: event))
    }
    tell(try copied.map { try $0.decoded() })
    return entries.count
  }

  /// Returns the sequence after which the stream is read in a new connection.
  private func start(after cursor: StreamCursor?) async throws(StreamFault) -> UInt64 {
    guard let cursor, cursor.sequence > 0 else { return 0 }
    let there = try await stream.messages(after: cursor.sequence - 1, limit: 1).first
    if let there, there.sequence > cursor.sequence || StreamCursor(there) == cursor { return cursor.sequence }
    let newest = try await stream.newest()
    logger.notice(
      "stream read again", metadata: [LogKey.error: "the server has other messages than those that were copied"])
    return min(newest, cursor.sequence) - min(newest, cursor.sequence, Self.reread)
  }

  /// Decodes an event. One that cannot be read is reported, and passed over.
  private func event(of entry: StreamEntry) -> Event? {
    guard case .event(let id, let line) = entry.message.content else { return nil }
    do {
      return try CloudEvent(line: line).event
    } catch {
      let fault = Fault(
        .clusterEventUnreadable, "event \(id) of the stream cannot be read: \(error)",
        hint: "update this node: another one may have a newer release")
      logger.error("event not copied", metadata: Fault.metadata(of: fault))
      return nil
    }
  }

  private func tell(_ events: [Event]) {
    meters.logged(events, isCatchUp: false, at: now())
    for event in events {
      scoreboard.tell(event)
      logger.info("event logged", metadata: [LogKey.event: "\(event.id)"])
    }
  }
}

extension StreamCursor {
  init(_ entry: StreamEntry) {
    self.init(sequence: entry.sequence, message: "\(entry.message.game)/\(entry.message.place)")
  }
}

extension Fault.Code {
  static let clusterEventUnreadable = Fault.Code("cluster.event-unreadable")
}
