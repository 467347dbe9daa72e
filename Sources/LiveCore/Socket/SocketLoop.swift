internal import Logging

/// What the server's thread does: one epoll over the listener, the doorbell and all clients. Used on that thread only.
///
/// Each round serves every client at most one page, so that one that reads a long backlog delays nobody.
final class SocketLoop {
  static let listenerToken: UInt64 = 0
  static let doorbellToken: UInt64 = 1

  let log: EventLog
  let listener: SocketListener
  let doorbell: Doorbell
  let options: SocketOptions
  let logger: Logger
  let desk: RequestDesk
  let epoll: Epoll
  var peers: [UInt64: SocketPeer] = [:]
  var nextToken: UInt64 = 2
  /// When to accept again, after the process had run out of descriptors.
  var acceptPause: Duration?
  private let start = ContinuousClock.now

  init(
    log: EventLog, listener: SocketListener, doorbell: Doorbell, options: SocketOptions, logger: Logger
  ) throws(SocketFailure) {
    (self.log, self.listener, self.doorbell) = (log, listener, doorbell)
    (self.options, self.logger) = (options, logger)
    desk = RequestDesk(log: log, options: options, logger: logger)
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
    try handleReady(within: pause(at: now))
    let (now, newest) = (now, log.tail.newest)
    if let end = acceptPause, end <= now { try resumeAccepting() }
    try answerRequests(at: now)
    for peer in peers.values { peer.session.tick(newest: newest, at: now) }
    try serve(newest: newest, at: now)
    try flush(at: now)
  }

  /// How long there is nothing to do unless a descriptor says so.
  private func pause(at now: Duration) -> Duration? {
    let newest = log.tail.newest
    var next = acceptPause
    for peer in peers.values {
      if peer.session.hasRequest || peer.session.need(newest: newest) != nil { return .zero }
      if let deadline = peer.session.deadline { next = min(deadline, next ?? deadline) }
    }
    return next.map { $0 - now }
  }

  private func handleReady(within limit: Duration?) throws {
    for ready in try epoll.wait(atMost: limit) {
      switch ready.token {
      case Self.doorbellToken: doorbell.hush()
      case Self.listenerToken: try accept()
      default: peers[ready.token]?.handle(ready)
      }
    }
  }

  private func answerRequests(at now: Duration) throws {
    var extent: EventLog.Extent?
    for peer in peers.values {
      var hasAskedDesk = false
      // One look at the outbox a round: who asks without end delays nobody for long.
      while !hasAskedDesk, let request = peer.session.nextRequest() {
        let known = try extent ?? log.extent()
        extent = known
        peer.session.answer(request, extent: known, at: now) { asked throws(Request.Refusal) in
          hasAskedDesk = true
          return try desk.answer(asked, to: peer.socket.peer, extent: known, clients: peers.count)
        }
      }
    }
  }

  /// Clients that stand close together share a page, and the decoding of its events.
  private func serve(newest: Int, at now: Duration) throws {
    let hungry = peers.values.compactMap { peer in peer.session.need(newest: newest).map { (peer, cursor: $0) } }
    var page = LogPage(after: 0, events: [])
    for (peer, cursor) in hungry.sorted(by: { $0.cursor < $1.cursor }) {
      if !page.serves(cursor) {
        page = LogPage(after: cursor, events: try log.events(after: cursor, limit: options.page))
      }
      peer.session.take(&page, newest: newest, at: now)
    }
  }

  /// Sends, drops who is done, and watches the others for what they wait for.
  private func flush(at now: Duration) throws(SocketFailure) {
    for peer in peers.values {
      peer.flush(at: now)
      if peer.isGone || peer.session.isOver {
        drop(peer)
      } else if peer.wanted != peer.interest {
        peer.interest = peer.wanted
        try epoll.change(peer.socket.descriptor, token: peer.token, to: peer.interest)
      }
    }
  }

  /// Tells each client where to resume, and gives it the time to read to its end.
  private func leave(_ reason: Reply.CloseReason, within limit: Duration) throws {
    epoll.remove(listener.descriptor)
    let end = now + limit
    for peer in peers.values { peer.session.close(reason, at: now) }
    try flush(at: now)
    while !peers.isEmpty, now < end {
      try handleReady(within: end - now)
      try flush(at: now)
    }
    for peer in peers.values { peer.session.cut(reason, at: now) }
    try flush(at: now)
  }
}
