/// Requests left for one host: hands out evenly spaced turns in the order of `TurnOrder`.
///
/// Bound: one ticket for each game that is polled, and one for the schedule.
actor RequestBudget<C: Clock<Duration>> {
  private struct Ticket {
    var id: Int
    var isDue: Bool
    var since: C.Instant
  }

  private let clock: C
  private let perSecond: @Sendable () -> Double
  /// Past this a wait counts by its age alone.
  private let patience: @Sendable () -> Duration
  private var last: C.Instant?
  /// Of those that wait, in order of coming.
  private var tickets: [Ticket] = []
  private var lastTicket = 0

  /// A longer wait is reckoned anew in between: others may have come or gone, and another rate may hold by then.
  private static var longestSleep: Duration { .seconds(1) }

  /// `perSecond` and `patience` are asked for each turn; the former is in `RequestRate.bounds`.
  init(
    clock: C, patience: @escaping @Sendable () -> Duration = { Cadence.Bounds().liveMax },
    perSecond: @escaping @Sendable () -> Double
  ) {
    (self.clock, self.patience, self.perSecond) = (clock, patience, perSecond)
  }

  /// Waits for a turn; with `isDue` a result is due there. A wait that is longer than `limit` is reported once, while it
  /// lasts. One that is cancelled uses up no turn. Returns how long it waited.
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

  /// Nil when the turn has come. One that wakes before those ahead of it have gone lets them go first.
  private func wait(of ticket: Ticket) -> Duration? {
    let spacing = RequestRate.spacing(perSecond: perSecond())
    let (now, patience) = (clock.now, patience())
    let own = candidate(ticket, now)
    let ahead = tickets.count { other in
      let others = candidate(other, now)
      if TurnOrder.comesFirst(others, own, patience: patience) { return true }
      return other.id < ticket.id && !TurnOrder.comesFirst(own, others, patience: patience)
    }
    let untilNext = last.map { max(now.duration(to: $0.advanced(by: spacing)), .zero) } ?? .zero
    guard ahead > 0 || untilNext > .zero else { return nil }
    return max(untilNext + spacing * ahead, .milliseconds(1))
  }

  private func candidate(_ ticket: Ticket, _ now: C.Instant) -> TurnOrder.Candidate {
    TurnOrder.Candidate(isDue: ticket.isDue, waited: ticket.since.duration(to: now))
  }
}
