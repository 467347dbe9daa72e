internal import Logging

extension SocketLoop {
  private static let acceptBatch = 64

  /// Lets in who waits, some at a time so that the others are served between.
  func accept() throws {
    let extent = try log.extent()
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
      logger.debug("client refused: too many", metadata: [LogKey.count: "\(peers.count)"])
      _ = try? socket.send(Reply.closed(.full, resumeAfter: extent.newest).line()[...])
      return
    }
    let session = SubscriberSession(log: log.id, extent: extent, options: options, now: now)
    let peer = SocketPeer(token: nextToken, socket: socket, session: session)
    nextToken += 1
    try epoll.add(socket.descriptor, token: peer.token, for: peer.interest)
    peers[peer.token] = peer
    logger.debug("client connected", metadata: metadata(of: peer))
  }

  /// Out of descriptors: the waiting client would wake the loop without end.
  private func pauseAccepting(because failure: SocketFailure) {
    logger.warning("client refused", metadata: [LogKey.error: "\(failure)"])
    acceptPause = now + .seconds(1)
    epoll.remove(listener.descriptor)
  }

  func resumeAccepting() throws(SocketFailure) {
    acceptPause = nil
    try epoll.add(listener.descriptor, token: Self.listenerToken, for: .input)
  }

  func drop(_ peer: SocketPeer) {
    let wasSlow = peer.session.closeReason == .slow
    logger.log(
      level: wasSlow ? .info : .debug, wasSlow ? "client dropped: it takes nothing" : "client left",
      metadata: metadata(of: peer))
    epoll.remove(peer.socket.descriptor)
    peer.drain()
    peers[peer.token] = nil
  }

  private func metadata(of peer: SocketPeer) -> Logger.Metadata {
    [LogKey.client: "\(peer.socket.peer.map(\.description) ?? "unknown")", LogKey.sequence: "\(peer.session.cursor)"]
  }
}
