internal import Logging

/// Answers every request that is not about the stream. Used on the server's thread, which it blocks for one short read
/// or write at most.
struct RequestDesk {
  let log: EventLog
  let outbox: OutboxDesk
  let view: DaemonView

  init(log: EventLog, options: SocketOptions, logger: Logger) {
    (self.log, view) = (log, options.view)
    outbox = OutboxDesk(log: log, sinks: options.sinks, admits: options.admits, logger: logger)
  }

  /// Answers a query or what is about the outbox; `extent` is the log's, `clients` counts who is connected. Throws what
  /// `OutboxDesk` throws, and `unknown_game`.
  func answer(
    _ operation: Request.Operation, to peer: UnixSocket.Peer?, extent: EventLog.Extent, clients: Int
  ) throws(Request.Refusal) -> Reply {
    switch operation {
    case .outbox(let request): .outbox(try outbox.answer(request, to: peer))
    case .query(.status): .query(.status(try status(to: peer, extent: extent, clients: clients)))
    case .query(.games(let teams)): .query(.games(view.board().games.filter { $0.fits(teams) }))
    case .query(.scoreboard(let teams)): .query(.scoreboard(view.board().scoreboard.filter { $0.fits(teams) }))
    case .query(.game(let number)): .query(.game(try card(of: number)))
    case .subscribe, .ping, .hello, .tick: throw .unsupported("stream")
    }
  }

  private func card(of number: Int) throws(Request.Refusal) -> GameBoard.Card {
    if let card = view.board().games.first(where: { $0.gamePk == number }) { return card }
    throw Request.Refusal(
      code: .unknownGame, message: "there is no game \(number) among those that are followed; ask for 'games'")
  }

  private func status(
    to peer: UnixSocket.Peer?, extent: EventLog.Extent, clients: Int
  ) throws(Request.Refusal) -> StatusReport {
    guard case .sinks(let listing) = try outbox.answer(.sinks, to: peer) else { throw .unsupported("sinks") }
    let board = view.board()
    return StatusReport(
      log: log.id, since: view.since, extent: extent, clients: clients, games: board.statuses, watched: board.watched,
      source: view.sources(), sinks: listing.sinks)
  }
}
