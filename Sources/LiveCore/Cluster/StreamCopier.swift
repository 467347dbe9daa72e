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
  /// The time in which the nodes of a new cluster start.
  private static var starting: Duration { .seconds(120) }
  /// More time than a server loses.
  private static var longestLoss: Duration { .seconds(3600) }

  /// The state of one connection.
  private struct Connection {
    let number: Int
    var cursor: StreamCursor?
    var past: StreamPast
  }

  func run() async throws {
    await cancelWhenGracefulShutdown { await copyAll() }
  }

  private func copyAll() async {
    var outage = PollFailureLog()
    var connection: Connection?
    while !Task.isCancelled {
      do {
        let count = try await copy(&connection)
        health.worked(.copy)
        outage.recovered(logger)
        if count == 0 { try? await clock.sleep(for: Self.pause) }
      } catch  where !Task.isCancelled {
        connection = nil
        let fault = Fault(eventLog: error)
        health.failed(.copy, because: fault)
        outage.failed(fault, retryIn: Self.pauseAfterFault, at: now(), logger)
        try? await clock.sleep(for: Self.pauseAfterFault)
      } catch {}
    }
  }

  /// Copies the next page. Begins a new connection first.
  ///
  /// - Returns: the number of messages.
  private func copy(_ connection: inout Connection?) async throws -> Int {
    let number = stream.connection
    var current = if let connection, connection.number == number { connection } else { try await begin(number) }
    let entries = try await stream.messages(after: current.cursor?.sequence ?? 0, limit: Self.page)
    // The page may be from a server that has less than the last one had.
    connection = stream.connection == number ? current : nil
    guard connection != nil else { return Self.page }
    // A page ends where the past does.
    let isPast = current.past.through == nil
    let page = isPast ? entries.prefix { $0.stored < current.past.before } : entries[...]
    let isLast = page.count == entries.count && page.count < Self.page
    let endsPast = isPast && (isLast || page.count < entries.count)
    if let cursor = StreamCursor(after: page, from: current.cursor) {
      try await copy(Self.new(in: page, from: current.cursor), to: cursor, endsPast: endsPast)
      current.cursor = cursor
    } else if endsPast {
      try await log.endStreamPast()
    }
    if endsPast { current.past = try await log.streamPast() ?? current.past }
    connection = current
    health.copied(leaving: isLast ? 0 : max(1, try await messages(after: current.cursor)))
    return entries.count
  }

  private func messages(after cursor: StreamCursor?) async throws(Fault) -> Int {
    Int(clamping: try await stream.newest()) - Int(clamping: cursor?.sequence ?? 0)
  }

  /// Returns the messages that were not copied before.
  private static func new(in page: some Sequence<StreamEntry>, from cursor: StreamCursor?) -> [StreamEntry] {
    guard let again = cursor?.again else { return Array(page) }
    var isNew = false
    var last: Timestamp?
    return page.filter { entry in
      // A server whose clock was set back stores new messages with earlier times.
      isNew = isNew || entry.stored >= again.floor || last.map { entry.stored < $0 } ?? false
      last = entry.stored
      return isNew
    }
  }

  private func copy(_ entries: [StreamEntry], to cursor: StreamCursor, endsPast: Bool) async throws {
    let (router, routing) = (plan.current.router, plan.current.routing)
    let copied = try await log.copy(
      LogCopy(entries: entries.compactMap(entry), routing: routing, cursor: cursor, endsPast: endsPast), at: now()
    ) { event in
      LogEntry(event: event, sinks: router.sinks(for: event), correctionSinks: router.correctionSinks(of: event))
    }
    tell(try copied.map { try $0.decoded() })
  }

  /// Returns what is known at the start of a connection. If the server no longer has the message that was copied last, an
  /// earlier place is the cursor.
  private func begin(_ number: Int) async throws -> Connection {
    try await stream.prepare()
    if try await log.streamPast() == nil { try await log.beginStream(before: try await pastEnd()) }
    let cursor = try await log.streamCursor()
    let past = try await log.streamPast() ?? StreamPast(before: now(), after: 0)
    guard let cursor, try await !isThere(cursor) else { return Connection(number: number, cursor: cursor, past: past) }
    logger.notice(
      "stream read again", metadata: [LogKey.error: "the server has other messages than those that were copied"])
    let from = min(try await stream.newest(), cursor.sequence)
    let again = StreamReread(
      through: max(cursor.sequence, cursor.again?.through ?? 0),
      floor: cursor.again?.floor ?? cursor.stored - Self.longestLoss)
    // No message has this name, so a daemon that ends now looks again.
    let earlier = StreamCursor(
      sequence: from - min(from, Self.reread), message: "-", stored: cursor.stored, again: again)
    try await log.setStreamCursor(earlier)
    return Connection(number: number, cursor: earlier, past: past)
  }

  /// Returns the end of the past: two minutes before now, so that the nodes of a new cluster may start in any order. The
  /// clock of this machine may be unset, but then the newest message is later.
  private func pastEnd() async throws(Fault) -> Timestamp {
    let newest = try await stream.newest()
    let last = newest == 0 ? nil : try await stream.messages(after: newest - 1, limit: 1).first
    return max(now(), last?.stored ?? now()) - Self.starting
  }

  /// Returns whether the stream still has the message of a cursor, or has removed it as too old.
  private func isThere(_ cursor: StreamCursor) async throws(Fault) -> Bool {
    guard cursor.sequence > 0 else { return true }
    guard let there = try await stream.messages(after: cursor.sequence - 1, limit: 1).first else { return false }
    return there.sequence > cursor.sequence || StreamCursor(there).names(cursor)
  }

  /// Decodes an event. One that cannot be read is reported, and passed over.
  private func entry(_ entry: StreamEntry) -> LogCopy.Entry? {
    guard case .event(let id, let line) = entry.message.content else { return nil }
    do {
      return LogCopy.Entry(event: try CloudEvent(line: line).event, stored: entry.stored)
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
    self.init(
      sequence: entry.sequence, message: "\(entry.message.game)/\(entry.message.place)", stored: entry.stored)
  }

  /// The place after a page that was read from another place; nil if the page is empty.
  fileprivate init?(after page: some BidirectionalCollection<StreamEntry>, from former: StreamCursor?) {
    guard let last = page.last else { return nil }
    self.init(last)
    if let again = former?.again, last.sequence < again.through { self.again = again }
  }
}

extension Fault.Code {
  static let clusterEventUnreadable = Fault.Code("cluster.event-unreadable")
}
