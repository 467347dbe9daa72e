extension SubscriberSession {
  /// What carries out requests that are not about the stream: `.outbox` and `.query`.
  typealias Desk = (Request.Operation) throws(Request.Refusal) -> Reply

  /// Answers one request.
  mutating func answer(
    _ piece: LineSplitter.Piece, extent: EventLog.Extent, at now: Duration,
    desk: Desk = { _ throws(Request.Refusal) in throw .unsupported("outbox") }
  ) {
    guard case .line(let line) = piece else { return refuseLength(at: now) }
    guard line.contains(where: { ![0x20, 0x0D, 0x09].contains($0) }) else { return }
    let wasSilent = phase.isSilent
    if wasSilent { phase = .unsubscribed }
    do throws(Request.Refusal) {
      let request = try Request(line: line)
      switch request.operation {
      case .ping: say(.pong, for: request.id, at: now)
      case .hello: say(.hello(log: log, extent: extent), for: request.id, at: now)
      case .tick(let payload):
        let place = phase == .subscribed ? cursor : extent.newest
        say(.tick(sequence: place, payload: payload), for: request.id, at: now)
      case .outbox, .query: answer(request, at: now, desk: desk)
      case .subscribe(let subscription):
        let games = try Self.games(for: subscription, desk: desk)
        // What was logged in the grace belongs to a first `now`.
        let newest = wasSilent ? cursor : extent.newest
        begin(subscription, games, now: newest, id: request.id, extent: extent, at: now)
      }
    } catch {
      say(.error(error.code, message: error.message), for: error.id, at: now)
    }
  }

  private mutating func answer(_ request: Request, at now: Duration, desk: Desk) {
    do throws(Request.Refusal) {
      say(try desk(request.operation), for: request.id, at: now)
    } catch {
      say(.error(error.code, message: error.message), for: request.id, at: now)
    }
  }

  /// Those that a subscription begins with.
  private static func games(
    for subscription: Subscription, desk: Desk
  ) throws(Request.Refusal) -> [GameBoard.Card] {
    guard subscription.snapshot else { return [] }
    let reply = try desk(.query(.scoreboard(teams: subscription.filter.teams)))
    guard case .query(.scoreboard(let cards)) = reply else { return [] }
    return cards
  }

  /// Where the next request begins cannot be known any more.
  private mutating func refuseLength(at now: Duration) {
    say(.error(.tooLong, message: "a request has at most \(options.requestBytes) bytes"), at: now)
    close(.request, at: now)
  }

  /// Replaces what the client was subscribed to.
  private mutating func begin(
    _ subscription: Subscription, _ games: [GameBoard.Card], now head: Int, id: RequestID?, extent: EventLog.Extent,
    at now: Duration
  ) {
    filter = subscription.filter
    var gap: Reply.Gap?
    let start: Int
    switch subscription.after {
    case nil: start = cursor
    case .now: start = head
    case .oldest: start = extent.oldest - 1
    case .sequence(let sequence):
      gap = self.gap(behind: sequence, of: subscription.log, extent: extent)
      start = gap?.after ?? sequence
    }
    if let gap { say(.gap(gap), for: id, at: now) }
    for game in games { say(.snapshot(sequence: extent.newest, game), for: id, at: now) }
    subscribe(after: start, newest: extent.newest, id: id, at: now)
  }

  /// What cannot be given of what was asked. That events are pruned shows when the log is read.
  private func gap(behind sequence: Int, of asked: String?, extent: EventLog.Extent) -> Reply.Gap? {
    if let asked, asked != log.rawValue { return Reply.Gap(reason: .otherLog, missing: nil, after: extent.oldest - 1) }
    guard sequence > extent.newest else { return nil }
    return Reply.Gap(reason: .future, missing: extent.newest + 1...sequence, after: extent.newest)
  }
}
