internal import Logging

extension SocketLoop {
  private static let acceptBatch = 16

  /// Lets in who waits, some at a time so that the others are served between.
  func accept() throws {
    let extent = try extent()
    for _ in 0..<Self.acceptBatch {
      do throws(SocketFailure) {
        guard let socket = try listener.accept() else { return }
        try admit(socket, extent: extent)
      } catch {
        return pauseAccepting(because: error)
      }
    }
  }

  private func admit(_ socket: UnixSocket, extent: EventLog.Extent) throws(SocketFailure) {
    guard peers.count < options.clients else {
      tell(.full, [:])
      _ = try? socket.send(Reply.closed(.full).line()[...])
      return
    }
    let session = SubscriberSession(log: log.id, extent: extent, options: options, now: now)
    let peer = SocketPeer(token: nextToken, socket: socket, session: session)
    nextToken += 1
    try epoll.add(socket.descriptor, token: peer.token, for: peer.interest)
    peers[peer.token] = peer
    tell(.connected(uid: peer.user?.uid), metadata(of: peer))
    try settle(peer, at: now)
  }

  private func tell(_ news: ClientNews, _ metadata: Logger.Metadata) { news.tell(logger, &told, metadata) }

  /// Out of descriptors: the waiting client would wake the loop without end.
  private func pauseAccepting(because failure: SocketFailure) {
    tell(.exhausted, [LogKey.error: "\(failure)"])
    acceptPause = now + .seconds(1)
    epoll.remove(listener.descriptor)
  }

  func resumeAccepting() throws(SocketFailure) {
    acceptPause = nil
    try epoll.add(listener.descriptor, token: Self.listenerToken, for: .input)
  }

  /// After anything that happened to a client: sends what is put out, gives it the place that it belongs to, and
  /// watches it for what it waits for.
  func settle(_ peer: SocketPeer, at now: Duration) throws(SocketFailure) {
    guard peers[peer.token] != nil else { return }
    keepUp(peer)
    peer.flush(at: now)
    if peer.isGone || peer.session.isOver { return drop(peer) }
    if !peer.session.isUpToDate(newest: ring.newest) {
      leaveSeat(peer)
    } else if peer.seat == nil {
      takeSeat(peer, at: now)
    }
    if peer.session.hasRequest || peer.session.goal(newest: ring.newest) != nil { enqueue(peer) }
    if let deadline = peer.session.deadline {
      let due = max(deadline, now + options.sweep)
      nextSweep = min(due, nextSweep ?? due)
    }
    if peer.wanted != peer.interest {
      peer.interest = peer.wanted
      try epoll.change(peer.socket.descriptor, token: peer.token, to: peer.interest)
    }
  }

  /// Writes down of one who is up to date where that is.
  func keepUp(_ peer: SocketPeer) {
    guard let channel = peer.seat?.channel else { return }
    peer.session.keptUp(with: passed, lastLine: channel.lastLine)
  }

  /// Takes a client from those who are up to date.
  func leaveSeat(_ peer: SocketPeer) {
    guard let seat = peer.seat else { return }
    seat.channel.remove(at: seat.position)
    guard seat.channel.isEmpty else { return }
    channels[seat.channel.filter] = nil
    ring.keepVerdicts(of: seat.channel.filter, false)
  }

  private func takeSeat(_ peer: SocketPeer, at now: Duration) {
    let filter = peer.session.filter
    if channels[filter] == nil {
      channels[filter] = Channel(filter: filter, now: now)
      ring.keepVerdicts(of: filter, true)
    }
    channels[filter]?.add(peer)
  }

  private func enqueue(_ peer: SocketPeer) {
    if !peer.isQueued { queue.append(peer) }
    peer.isQueued = true
  }

  private func drop(_ peer: SocketPeer) {
    if peer.session.closeReason == .slow {
      tell(.slow, metadata(of: peer))
    } else {
      logger.debug("client left", metadata: metadata(of: peer))
    }
    leaveSeat(peer)
    epoll.remove(peer.socket.descriptor)
    peer.drain()
    peers[peer.token] = nil
  }

  private func metadata(of peer: SocketPeer) -> Logger.Metadata {
    [LogKey.client: "\(peer.user.map(\.description) ?? "unknown")", LogKey.sequence: "\(peer.session.cursor)"]
  }
}
