internal import LiveModel
internal import LivePlatform
internal import Logging

/// The event loop of the server's thread: one epoll over the listener, the doorbell and all clients. `SocketServer` keeps
/// it behind a lock, because a thread that has logged events may send them itself (`passNewLinesToFew`).
///
/// New lines are sent immediately to every client that is up to date, with one system call for each client and burst
/// (see `FilterGroup`). A client is behind when the kernel takes no more bytes, or when its subscription begins at an
/// older event. It is served from the ring or the log at its own pace, and each round serves a bounded number of such
/// clients, so that they do not delay the others.
///
/// A failure of the log or of one client's socket closes that client at most; the loop continues.
final class SocketLoop {
  static let listenerToken: UInt64 = 0
  private static let doorbellToken: UInt64 = 1

  let log: EventLog
  let listener: SocketListener
  private let doorbell: Doorbell
  let options: SocketOptions
  let logger: Logger
  var handler: RequestHandler
  private let survey: OutboxSurvey
  let reloads: ReloadOrders
  private let reader: LogReader
  private let lookups: LookupOrders
  let follows: FollowOrders
  let epoll: Epoll
  var ring: LineRing
  /// The position up to which all members of the groups have got the lines.
  var groupHead: LineRing.Head
  var groups: [EventFilter: FilterGroup] = [:]
  var clients: [UInt64: ClientConnection] = [:] { didSet { options.meters.clients = clients.count } }
  /// The assignment of the places for clients.
  var quota: ClientQuota
  var nextToken: UInt64 = 2
  /// The clients with an unanswered request or with lines to be sent.
  var queue: [ClientConnection] = []
  /// The tokens of the clients whose answer is being read from the log.
  var awaiting: Set<UInt64> = []
  /// The oldest sequence of the log at the last successful read of its extent.
  private var oldest: Int
  /// The time of the next check of all deadlines; nil when there are none.
  var nextSweep: Duration?
  /// The time to accept clients again after the process has run out of descriptors; nil while clients are accepted.
  var acceptPause: Duration?
  /// Limits the log lines about clients.
  var logThrottle = LogThrottle<ClientLogEvent>()
  /// A clock that stops while the machine sleeps, because the clients sleep as well.
  private let start = SuspendingClock.now

  init(
    log: EventLog, listener: SocketListener, doorbell: Doorbell, epoll: Epoll, survey: OutboxSurvey,
    reader: LogReader, reloads: ReloadOrders, lookups: LookupOrders, follows: FollowOrders, options: SocketOptions,
    logger: Logger
  ) throws(SystemError) {
    (self.log, self.listener, self.doorbell, self.epoll) = (log, listener, doorbell, epoll)
    (self.survey, self.reader) = (survey, reader)
    (self.reloads, self.lookups, self.follows) = (reloads, lookups, follows)
    (self.options, self.logger) = (options, logger)
    handler = RequestHandler(
      log: log, survey: survey, reader: reader, reloads: reloads, lookups: lookups, follows: follows,
      options: options, logger: logger)
    quota = ClientQuota(places: options.clients, isPrivileged: options.isPrivileged)
    // A value that is too low is safe: removed events are reported when the log is read. A value that is too high would
    // report gaps that do not exist.
    oldest = 1
    ring = LineRing(after: log.tail.newest, size: options.ring, lag: options.lag)
    groupHead = ring.head
    try epoll.add(listener.descriptor, token: Self.listenerToken, for: .input)
    try epoll.add(doorbell.descriptor, token: Self.doorbellToken, for: .input)
  }

  /// The time since the loop was created.
  var now: Duration { start.duration(to: .now) }

  /// Serves the clients that are ready, and those for which lines or answers wait.
  ///
  /// - Returns: the time until the next work that no descriptor announces; nil when there is none.
  func round(_ ready: [Epoll.Ready]) -> Duration? {
    handle(ready)
    passNewLines(at: now)
    let now = now
    if let end = acceptPause, end <= now { resumeAccepting(at: now) }
    let signals = [
      survey.takeSignal(), reader.takeSignal(), reloads.takeSignal(), lookups.takeSignal(), follows.takeSignal(),
    ]
    if signals.contains(true) { askAgain(at: now) }
    serveQueue(at: now)
    if let due = nextSweep, due <= now { sweep(at: now) }
    return pause
  }

  /// Returns the extent of the log as reported to clients; `newest` is that of the ring. If the log cannot be read,
  /// `oldest` is the last known value; events removed since then are reported as a gap when a client reads them.
  func extent() -> EventLog.Extent {
    do {
      oldest = try log.extent().oldest
    } catch {
      log.health.failed(error)
    }
    return EventLog.Extent(oldest: min(oldest, ring.newest + 1), newest: ring.newest)
  }

  /// Closes a client whose events could not be read from the log. It can connect again.
  func failToRead(for client: ClientConnection, because error: any Error, at now: Duration) {
    log.health.failed(error)
    let fields = Fault.metadata(of: Fault(eventLog: error), and: metadata(of: client))
    report(.unreadable, fields)
    client.session.close(.log, at: now)
  }

