extension SubscriberSession {
  /// Carries out requests that do not concern the stream. Returns nil when the answer is not ready.
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
        // Events logged during the grace period belong to a first `now`.
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

  /// Rejects an unterminated request after a time.
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

  /// Returns the requested events that are not available. Later pruning shows when the log is read.
  private func gap(behind sequence: Int, of asked: String?, extent: EventLog.Extent) -> Reply.Gap? {
    let last = extent.oldest - 1
    if let asked, asked != log.rawValue { return Reply.Gap(reason: .otherLog, missing: nil, after: last) }
    if sequence < last { return Reply.Gap(reason: .pruned, missing: sequence + 1...last, after: last) }
    guard sequence > extent.newest else { return nil }
    return Reply.Gap(reason: .future, missing: extent.newest + 1...sequence, after: extent.newest)
  }
}

extension SubscriberSession {
  /// Nothing is left to do for it.
  var isOver: Bool { ending == .now || (ending == .afterOutput && output.isEmpty) }

  /// It was given time enough to take what waits.
  func isStalled(at now: Duration) -> Bool { isWaiting && lastTaken + options.stall <= now }

  /// When `tick` has something to do next; nil when it has not.
  var deadline: Duration? {
    let untaken = isWaiting ? lastTaken + options.stall : nil
    guard ending == .open else { return untaken }
    let stall = [untaken, halfSince.map { $0 + options.stall }].compactMap(\.self).min()
    switch phase {
    case .silent(let end) where !isSpeaking: return min(end, stall ?? end)
    case .silent: return stall
    case .unsubscribed: return stall ?? (hasInputEnded ? lastSaid : nil)
    case .subscribed: return stall ?? lastSaid + options.heartbeat
    }
  }

  /// It has been silent for so long that it is subscribed unasked.
  func isGraceOver(at now: Duration) -> Bool {
    guard ending == .open, case .silent(let end) = phase else { return false }
    return end <= now
  }

  /// It has not been up to date for as many bytes of the log as it may be behind, and is further behind than that.
  private func isLost(behind head: LineRing.Head) -> Bool {
    isWaiting && cursor < head.horizon && head.streamed - lagStart > options.lag
  }

  /// Does what its time has come for.
  mutating func tick(_ head: LineRing.Head, at now: Duration) {
    if isGraceOver(at: now), !isSpeaking { subscribe(after: cursor, head: head, at: now) }
    if isStalled(at: now) || isLost(behind: head) { cut(.slow, at: now) }
    if let halfSince, halfSince + options.stall <= now { refuseHalf(at: now) }
    guard ending == .open, !isWaiting else { return }
    if phase == .unsubscribed, hasSpoken { close(.idle, at: now) }
    // A little early, so that one look at all clients serves many of them.
    if phase == .subscribed, lastSaid + options.heartbeat * 0.95 <= now { say(.heartbeat(sequence: cursor), at: now) }
  }

  /// Ends it behind what is already put out.
  mutating func close(_ reason: Reply.CloseReason, at now: Duration) {
    guard ending == .open else { return }
    say(.closed(reason, resumeAfter: phase == .subscribed ? cursor : nil), at: now)
    (ending, closeReason) = (.afterOutput, reason)
  }

  /// Ends it at once, with one more attempt to send what is put out.
  mutating func cut(_ reason: Reply.CloseReason, at now: Duration) {
    if ending == .open { say(.closed(reason, resumeAfter: phase == .subscribed ? cursor : nil), at: now) }
    (ending, closeReason) = (.now, closeReason ?? reason)
  }
}
