internal import Logging

extension SocketLoop {
  private static let acceptBatch = 16

  /// Lets in who waits, some at a time so that the others are served between.
  func accept() {
    let extent = extent()
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
    let user = options.identify(socket)
    switch quota.verdict(on: user) {
    case .admitted: break
    case .instead(let token): displace(token)
    case .refused: return refuse(socket, of: user)
    }
    let session = SubscriberSession(log: log.id, extent: extent, options: options, now: now)
    let peer = ClientConnection(token: nextToken, socket: socket, user: user, session: session)
    nextToken += 1
    try epoll.add(socket.descriptor, token: peer.token, for: peer.interest)
    peers[peer.token] = peer
    quota.add(peer.token, of: user)
    tell(.connected(uid: user?.uid), metadata(of: peer))
    settle(peer, at: now)
  }

  private func refuse(_ socket: UnixSocket, of user: UnixSocket.Peer?) {
    tell(.full(uid: user?.uid), [LogKey.client: "\(user.map(\.description) ?? "unknown")"])
    options.meters.closed(.full)
    _ = try? socket.send(Reply.closed(.full).line()[...])
  }

  /// Takes the place of a client for one of a user or process that has fewer.
  private func displace(_ token: UInt64) {
    guard let peer = peers[token] else { return quota.remove(token) }
    keepUp(peer)
    tell(.displaced(uid: peer.user?.uid), metadata(of: peer))
    peer.session.cut(.share, at: now)
    settle(peer, at: now)
  }

  func tell(_ news: ClientLogEvent, _ metadata: Logger.Metadata) { news.tell(logger, &told, metadata) }

  /// Out of descriptors: the waiting client would wake the loop without end.
  private func pauseAccepting(because failure: SocketFailure) {
    tell(.exhausted, [LogKey.error: "\(failure)"])
    acceptPause = now + .seconds(1)
    epoll.remove(listener.descriptor)
  }

  func resumeAccepting(at now: Duration) {
    do throws(SocketFailure) {
      try epoll.add(listener.descriptor, token: Self.listenerToken, for: .input)
      acceptPause = nil
    } catch {
      acceptPause = now + .seconds(1)
    }
  }

  /// After anything that happened to a client: sends what is put out, gives it the place that it belongs to, and
  /// watches it for what it waits for.
  func settle(_ peer: ClientConnection, at now: Duration) {
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
    watch(peer)
  }

  private func watch(_ peer: ClientConnection) {
    guard peer.wanted != peer.interest else { return }
    do throws(SocketFailure) {
      try epoll.change(peer.socket.descriptor, token: peer.token, to: peer.wanted)
      peer.interest = peer.wanted
    } catch {
      // Further input of this client would not be noticed.
      drop(peer)
    }
  }

  /// Writes down of one who is up to date where that is.
  func keepUp(_ peer: ClientConnection) {
    guard let channel = peer.seat?.channel else { return }
    peer.session.keptUp(with: passed, lastLine: channel.lastLine)
  }

  /// Takes a client from those who are up to date.
  func leaveSeat(_ peer: ClientConnection) {
    guard let seat = peer.seat else { return }
    seat.channel.remove(at: seat.position)
    guard seat.channel.isEmpty else { return }
    channels[seat.channel.filter] = nil
    ring.keepVerdicts(of: seat.channel.filter, false)
  }

  private func takeSeat(_ peer: ClientConnection, at now: Duration) {
    let filter = peer.session.filter
    if channels[filter] == nil {
      channels[filter] = FilterGroup(filter: filter, now: now)
      ring.keepVerdicts(of: filter, true)
    }
    channels[filter]?.add(peer)
  }

  private func enqueue(_ peer: ClientConnection) {
    if !peer.isQueued { queue.append(peer) }
    peer.isQueued = true
  }

  private func drop(_ peer: ClientConnection) {
    if let reason = peer.session.closeReason { options.meters.closed(reason) }
    if peer.session.closeReason == .slow {
      tell(.slow, metadata(of: peer))
    } else {
      logger.debug("client left", metadata: metadata(of: peer))
    }
    quota.remove(peer.token)
    awaiting.remove(peer.token)
    leaveSeat(peer)
    epoll.remove(peer.socket.descriptor)
    peer.drain()
    peers[peer.token] = nil
  }

  func metadata(of peer: ClientConnection) -> Logger.Metadata {
    [LogKey.client: "\(peer.user.map(\.description) ?? "unknown")", LogKey.sequence: "\(peer.session.cursor)"]
  }
}
