extension SubscriberSession {
  /// What carries out requests that are not about the stream; nil when the answer is not ready.
  typealias Handler = (RequestHandler.Operation) throws(Request.Refusal) -> Reply?

  /// Answers one request, or keeps it until `askAgain`.
  ///
  /// - Parameters:
  ///   - piece: what came.
  ///   - oldest: the oldest sequence that the log holds.
  ///   - head: how far the log has come.
  ///   - now: the time.
  ///   - handler: what knows of games and deliveries.
  mutating func answer(
    _ piece: LineSplitter.Piece, oldest: Int, head: LineRing.Head, at now: Duration, handler: Handler
  ) {
    guard case .line(let line) = piece else { return refuseLength(at: now) }
    guard line.contains(where: { ![0x20, 0x0D, 0x09].contains($0) }) else { return }
    let extent = EventLog.Extent(oldest: oldest, newest: head.newest)
    let wasPaused = phase.isSilent
    if wasPaused { phase = .unsubscribed }
    do throws(Request.Refusal) {
      let request = try Request(line: line)
      misunderstandings = 0
      switch request.operation {
      case .ping: say(.pong, for: request.id, at: now)
      case .hello: say(.hello(log: log, extent: extent), for: request.id, at: now)
      case .tick(let payload):
        say(.tick(sequence: head.newest, payload: payload), behind: head.newest, for: request.id, at: now)
      case .handled(let operation):
        if !answer(operation, for: request.id, at: now, handler: handler) { wait(with: piece) }
      case .subscribe(let subscription):
        let games = try Self.games(for: subscription, handler: handler)
        // What was logged in the grace belongs to a first `now`.
        let start = start(
          of: subscription, now: wasPaused ? cursor : head.newest, id: request.id, extent: extent, at: now)
        for game in games { say(.snapshot(sequence: head.newest, game), for: request.id, at: now) }
        subscribe(after: start, head: head, id: request.id, at: now)
      }
    } catch {
      refuse(error, at: now)
    }
  }

  /// A program that is not understood again and again speaks another protocol, or none.
  private mutating func refuse(_ refusal: Request.Refusal, at now: Duration) {
    say(.error(refusal.code, message: refusal.message), for: refusal.id, at: now)
    misunderstandings += 1
    if misunderstandings >= options.misunderstandings { close(.request, at: now) }
  }

  /// False when the answer is not ready.
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

  /// Those that a subscription begins with.
  private static func games(
    for subscription: Subscription, handler: Handler
  ) throws(Request.Refusal) -> [GamesView.Card] {
    guard subscription.snapshot else { return [] }
    let reply = try handler(.query(.scoreboard(teams: subscription.filter.teams)))
    guard case .query(.scoreboard(let cards)) = reply else { return [] }
    return cards
  }

  /// Where the next request begins cannot be known any more.
  private mutating func refuseLength(at now: Duration) {
    say(.error(.tooLong, message: "a request has at most \(options.requestBytes) bytes"), at: now)
    close(.request, at: now)
  }

  /// What has no end cannot be answered, and is not kept for ever.
  mutating func refuseHalf(at now: Duration) {
    guard ending == .open else { return }
    say(.error(.malformed, message: "a request has no end"), at: now)
    close(.request, at: now)
  }

  /// Where the stream begins that replaces what the client was subscribed to. Says so when something is missing.
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

  /// What cannot be given of what was asked. What is pruned later shows when the log is read.
  private func gap(behind sequence: Int, of asked: String?, extent: EventLog.Extent) -> Reply.Gap? {
    let last = extent.oldest - 1
    if let asked, asked != log.rawValue { return Reply.Gap(reason: .otherLog, missing: nil, after: last) }
    if sequence < last { return Reply.Gap(reason: .pruned, missing: sequence + 1...last, after: last) }
    guard sequence > extent.newest else { return nil }
    return Reply.Gap(reason: .future, missing: extent.newest + 1...sequence, after: extent.newest)
  }
}
