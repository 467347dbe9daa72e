internal import Logging

/// Answers every request that is not about the stream. Used on the server's thread, which it blocks for one short write
/// of an order at most.
struct RequestHandler {
  /// What may be asked of it.
  enum Operation: Equatable, Sendable {
    case query(Query)
    case outbox(OutboxRequest)
  }

  let log: EventLog
  let view: DaemonInfo
  private var outbox: OutboxHandler

  init(log: EventLog, survey: OutboxSurvey, options: SocketOptions, logger: Logger) {
    (self.log, view) = (log, options.view)
    outbox = OutboxHandler(log: log, survey: survey, options: options, logger: logger)
  }

  /// Answers a query or what is about the outbox; `extent` is the log's, `clients` counts who is connected. Throws what
  /// `OutboxHandler` throws, and `unknown_game`.
  ///
  /// - Returns: nil when what the answer needs is being read: the request is to be made again after the survey's bell.
  mutating func answer(
    _ operation: Operation, to peer: UnixSocket.Peer?, extent: EventLog.Extent, clients: Int
  ) throws(Request.Refusal) -> Reply? {
    switch operation {
    case .outbox(let request): return try outbox.answer(request, to: peer).map { .outbox($0) }
    case .query(.status): return status(extent: extent, clients: clients).map { .query(.status($0)) }
    case .query(.games(let teams)): return .query(.games(view.board().games.filter { $0.fits(teams) }))
    case .query(.scoreboard(let teams)): return .query(.scoreboard(view.board().scoreboard.filter { $0.fits(teams) }))
    case .query(.game(let number)): return .query(.game(try card(of: number)))
    }
  }

  private func card(of number: Int) throws(Request.Refusal) -> GamesView.Card {
    if let card = view.board().games.first(where: { $0.gamePk == number }) { return card }
    throw Request.Refusal(
      code: .unknownGame, message: "there is no game \(number) among those that are followed; ask for 'games'")
  }

  /// Of a log that cannot be read it says that, and nothing of the sinks.
  private func status(extent: EventLog.Extent, clients: Int) -> StatusReport? {
    do {
      guard let sinks = try outbox.standing() else { return nil }
      return StatusReport(log: log, view: view, extent: extent, clients: clients, sinks: sinks)
    } catch {
      return StatusReport(log: log, view: view, extent: extent, clients: clients, sinks: [])
    }
  }
}