  private var pause: Duration? {
    if !queue.isEmpty || log.tail.newest > ring.newest { return .zero }
    guard let next = [nextSweep, acceptPause].compactMap(\.self).min() else { return nil }
    return next - now
  }

  private func handle(_ ready: [Epoll.Ready]) {
    for ready in ready {
      switch ready.token {
      case Self.doorbellToken: doorbell.drain()
      case Self.listenerToken: accept()
      default:
        guard let client = clients[ready.token] else { continue }
        client.handle(ready, at: now)
        settle(client, at: now)
      }
    }
  }

  /// Handles all deadlines that have passed, and computes the next one.
  private func sweep(at now: Duration) {
    nextSweep = nil
    for client in clients.values {
      syncCursor(client)
      // A request that arrived in time may still be unread.
      if client.session.isGraceOver(at: now) { client.receive(at: now) }
      if client.session.isStalled(at: now), client.hasRead() { client.session.madeProgress(at: now) }
      client.session.tick(ring.head, at: now)
      settle(client, at: now)
    }
  }

  /// Closes all clients with the sequence to resume after, and waits at most `limit` for them to read it.
  func closeAll(_ reason: Reply.CloseReason, within limit: Duration) throws(SystemError) {
    epoll.remove(listener.descriptor)
    listener.removeFile()
    let end = now + limit
    for client in clients.values {
      syncCursor(client)
      client.session.close(reason, at: now)
      settle(client, at: now)
    }
    while !clients.isEmpty, now < end { handle(try epoll.wait(atMost: end - now)) }
    for client in clients.values {
      client.session.cut(reason, at: now)
      settle(client, at: now)
    }
  }
}

extension SocketLoop {
  /// Appends newly logged lines to the ring, and sends them to every client that is up to date.
  func passNewLines(at now: Duration) {
    let before = ring.newest
    guard log.tail.newest > before else { return }
    appendFreshLines()
    // Lines that the tail delivered out of order or dropped are read from the log.
    if ring.newest == before { readNewLines(after: before) }
    passLines(after: before, at: now)
  }

  /// Sends newly logged lines to every client that is up to date, if there are few clients. The thread that has logged the
  /// lines calls it, which saves a wake-up of the server's thread. Reads nothing from the log.
  ///
  /// - Returns: whether nothing is left to do for the server's thread.
  func passNewLinesToFew() -> Bool {
    guard clients.count <= options.fewClients else { return false }
    let (before, sweep) = (ring.newest, nextSweep)
    appendFreshLines()
    passLines(after: before, at: now)
    return ring.newest == log.tail.newest && queue.isEmpty && nextSweep == sweep
  }

  private func appendFreshLines() {
    for event in log.tail.takeFresh() where event.sequence == ring.newest + 1 { ring.append(event.line) }
  }

  private func passLines(after before: Int, at now: Duration) {
    let start = max(before, ring.block.after)
    let open = groups[EventFilter()]
    if let open { pass(to: open, after: start, at: now) }
    for group in groups.values where group !== open { pass(to: group, after: start, at: now) }
    groupHead = ring.head
    ring.trim()
  }

  /// Reads new lines from the log. If that fails, all clients count as behind, and each is served from the log later.
  private func readNewLines(after cursor: Int) {
    let newest = log.tail.newest
    do {
      let events = try log.events(after: cursor, limit: options.page)
      let start = events.first.map { $0.sequence - 1 } ?? newest
      if start > cursor { skip(to: start) }
      for event in events where event.sequence == ring.newest + 1 { ring.append(event.line) }
    } catch {
      log.health.failed(error)
      skip(to: newest)
    }
  }

  /// Restarts the ring after `cursor`, skipping lines that it does not have. All clients are behind then; each is
  /// served from the log, or gets a gap for events that the log has removed.
  private func skip(to cursor: Int) {
    for client in clients.values {
      syncCursor(client)
      leaveGroup(client)
    }
    ring.restart(after: cursor)
    groupHead = ring.head
    for client in clients.values { settle(client, at: now) }
  }

  private func pass(to group: FilterGroup, after start: Int, at now: Duration) {
    var cursor = start
    while cursor < ring.newest, !group.isEmpty {
      let batch = ring.batch(after: cursor, for: group.filter)
      if batch.count > 0 {
        group.lastLine = now
        for shortfall in MultiSend.send(batch.runs, of: ring.block.bytes, to: group.descriptors).reversed() {
          moveOut(group.members[shortfall.index], shortfall, of: batch, after: cursor, at: now)
        }
      }
      cursor = batch.last
    }
  }

  /// Moves a client out of its group when the kernel did not take all of a batch. It continues at its own pace.
  private func moveOut(
    _ client: ClientConnection, _ shortfall: MultiSend.PartialSend, of batch: LineBatch, after cursor: Int,
    at now: Duration
  ) {
    var head = ring.head
    head.newest = cursor
    client.session.markUpToDate(with: head, lastLine: now)
    leaveGroup(client)
    if shortfall.isGone { client.hangUp() } else { client.took(shortfall.taken, of: batch, in: ring.block, at: now) }
    settle(client, at: now)
  }
}
