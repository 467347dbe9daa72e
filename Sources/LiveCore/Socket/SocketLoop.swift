internal import Logging

/// The server's thread: one epoll over the listener, the doorbell and all clients. Used on that thread only.
///
/// A new line goes at once to everybody who is up to date, in one call a client and burst: see `FilterGroup`. Who is
/// not, because the kernel takes no more or because of where its subscription began, goes at its own pace from the ring
/// or the log, some clients a round, so that the others are delayed by nobody.
///
/// A failure of the log or of one client's socket ends that client at most: the loop itself goes on.
final class SocketLoop {
  static let listenerToken: UInt64 = 0
  static let doorbellToken: UInt64 = 1

  let log: EventLog
  let listener: SocketListener
  let doorbell: Doorbell
  let options: SocketOptions
  let logger: Logger
  var handler: RequestHandler
  let survey: OutboxSurvey
  let epoll: Epoll
  var ring: LineRing
  /// The head that all clients of live groups have been sent.
  var passed: LineRing.Head
  var channels: [EventFilter: FilterGroup] = [:]
  var peers: [UInt64: ClientConnection] = [:] { didSet { options.meters.clients = peers.count } }
  /// The connections of each user.
  var quota: ClientQuota
  var nextToken: UInt64 = 2
  /// Those who have a request to be answered, or lines to be given.
  var queue: [ClientConnection] = []
  /// Those whose answer is being read from the log.
  var awaiting: Set<UInt64> = []
  /// How far the log reached when that could last be read.
  private var oldest: Int
  /// When to look at all deadlines next.
  var nextSweep: Duration?
  /// When to accept again, after the process had run out of descriptors.
  var acceptPause: Duration?
  /// Limits log lines about clients.
  var told = LogThrottle<ClientLogEvent>()
  /// It stands still while the machine sleeps, for so do the clients.
  private let start = SuspendingClock.now

  init(
    log: EventLog, listener: SocketListener, doorbell: Doorbell, options: SocketOptions, logger: Logger
  ) throws(SocketFailure) {
    (self.log, self.listener, self.doorbell) = (log, listener, doorbell)
    (self.options, self.logger) = (options, logger)
    survey = OutboxSurvey(log: log, sinks: options.view.sinks) { doorbell.ring() }
    handler = RequestHandler(log: log, survey: survey, options: options, logger: logger)
    quota = ClientQuota(places: options.clients, isPrivileged: options.isPrivileged)
    // Too low does no harm: what is gone is told when it is read. Too high would be a gap that there is not.
    oldest = 1
    ring = LineRing(after: log.tail.newest, size: options.ring, lag: options.lag)
    passed = ring.head
    epoll = try Epoll()
    try epoll.add(listener.descriptor, token: Self.listenerToken, for: .input)
    try epoll.add(doorbell.descriptor, token: Self.doorbellToken, for: .input)
  }

  /// Since the loop was made.
  var now: Duration { start.duration(to: .now) }

  /// Serves until `isStopping` says so, then takes leave of each client. Throws when nothing can be waited for any
  /// more.
  func run(until isStopping: () -> Bool) throws(SocketFailure) {
    defer { listener.removeFile() }
    while !isStopping() { try round() }
    listener.removeFile()
    try leave(.shutdown, within: options.drainTimeout)
  }

  private func round() throws(SocketFailure) {
    try handleReady(within: pause)
    passNewLines(at: now)
    let now = now
    if let end = acceptPause, end <= now { resumeAccepting(at: now) }
    if survey.takeNews() { askAgain(at: now) }
    serveQueue(at: now)
    if let due = nextSweep, due <= now { sweep(at: now) }
  }

  /// The log as far as the clients know it. Where it cannot be read, it reaches back as far as when it last could: what
  /// is gone since then is told to whoever reads there.
  func extent() -> EventLog.Extent {
    do {
      oldest = try log.extent().oldest
    } catch {
      log.health.failed(error)
    }
    return EventLog.Extent(oldest: min(oldest, ring.newest + 1), newest: ring.newest)
  }

  /// Something that could not be read for a client: it goes, and may come again.
  func failToRead(for peer: ClientConnection, because error: any Error, at now: Duration) {
    log.health.failed(error)
    let news = Fault.metadata(of: Fault(eventLog: error), and: metadata(of: peer))
    tell(.unreadable, news)
    peer.session.close(.log, at: now)
  }

  /// How long there is nothing to do unless a descriptor says so.
  private var pause: Duration? {
    if !queue.isEmpty || log.tail.newest > ring.newest { return .zero }
    guard let next = [nextSweep, acceptPause].compactMap(\.self).min() else { return nil }
    return next - now
  }

  private func handleReady(within limit: Duration?) throws(SocketFailure) {
    for ready in try epoll.wait(atMost: limit) {
      switch ready.token {
      case Self.doorbellToken: doorbell.drain()
      case Self.listenerToken: accept()
      default:
        guard let peer = peers[ready.token] else { continue }
        peer.handle(ready, at: now)
        settle(peer, at: now)
      }
    }
  }

  /// Does what has come due, and finds out when the next thing does.
  private func sweep(at now: Duration) {
    nextSweep = nil
    for peer in peers.values {
      keepUp(peer)
      // A request that came in time may not have been read yet.
      if peer.session.isGraceOver(at: now) { peer.receive(at: now) }
      if peer.session.isStalled(at: now), peer.hasRead() { peer.session.madeProgress(at: now) }
      peer.session.tick(ring.head, at: now)
      settle(peer, at: now)
    }
  }

  /// Tells each client where to resume, and gives it the time to read to its end.
  private func leave(_ reason: Reply.CloseReason, within limit: Duration) throws(SocketFailure) {
    epoll.remove(listener.descriptor)
    let end = now + limit
    for peer in peers.values {
      keepUp(peer)
      peer.session.close(reason, at: now)
      settle(peer, at: now)
    }
    while !peers.isEmpty, now < end { try handleReady(within: end - now) }
    for peer in peers.values {
      peer.session.cut(reason, at: now)
      settle(peer, at: now)
    }
  }
}
