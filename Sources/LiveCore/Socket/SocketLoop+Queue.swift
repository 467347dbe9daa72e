extension SocketLoop {
  /// Clients that are served from their place in the log in one round, and pages that are read for them: what bounds
  /// how long a new line can wait for those who are behind.
  private static let mostServed = 64
  private static let mostPages = 8
  /// How long requests may be answered in one round; one is in any case.
  private static let answering: Duration = .milliseconds(2)

  /// Answers requests and gives lines to those who are behind, the longest in the queue first. Whose turn came to
  /// nothing stays in front.
  func serveQueue(at now: Duration) {
    let turn = queue.prefix(Self.mostServed).filter { peers[$0.token] != nil }
    queue.removeFirst(min(Self.mostServed, queue.count))
    for peer in turn { peer.isQueued = false }
    let unanswered = answerRequests(of: turn, at: now)
    let unserved = serveLines(to: turn, at: now)
    var first: [ClientConnection] = []
    for peer in unanswered + unserved where !peer.isQueued {
      peer.isQueued = true
      first.append(peer)
    }
    queue.insert(contentsOf: first, at: 0)
    for peer in turn { settle(peer, at: now) }
  }

  /// Repeats requests whose data has been read by now.
  func askAgain(at now: Duration) {
    let tokens = awaiting.sorted()
    awaiting = []
    for token in tokens {
      guard let peer = peers[token] else { continue }
      peer.session.askAgain()
      settle(peer, at: now)
    }
  }

  /// One of each client, so that who asks without end delays nobody for long.
  ///
  /// - Returns: who must wait for the next round.
  private func answerRequests(of turn: [ClientConnection], at now: Duration) -> [ClientConnection] {
    let asking = turn.filter(\.session.hasRequest)
    guard !asking.isEmpty else { return [] }
    let extent = extent()
    let end = now + Self.answering
    for (position, peer) in asking.enumerated() {
      if position > 0, self.now >= end { return Array(asking[position...]) }
      keepUp(peer)
      leaveSeat(peer)
      guard let request = peer.session.nextRequest(at: now) else { continue }
      peer.session.answer(request, oldest: extent.oldest, head: ring.head, at: now) { asked throws(Request.Refusal) in
        try handler.answer(asked, to: peer.user, extent: extent, clients: peers.count)
      }
      if peer.session.isAwaitingAnswer { awaiting.insert(peer.token) }
      peer.flush(at: now)
    }
    return []
  }

  /// Gives each who is behind what comes next, as much as the kernel takes at once. Clients that stand close together
  /// share a page, and the decoding of its events. One whose page cannot be read is ended.
  ///
  /// - Returns: who must wait for the next round.
  private func serveLines(to turn: [ClientConnection], at now: Duration) -> [ClientConnection] {
    var (pages, unserved): ([LineBlock], [ClientConnection]) = ([], [])
    var pagesLeft = Self.mostPages
    for peer in turn where peer.seat == nil && peer.session.goal(newest: ring.newest) != nil {
      let cursor = peer.session.cursor
      if ring.block.serves(cursor) {
        if let batch = ring.batch(for: &peer.session, at: now) { peer.take(batch, of: ring.block, at: now) }
        continue
      }
      let known = pages.firstIndex { $0.serves(cursor) }
      guard known != nil || pagesLeft > 0 else {
        unserved.append(peer)
        continue
      }
      if known == nil {
        pagesLeft -= 1
        do {
          pages.append(try page(after: cursor))
        } catch {
          failToRead(for: peer, because: error, at: now)
          continue
        }
      }
      let position = known ?? pages.count - 1
      if let batch = peer.session.nextBatch(of: &pages[position], newest: ring.newest, at: now) {
        peer.take(batch, of: pages[position], at: now)
      }
    }
    return unserved
  }

  /// Reads the next page of the log; returns an empty page at the ring's beginning if the log has none.
  private func page(after cursor: Int) throws -> LineBlock {
    let events = try log.events(after: cursor, limit: options.page)
    return events.isEmpty ? LineBlock(after: ring.block.after) : LineBlock(events)
  }
}

extension SocketLoop {
  /// Takes in what was logged, and sends it to everybody who is up to date.
  func passNewLines(at now: Duration) {
    let before = ring.newest
    guard log.tail.newest > before else { return }
    for event in log.tail.takeFresh() where event.sequence == ring.newest + 1 { ring.append(event.line) }
    // Events handed over in another order, or not at all, are read from the log.
    if ring.newest == before { readNewLines(after: before) }
    let start = max(before, ring.block.after)
    let open = channels[EventFilter()]
    if let open { pass(to: open, after: start, at: now) }
    for channel in channels.values where channel !== open { pass(to: channel, after: start, at: now) }
    passed = ring.head
    ring.trim()
  }

  /// Where the log cannot be read, each client finds out by itself: it is behind now, and is served from the log.
  private func readNewLines(after cursor: Int) {
    let newest = log.tail.newest
    do {
      let events = try log.events(after: cursor, limit: options.page)
      let start = events.first.map { $0.sequence - 1 } ?? newest
      if start > cursor { leap(to: start) }
      for event in events where event.sequence == ring.newest + 1 { ring.append(event.line) }
    } catch {
      log.health.failed(error)
      leap(to: newest)
    }
  }

  /// Over what the ring has not got: nobody is up to date any more, and each is served from the log, or told what is
  /// gone from it.
  private func leap(to cursor: Int) {
    for peer in peers.values {
      keepUp(peer)
      leaveSeat(peer)
    }
    ring.restart(after: cursor)
    passed = ring.head
    for peer in peers.values { settle(peer, at: now) }
  }

  private func pass(to channel: FilterGroup, after start: Int, at now: Duration) {
    var cursor = start
    while cursor < ring.newest, !channel.isEmpty {
      let batch = ring.batch(after: cursor, for: channel.filter)
      if batch.count > 0 {
        channel.lastLine = now
        for shortfall in MultiSend.send(batch.runs, of: ring.block.bytes, to: channel.descriptors).reversed() {
          fallBehind(channel.members[shortfall.index], shortfall, of: batch, after: cursor, at: now)
        }
      }
      cursor = batch.last
    }
  }

  /// The kernel did not take all of a batch for a client: it goes on at its own pace.
  private func fallBehind(
    _ peer: ClientConnection, _ shortfall: MultiSend.PartialSend, of batch: LineBatch, after cursor: Int,
    at now: Duration
  ) {
    var head = ring.head
    head.newest = cursor
    peer.session.keptUp(with: head, lastLine: now)
    leaveSeat(peer)
    if shortfall.isGone { peer.hangUp() } else { peer.took(shortfall.taken, of: batch, in: ring.block, at: now) }
    settle(peer, at: now)
  }
}
