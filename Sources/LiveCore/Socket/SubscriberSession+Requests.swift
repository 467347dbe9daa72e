extension SubscriberSession {
  /// What carries out requests that are about deliveries.
  typealias Desk = (OutboxRequest) throws(Request.Refusal) -> OutboxAnswer

  /// Answers one request.
  mutating func answer(
    _ piece: LineSplitter.Piece, oldest: Int, head: LineRing.Head, at now: Duration,
    desk: Desk = { _ throws(Request.Refusal) in throw .unsupported("outbox") }
  ) {
    guard case .line(let line) = piece else { return refuseLength(at: now) }
    guard line.contains(where: { ![0x20, 0x0D, 0x09].contains($0) }) else { return }
    let wasSilent = phase.isSilent
    if wasSilent { phase = .unsubscribed }
    do throws(Request.Refusal) {
      let request = try Request(line: line)
      misunderstandings = 0
      switch request.operation {
      case .ping: say(.pong, for: request.id, at: now)
      case .outbox(let asked): answer(asked, id: request.id, at: now, desk: desk)
      case .subscribe(let subscription):
        // What was logged in the grace belongs to a first `now`.
        let newest = wasSilent ? cursor : head.newest
        let extent = EventLog.Extent(oldest: oldest, newest: head.newest)
        let start = start(of: subscription, now: newest, id: request.id, extent: extent, at: now)
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

  private mutating func answer(_ request: OutboxRequest, id: RequestID?, at now: Duration, desk: Desk) {
    do throws(Request.Refusal) {
      say(.outbox(try desk(request)), for: id, at: now)
    } catch {
      say(.error(error.code, message: error.message), for: id, at: now)
    }
  }

  /// Where the next request begins cannot be known any more.
  private mutating func refuseLength(at now: Duration) {
    say(.error(.tooLong, message: "a request has at most \(options.requestBytes) bytes"), at: now)
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

  /// What cannot be given of what was asked. That events are pruned shows when the log is read.
  private func gap(behind sequence: Int, of asked: String?, extent: EventLog.Extent) -> Reply.Gap? {
    if let asked, asked != log.rawValue { return Reply.Gap(reason: .otherLog, missing: nil, after: extent.oldest - 1) }
    guard sequence > extent.newest else { return nil }
    return Reply.Gap(reason: .future, missing: extent.newest + 1...sequence, after: extent.newest)
  }
}
