internal import LiveModel
internal import LivePlatform
internal import Logging

extension SocketLoop {
  private static let acceptBatch = 16

  /// Accepts waiting clients, at most `acceptBatch` at once, so that connected clients are served in between.
  func accept() {
    let extent = extent()
    for _ in 0..<Self.acceptBatch {
      do throws(SystemError) {
        guard let socket = try listener.accept() else { return }
        try admit(socket, extent: extent)
      } catch {
        return pauseAccepting(because: error)
      }
    }
  }

  private func admit(_ socket: UnixSocket, extent: EventLog.Extent) throws(SystemError) {
    let user = options.identify(socket)
    switch quota.verdict(on: user) {
    case .admitted: break
    case .instead(let token): displace(token)
    case .refused: return refuse(socket, of: user)
    }
    let session = SubscriberSession(log: log.id, extent: extent, options: options, now: now)
    let client = ClientConnection(token: nextToken, socket: socket, user: user, session: session)
    nextToken += 1
    try epoll.add(socket.descriptor, token: client.token, for: client.interest)
    clients[client.token] = client
    quota.add(client.token, of: user)
    report(.connected(uid: user?.uid), metadata(of: client))
    settle(client, at: now)
  }

  private func refuse(_ socket: UnixSocket, of user: UnixSocket.Peer?) {
    report(.full(uid: user?.uid), [LogKey.client: "\(user.map(\.description) ?? "unknown")"])
    options.meters.closed(.full)
    _ = try? socket.send(Reply.closed(.full).line()[...])
  }

  /// Closes a client to give its place to a user or process that has fewer.
  private func displace(_ token: UInt64) {
    guard let client = clients[token] else { return quota.remove(token) }
    syncCursor(client)
    report(.displaced(uid: client.user?.uid), metadata(of: client))
    client.session.cut(.share, at: now)
    settle(client, at: now)
  }

  func report(_ event: ClientLogEvent, _ metadata: Logger.Metadata) { event.log(to: logger, &logThrottle, metadata) }

  /// Stops accepting for one second when the process is out of descriptors; otherwise the client that waits in the
  /// listener would wake the loop continuously.
  private func pauseAccepting(because failure: SystemError) {
    report(.exhausted, [LogKey.error: "\(failure)"])
    acceptPause = now + .seconds(1)
    epoll.remove(listener.descriptor)
  }

  func resumeAccepting(at now: Duration) {
    do throws(SystemError) {
      try epoll.add(listener.descriptor, token: Self.listenerToken, for: .input)
      acceptPause = nil
    } catch {
      acceptPause = now + .seconds(1)
    }
  }

  /// Updates a client after any change: sends its output, moves it into or out of its group, queues it when it has
  /// work, and sets the epoll interest. Removes a client whose connection is over.
  func settle(_ client: ClientConnection, at now: Duration) {
    guard clients[client.token] != nil else { return }
    syncCursor(client)
    client.flush(at: now)
    if client.isGone || client.session.isOver { return drop(client) }
    if !client.session.isUpToDate(newest: ring.newest) {
      leaveGroup(client)
    } else if client.membership == nil {
      joinGroup(client, at: now)
    }
    if client.session.hasRequest || client.session.goal(newest: ring.newest) != nil { enqueue(client) }
    if let deadline = client.session.deadline {
      let due = max(deadline, now + options.sweep)
      nextSweep = min(due, nextSweep ?? due)
    }
    watch(client)
  }

  private func watch(_ client: ClientConnection) {
    guard client.neededInterest != client.interest else { return }
    do throws(SystemError) {
      try epoll.change(client.socket.descriptor, token: client.token, to: client.neededInterest)
      client.interest = client.neededInterest
    } catch {
      // Further events of this client would be lost.
      drop(client)
    }
  }

  /// Updates the cursor of a client that is in a group; the loop does not do so for each line.
  func syncCursor(_ client: ClientConnection) {
    guard let group = client.membership?.group else { return }
    client.session.markUpToDate(with: groupHead, lastLine: group.lastLine)
  }

  /// Removes a client from its group.
  func leaveGroup(_ client: ClientConnection) {
    guard let membership = client.membership else { return }
    membership.group.remove(at: membership.position)
    guard membership.group.isEmpty else { return }
    groups[membership.group.filter] = nil
    ring.keepVerdicts(of: membership.group.filter, false)
  }

  private func joinGroup(_ client: ClientConnection, at now: Duration) {
    let filter = client.session.filter
    if groups[filter] == nil {
      groups[filter] = FilterGroup(filter: filter, now: now)
      ring.keepVerdicts(of: filter, true)
    }
    groups[filter]?.add(client)
  }

  private func enqueue(_ client: ClientConnection) {
    if !client.isQueued { queue.append(client) }
    client.isQueued = true
  }

