extension SocketLoop {
  /// Takes in what was logged, and sends it to everybody who is up to date.
  func passNewLines(at now: Duration) {
    let before = ring.newest
    guard log.tail.newest > before else { return }
    for event in log.tail.takeFresh() where event.sequence == ring.newest + 1 { ring.append(event.line) }
    // What was handed over in another order, or not at all, is in the log.
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

  /// Over what the ring has not got: nobody is up to date any more, and each is served from the log, or told what is gone
  /// from it.
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
