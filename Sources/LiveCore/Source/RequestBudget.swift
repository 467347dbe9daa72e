/// Request budget of one host: grants evenly spaced turns in the order of `TurnOrder`.
///
/// Bound: one ticket per polled game, and one for the schedule.
actor RequestBudget<C: Clock<Duration>> {
  private struct Ticket {
    var id: Int
    var isDue: Bool
    var since: C.Instant
  }

  private let clock: C
  private let perSecond: @Sendable () -> Double
  /// Wait after which only the age of a ticket counts.
  private let maxWait: @Sendable () -> Duration
  private var last: C.Instant?
  /// Waiting tickets, in order of arrival.
  private var tickets: [Ticket] = []
  private var lastTicket = 0

  /// Longest sleep before the wait is computed again, since tickets may come and go and the rate may change.
  private static var longestSleep: Duration { .seconds(1) }

  /// `perSecond` and `patience` are read at each turn. `perSecond` must lie within `RequestRate.bounds`; `patience` is
  /// the wait after which only the age of a ticket counts.
  init(
    clock: C, patience: @escaping @Sendable () -> Duration = { Cadence.Bounds().liveMax },
    perSecond: @escaping @Sendable () -> Double
  ) {
    (self.clock, maxWait, self.perSecond) = (clock, patience, perSecond)
  }

  /// Waits for a turn. `isDue` marks a game whose result is due. Calls `report` once if the wait exceeds `limit`, while
  /// the wait lasts. A cancelled wait uses no turn. Returns the time waited.
  @discardableResult
  func take(
    isDue: Bool = false, reportAfter limit: Duration? = nil, _ report: @Sendable (Duration) -> Void = { _ in }
  ) async throws -> Duration {
    lastTicket += 1
    let ticket = Ticket(id: lastTicket, isDue: isDue, since: clock.now)
    tickets.append(ticket)
    defer { tickets.removeAll { $0.id == ticket.id } }
    var limit = limit
    while let wait = wait(of: ticket) {
      try await clock.sleep(for: min(wait, Self.longestSleep))
      let waited = ticket.since.duration(to: clock.now)
      if let passed = limit, waited > passed {
        report(waited)
        limit = nil
      }
    }
    try Task.checkCancellation()
    last = clock.now
    return ticket.since.duration(to: clock.now)
  }

  /// Returns the time until this ticket's turn; nil when it is due now. A ticket never overtakes those before it in
  /// order, even if its task wakes first.
  private func wait(of ticket: Ticket) -> Duration? {
    let spacing = RequestRate.spacing(perSecond: perSecond())
    let (now, maxWait) = (clock.now, maxWait())
    let own = candidate(ticket, now)
    let ahead = tickets.count { other in
      let others = candidate(other, now)
      if TurnOrder.comesFirst(others, own, patience: maxWait) { return true }
      return other.id < ticket.id && !TurnOrder.comesFirst(own, others, patience: maxWait)
    }
    let untilNext = last.map { max(now.duration(to: $0.advanced(by: spacing)), .zero) } ?? .zero
    guard ahead > 0 || untilNext > .zero else { return nil }
    return max(untilNext + spacing * ahead, .milliseconds(1))
  }

  private func candidate(_ ticket: Ticket, _ now: C.Instant) -> TurnOrder.Candidate {
    TurnOrder.Candidate(isDue: ticket.isDue, waited: ticket.since.duration(to: now))
  }
}
