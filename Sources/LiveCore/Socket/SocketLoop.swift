internal import Logging

/// What the server's thread does: one epoll over the listener, the doorbell and all clients. Used on that thread only.
///
/// A new line goes at once to everybody who is up to date, in one call a client and burst: see `Channel`. Who is not,
/// because the kernel takes no more or because of where its subscription began, goes at its own pace from the ring or
/// the log, some clients a round, so that the others are delayed by nobody.
final class SocketLoop {
  static let listenerToken: UInt64 = 0
  static let doorbellToken: UInt64 = 1

  let log: EventLog
  let listener: SocketListener
  let doorbell: Doorbell
  let options: SocketOptions
  let logger: Logger
  var desk: RequestDesk
  let epoll: Epoll
  var ring: LineRing
  /// What everybody who sits in a channel has got.
  var passed: LineRing.Head
  var channels: [EventFilter: Channel] = [:]
  var peers: [UInt64: SocketPeer] = [:] { didSet { options.meters.clients = peers.count } }
  var nextToken: UInt64 = 2
  /// Those who have a request to be answered, or lines to be given.
  var queue: [SocketPeer] = []
  /// When to look at all deadlines next.
  var nextSweep: Duration?
  /// When to accept again, after the process had run out of descriptors.
  var acceptPause: Duration?
  /// What is told of clients.
  var told = RepeatLimit<ClientNews>()
  private let start = ContinuousClock.now

  init(
    log: EventLog, listener: SocketListener, doorbell: Doorbell, options: SocketOptions, logger: Logger
  ) throws(SocketFailure) {
    (self.log, self.listener, self.doorbell) = (log, listener, doorbell)
    (self.options, self.logger) = (options, logger)
    desk = RequestDesk(log: log, options: options, logger: logger)
    ring = LineRing(after: log.tail.newest, size: options.ring, lag: options.lag)
    passed = ring.head
    epoll = try Epoll()
    try epoll.add(listener.descriptor, token: Self.listenerToken, for: .input)
    try epoll.add(doorbell.descriptor, token: Self.doorbellToken, for: .input)
  }

  /// Since the loop was made.
  var now: Duration { start.duration(to: .now) }

  /// Serves until `isStopping` says so, then takes leave of each client.
  ///
  /// Throws when the log cannot be read, after the clients were told.
  func run(until isStopping: () -> Bool) throws {
    do {
      while !isStopping() { try round() }
      listener.removeFile()
      try leave(.shutdown, within: options.farewell)
    } catch {
      listener.removeFile()
      try leave(.log, within: .zero)
      throw error
    }
  }

  private func round() throws {
    try handleReady(within: pause)
    try passNewLines(at: now)
    let now = now
    if let end = acceptPause, end <= now { try resumeAccepting() }
    try serveQueue(at: now)
    if let due = nextSweep, due <= now { try sweep(at: now) }
  }

  /// How long there is nothing to do unless a descriptor says so.
  private var pause: Duration? {
    if !queue.isEmpty || log.tail.newest > ring.newest { return .zero }
    guard let next = [nextSweep, acceptPause].compactMap(\.self).min() else { return nil }
    return next - now
  }

  private func handleReady(within limit: Duration?) throws {
    for ready in try epoll.wait(atMost: limit) {
      switch ready.token {
      case Self.doorbellToken: doorbell.hush()
      case Self.listenerToken: try accept()
      default:
        guard let peer = peers[ready.token] else { continue }
        peer.handle(ready, at: now)
        try settle(peer, at: now)
      }
    }
  }

  /// Does what has come due, and finds out when the next thing does.
  private func sweep(at now: Duration) throws {
    nextSweep = nil
    for peer in peers.values {
      keepUp(peer)
      // What it said in time may not have been read yet.
      if peer.session.isGraceOver(at: now) { peer.receive(at: now) }
      if peer.session.isStalled(at: now), peer.hasRead() { peer.session.madeProgress(at: now) }
      peer.session.tick(ring.head, at: now)
      try settle(peer, at: now)
    }
  }

  /// Tells each client where to resume, and gives it the time to read to its end.
  private func leave(_ reason: Reply.CloseReason, within limit: Duration) throws {
    epoll.remove(listener.descriptor)
    let end = now + limit
    for peer in peers.values {
      keepUp(peer)
      peer.session.close(reason, at: now)
      try settle(peer, at: now)
    }
    while !peers.isEmpty, now < end { try handleReady(within: end - now) }
    for peer in peers.values {
      peer.session.cut(reason, at: now)
      try settle(peer, at: now)
    }
  }
}