  private func drop(_ client: ClientConnection) {
    if let reason = client.session.closeReason { options.meters.closed(reason) }
    if client.session.closeReason == .slow {
      report(.slow, metadata(of: client))
    } else {
      logger.debug("client left", metadata: metadata(of: client))
    }
    quota.remove(client.token)
    awaiting.remove(client.token)
    reloads.forget(client.token)
    follows.forget(client.token)
    leaveGroup(client)
    epoll.remove(client.socket.descriptor)
    client.drain()
    clients[client.token] = nil
  }

  func metadata(of client: ClientConnection) -> Logger.Metadata {
    [LogKey.client: "\(client.user.map(\.description) ?? "unknown")", LogKey.sequence: "\(client.session.cursor)"]
  }
}

extension SocketLoop {
  /// The maximum number of clients served from their own position in one round, and of pages read for them. Both bound
  /// how long the clients that are behind can delay a new line.
  private static let mostServed = 64
  private static let mostPages = 8
  /// The maximum time for answering requests in one round. At least one request is answered.
  private static let answerTime: Duration = .milliseconds(2)

  /// Answers requests and sends lines to clients that are behind, in the order of the queue. Clients that could not be
  /// served in this round stay at the front.
  func serveQueue(at now: Duration) {
    let turn = queue.prefix(Self.mostServed).filter { clients[$0.token] != nil }
    queue.removeFirst(min(Self.mostServed, queue.count))
    for client in turn { client.isQueued = false }
    let unanswered = answerRequests(of: turn, at: now)
    let unserved = serveLines(to: turn, at: now)
    var first: [ClientConnection] = []
    for client in unanswered + unserved where !client.isQueued {
      client.isQueued = true
      first.append(client)
    }
    queue.insert(contentsOf: first, at: 0)
    for client in turn { settle(client, at: now) }
  }

  /// Retries the requests that waited for their answers.
  func askAgain(at now: Duration) {
    let tokens = awaiting.sorted()
    awaiting = []
    for token in tokens {
      guard let client = clients[token] else { continue }
      client.session.askAgain()
      settle(client, at: now)
    }
  }

  /// Answers one request of each client, so that a client with many requests does not delay the others.
  ///
  /// - Returns: the clients that must wait for the next round.
  private func answerRequests(of turn: [ClientConnection], at now: Duration) -> [ClientConnection] {
    let asking = turn.filter(\.session.hasRequest)
    guard !asking.isEmpty else { return [] }
    let extent = extent()
    let end = now + Self.answerTime
    for (position, client) in asking.enumerated() {
      if position > 0, self.now >= end { return Array(asking[position...]) }
      syncCursor(client)
      leaveGroup(client)
      guard let request = client.session.nextRequest(at: now) else { continue }
      client.session.answer(
        request, oldest: extent.oldest, head: ring.head, at: now, warnings: handler.warnings(about:)
      ) { asked throws(Request.Refusal) in
        let asker = RequestHandler.Asker(peer: client.user, client: client.token) { client.socket.peerGroups }
        return try handler.answer(asked, to: asker, extent: extent, clients: clients.count)
      }
      if client.session.isAwaitingAnswer { awaiting.insert(client.token) }
      client.flush(at: now)
    }
    return []
  }

  /// Sends the next lines to each client that is behind, as far as the kernel takes them at once. Clients with nearby
  /// cursors share a page and the decoding of its events. A client whose page cannot be read is closed.
  ///
  /// - Returns: the clients that must wait for the next round.
  private func serveLines(to turn: [ClientConnection], at now: Duration) -> [ClientConnection] {
    var (pages, unserved): ([LineBlock], [ClientConnection]) = ([], [])
    var pagesLeft = Self.mostPages
    for client in turn where client.membership == nil && client.session.goal(newest: ring.newest) != nil {
      let cursor = client.session.cursor
      if ring.block.serves(cursor) {
        if let batch = ring.batch(for: &client.session, at: now) { client.take(batch, of: ring.block, at: now) }
        continue
      }
      let known = pages.firstIndex { $0.serves(cursor) }
      guard known != nil || pagesLeft > 0 else {
        unserved.append(client)
        continue
      }
      if known == nil {
        pagesLeft -= 1
        do {
          pages.append(try page(after: cursor))
        } catch {
          failToRead(for: client, because: error, at: now)
          continue
        }
      }
      let position = known ?? pages.count - 1
      if let batch = client.session.nextBatch(of: &pages[position], newest: ring.newest, at: now) {
        client.take(batch, of: pages[position], at: now)
      }
    }
    return unserved
  }

  /// Returns the events that the log still holds after `cursor`; if there are none, an empty page at the start of the
  /// ring.
  private func page(after cursor: Int) throws -> LineBlock {
    let events = try log.events(after: cursor, limit: options.page)
    return events.isEmpty ? LineBlock(after: ring.block.after) : LineBlock(events)
  }
}
