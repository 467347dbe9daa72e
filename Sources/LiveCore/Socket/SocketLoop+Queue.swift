extension SocketLoop {
  /// Clients that are served from their place in the log in one round, and pages that are read for them: what bounds
  /// how long a new line can wait for those who are behind.
  private static let mostServed = 64
  private static let mostPages = 8
  /// Requests that are answered in one round.
  private static let mostAnswered = 16

  /// Answers requests and gives lines to those who are behind, the longest in the queue first.
  func serveQueue(at now: Duration) throws {
    let turn = Array(queue.prefix(Self.mostServed))
    queue.removeFirst(turn.count)
    for peer in turn { peer.isQueued = false }
    try answerRequests(of: turn, at: now)
    try serveLines(to: turn, at: now)
    for peer in turn { try settle(peer, at: now) }
  }

  private func answerRequests(of turn: [SocketPeer], at now: Duration) throws {
    var extent: EventLog.Extent?
    var answered = 0
    for peer in turn where peers[peer.token] != nil {
      guard answered < Self.mostAnswered, peer.session.hasRequest else { continue }
      keepUp(peer)
      leaveSeat(peer)
      let known = try extent ?? self.extent()
      extent = known
      // Several of one client, as long as they are cheap: a look at the outbox ends its turn.
      var hasAskedDesk = false
      while answered < Self.mostAnswered, !hasAskedDesk, let request = peer.session.nextRequest() {
        answered += 1
        peer.session.answer(request, oldest: known.oldest, head: ring.head, at: now) { asked throws(Request.Refusal) in
          hasAskedDesk = true
          return try desk.answer(asked, to: peer.socket.peer, extent: known, clients: peers.count)
        }
      }
      peer.flush(at: now)
    }
  }

  /// The log as far as the clients know it.
  func extent() throws -> EventLog.Extent {
    let extent = try log.extent()
    return EventLog.Extent(oldest: min(extent.oldest, ring.newest + 1), newest: ring.newest)
  }

  /// Gives each who is behind what comes next, as much as the kernel takes at once. Clients that stand close together
  /// share a page, and the decoding of its events.
  private func serveLines(to turn: [SocketPeer], at now: Duration) throws {
    let hungry = turn.filter { peers[$0.token] != nil && $0.seat == nil }
    var (page, reads) = (LineBlock(after: 0), 0)
    for peer in hungry.sorted(by: { $0.session.cursor < $1.session.cursor }) {
      guard let goal = peer.session.goal(newest: ring.newest) else { continue }
      let cursor = peer.session.cursor
      if ring.block.serves(cursor) {
        let batch = ring.batch(after: cursor, through: goal, for: peer.session.filter)
        peer.take(batch, of: ring.block, at: now)
        continue
      }
      if !page.serves(cursor) {
        guard reads < Self.mostPages else { continue }
        reads += 1
        page = try self.page(after: cursor)
      }
      if page.after > cursor {
        peer.session.tellPruned(upTo: min(page.after, goal), at: now)
      } else {
        let end = min(goal, page.newest)
        let batch = LineBatch(of: &page, after: cursor, through: end, for: peer.session.filter)
        peer.take(batch, of: page, at: now)
      }
    }
  }

  /// What the log still holds from there on; where that is nothing, an empty page where the ring begins.
  private func page(after cursor: Int) throws -> LineBlock {
    let events = try log.events(after: cursor, limit: options.page)
    return events.isEmpty ? LineBlock(after: ring.block.after) : LineBlock(events)
  }
}
