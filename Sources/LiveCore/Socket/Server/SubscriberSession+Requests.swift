internal import LiveModel

extension SubscriberSession {
  /// A function that answers requests that are not about the stream; it returns nil while the answer is not ready.
  typealias Handler = (RequestHandler.Operation) throws(Request.Refusal) -> Reply?

  /// Answers one request, or keeps it until `askAgain()`.
  ///
  /// - Parameters:
  ///   - piece: the request.
  ///   - oldest: the oldest sequence that the log holds.
  ///   - head: the end of the log.
  ///   - now: the current time.
  ///   - warnings: returns sentences about the names of a filter; nil while they are not ready.
  ///   - handler: answers requests about games and deliveries.
  mutating func answer(
    _ piece: LineSplitter.Piece, oldest: Int, head: LineRing.Head, at now: Duration,
    warnings: (Conditions) -> [String]?, handler: Handler
  ) {
    guard case .line(let line) = piece else { return refuseLength(at: now) }
    guard line.contains(where: { ![0x20, 0x0D, 0x09].contains($0) }) else { return }
    let extent = EventLog.Extent(oldest: oldest, newest: head.newest)
    let before = phase
    if before.isSilent { phase = .unsubscribed }
    do throws(Request.Refusal) {
      let request = try Request(line: line)
      badRequests = 0
      switch request.operation {
      case .ping: say(.pong, for: request.id, at: now)
      case .hello: say(.hello(log: log, extent: extent), for: request.id, at: now)
      case .tick(let payload):
        say(.tick(sequence: head.newest, payload: payload), behind: head.newest, for: request.id, at: now)
      case .handled(let operation):
        if !answer(operation, for: request.id, at: now, handler: handler) { hold(piece) }
      case .subscribe(let subscription):
        guard let warnings = warnings(subscription.filter.conditions) else {
          phase = before
          return hold(piece)
        }
        let games = try Self.games(for: subscription, handler: handler)
        // A first `now` includes the events that were logged since the client connected.
        let start = start(
          of: subscription, now: before.isSilent ? cursor : head.newest, id: request.id, extent: extent, at: now)
        for game in games { say(.snapshot(sequence: head.newest, game), for: request.id, at: now) }
        subscribe(after: start, head: head, id: request.id, warnings: warnings, at: now)
      }
    } catch {
      refuse(error, at: now)
    }
  }

  /// Replies with an error. Closes the connection after too many invalid requests in a row, because the client seems to
  /// use another protocol.
  private mutating func refuse(_ refusal: Request.Refusal, at now: Duration) {
    say(.error(refusal.code, message: refusal.message), for: refusal.id, at: now)
    badRequests += 1
    if badRequests >= options.badRequests { close(.request, at: now) }
  }

  /// Answers a request through `handler`. Returns false when the answer is not ready.
  private mutating func answer(
    _ operation: RequestHandler.Operation, for id: RequestID?, at now: Duration, handler: Handler
  ) -> Bool {
    do throws(Request.Refusal) {
      guard let reply = try handler(operation) else { return false }
      say(reply, for: id, at: now)
    } catch {
      say(.error(error.code, message: error.message), for: id, at: now)
    }
    return true
  }

  /// Returns the games for the `snapshot` lines of a subscription.
  private static func games(
    for subscription: Subscription, handler: Handler
  ) throws(Request.Refusal) -> [GamesView.Card] {
    guard subscription.snapshot else { return [] }
    let reply = try handler(.query(.scoreboard(teams: subscription.filter.teams)))
    guard case .query(.scoreboard(let cards, _)) = reply else { return [] }
    return cards
  }

  /// Closes the connection after a request that is too long, because the start of the next request is unknown.
  private mutating func refuseLength(at now: Duration) {
    say(.error(.tooLong, message: "a request has at most \(options.requestBytes) bytes"), at: now)
    close(.request, at: now)
  }

  /// Closes the connection after a request whose newline did not arrive within `SocketOptions.stall`.
  mutating func refusePartial(at now: Duration) {
    guard ending == .open else { return }
    say(.error(.malformed, message: "a request has no end"), at: now)
    close(.request, at: now)
  }

  /// Returns the cursor at which a new subscription begins, and queues a gap when requested events are missing.
  private mutating func start(
    of subscription: Subscription, now head: Int, id: RequestID?, extent: EventLog.Extent, at now: Duration
  ) -> Int {
    filter = subscription.filter
    switch subscription.after {
    case nil: return cursor
    case .now: return head
    case .oldest: return extent.oldest - 1
    case .sequence(let sequence):
      guard let gap = gap(behind: sequence, of: subscription.log, extent: extent) else { return sequence }
      say(.gap(gap), for: id, at: now)
      return gap.after
    }
  }

  /// Returns the requested events that cannot be sent; nil when there are none. Events that the log removes later are
  /// reported when they are read.
  private func gap(behind sequence: Int, of asked: String?, extent: EventLog.Extent) -> Reply.Gap? {
    let last = extent.oldest - 1
    if let asked, asked != log.rawValue { return Reply.Gap(reason: .otherLog, missing: nil, after: last) }
    if sequence < last { return Reply.Gap(reason: .pruned, missing: sequence + 1...last, after: last) }
    guard sequence > extent.newest else { return nil }
    return Reply.Gap(reason: .future, missing: extent.newest + 1...sequence, after: extent.newest)
  }
}
