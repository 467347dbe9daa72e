internal import Logging

/// Answers every request that is not about the stream. Used on the server's thread, which it blocks for one short read
/// or write at most.
struct RequestDesk {
  /// What may be asked of it.
  enum Operation: Equatable, Sendable {
    case query(Query)
    case outbox(OutboxRequest)
  }

  let log: EventLog
  let outbox: OutboxDesk
  let view: DaemonView
  private let now: () -> ContinuousClock.Instant
  /// How the sinks stood when somebody last asked for the status.
  private var known: (sinks: [SinkListing.Entry], at: ContinuousClock.Instant)?

  /// Monitors ask for the status by the second, and what waits for a sink that is disabled may take a while to count.
  private static let freshness: Duration = .seconds(1)

  init(
    log: EventLog, options: SocketOptions, logger: Logger,
    now: @escaping () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    (self.log, view, self.now) = (log, options.view, now)
    outbox = OutboxDesk(log: log, sinks: options.view.sinks, admits: options.admits, logger: logger)
  }

  /// Answers a query or what is about the outbox; `extent` is the log's, `clients` counts who is connected. Throws what
  /// `OutboxDesk` throws, and `unknown_game`.
  mutating func answer(
    _ operation: Operation, to peer: UnixSocket.Peer?, extent: EventLog.Extent, clients: Int
  ) throws(Request.Refusal) -> Reply {
    switch operation {
    case .outbox(let request):
      if request.isOrder { known = nil }
      return .outbox(try outbox.answer(request, to: peer))
    case .query(.status): return .query(.status(try status(extent: extent, clients: clients)))
    case .query(.games(let teams)): return .query(.games(view.board().games.filter { $0.fits(teams) }))
    case .query(.scoreboard(let teams)): return .query(.scoreboard(view.board().scoreboard.filter { $0.fits(teams) }))
    case .query(.game(let number)): return .query(.game(try card(of: number)))
    }
  }

  private func card(of number: Int) throws(Request.Refusal) -> GameBoard.Card {
    if let card = view.board().games.first(where: { $0.gamePk == number }) { return card }
    throw Request.Refusal(
      code: .unknownGame, message: "there is no game \(number) among those that are followed; ask for 'games'")
  }

  private mutating func status(extent: EventLog.Extent, clients: Int) throws(Request.Refusal) -> StatusReport {
    StatusReport(log: log, view: view, extent: extent, clients: clients, sinks: try sinks())
  }

  private mutating func sinks() throws(Request.Refusal) -> [SinkListing.Entry] {
    let now = now()
    if let known, now - known.at < Self.freshness { return known.sinks }
    let sinks = try outbox.entries()
    known = (sinks, now)
    return sinks
  }
}
