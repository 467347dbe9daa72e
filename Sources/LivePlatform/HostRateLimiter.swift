/// Grants the requests to a host their turns: evenly spaced, in the order of `TurnOrder`, and not during a pause that
/// the host asked for. Hosts are independent of each other, and a turn does not wait for the previous response.
///
/// Bound: one ticket for each waiting request; hosts without one are forgotten.
package actor HostRateLimiter<C: Clock<Duration>> {
  private struct Ticket {
    var id: Int
    var isDue: Bool
    var isLookup: Bool
    var since: C.Instant

    func candidate(at now: C.Instant) -> TurnOrder.Candidate {
      TurnOrder.Candidate(isDue: isDue, isLookup: isLookup, waited: since.duration(to: now))
    }
  }

  private struct Host {
    var lastTurn: C.Instant?
    var pausedUntil: C.Instant?
    /// Waiting requests in order of arrival.
    var tickets: [Ticket] = []

    /// Returns the earliest instant of the next turn; nil before the first turn and pause.
    func opens(_ spacing: Duration) -> C.Instant? {
      [lastTurn?.advanced(by: spacing), pausedUntil].compactMap(\.self).max()
    }
  }

  private let clock: C
  private let longestSleep: Duration?
  private let patience: @Sendable () -> Duration
  private let spacing: @Sendable () -> Duration
  private var hosts: [String: Host] = [:]
  private var lastTicket = 0

  /// Creates a limiter.
  ///
  /// - Parameters:
  ///   - clock: measures the waits.
  ///   - longestSleep: the longest sleep before a wait is computed again, for a spacing and patience that may change.
  ///   - spacing: the time between two turns at a host, above zero; read at each turn. The default is Discord's limit
  ///     per IP address, 50 requests a second.
  ///   - patience: the wait after which only the age of a request counts; read at each turn.
  package init(
    clock: C, longestSleep: Duration? = nil, spacing: @escaping @Sendable () -> Duration = { .milliseconds(20) },
    patience: @escaping @Sendable () -> Duration = { .seconds(Int64.max) }
  ) {
    (self.clock, self.longestSleep, self.patience, self.spacing) = (clock, longestSleep, patience, spacing)
  }

  /// The number of known hosts: those with waiting requests, and those whose last turn or pause has not been cleaned
  /// up.
  package var count: Int { hosts.count }

  /// Waits for a turn at `host`. A cancelled call uses up no turn.
  ///
  /// - Parameters:
  ///   - host: `host:port`, or any other name that stands for one host.
  ///   - isDue: whether news is due, so that the request goes before others.
  ///   - isLookup: whether a user asked for the answer, so that all other requests go first.
  ///   - limit: the wait after which `report` is called.
  ///   - report: gets the time waited so far, once and while the wait lasts.
  /// - Returns: the time waited.
  /// - Throws: `CancellationError`.
  @discardableResult
  package func turn(
    at host: String, isDue: Bool = false, isLookup: Bool = false, reportAfter limit: Duration? = nil,
    _ report: @Sendable (Duration) -> Void = { _ in }
  ) async throws(CancellationError) -> Duration {
    lastTicket += 1
    let ticket = Ticket(id: lastTicket, isDue: isDue, isLookup: isLookup, since: clock.now)
    change(host) { $0.tickets.append(ticket) }
    defer { hosts[host]?.tickets.removeAll { $0.id == ticket.id } }
    var limit = limit
    while !Task.isCancelled {
      guard let next = next(ticket, at: host) else {
        let now = clock.now
        hosts[host]?.lastTurn = now
        return ticket.since.duration(to: now)
      }
      do { try await clock.sleep(until: next, tolerance: nil) } catch { break }
      let waited = ticket.since.duration(to: clock.now)
      if let passed = limit, waited > passed {
        report(waited)
        limit = nil
      }
    }
    throw CancellationError()
  }

  /// Takes the next turn at `host` in advance, for a request that must not wait; the turns of others come later by as
  /// much. Returns false, and takes no turn, during a pause.
  package func takeInAdvance(at host: String) -> Bool {
    let now = clock.now
    if let end = hosts[host]?.pausedUntil, end > now { return false }
    let next = hosts[host]?.opens(spacing()) ?? now
    change(host) { $0.lastTurn = max(next, now) }
    return true
  }

  /// Blocks all requests to `host` for `span`, at most one hour. Waiting requests keep their places.
  package func pause(_ host: String, for span: Duration) {
    let end = clock.now.advanced(by: min(max(span, .zero), RetryAfter.longest))
    change(host) { $0.pausedUntil = max($0.pausedUntil ?? end, end) }
  }

  /// Ends the pause of `host` after an operator's order. A request that sleeps until the old end must call `turn`
  /// again.
  package func endPause(of host: String) {
    guard let end = hosts[host]?.pausedUntil else { return }
    hosts[host]?.pausedUntil = min(end, clock.now.advanced(by: spacing()))
  }

  /// Returns nil if the turn of this ticket has come; otherwise when to ask again. A ticket never overtakes those
  /// before it in order, even if its task wakes first.
  private func next(_ ticket: Ticket, at name: String) -> C.Instant? {
    guard let host = hosts[name] else { return nil }
    let (now, spacing, patience) = (clock.now, spacing(), patience())
    let own = ticket.candidate(at: now)
    let ahead = host.tickets.count { other in
      let others = other.candidate(at: now)
      if TurnOrder.comesFirst(others, own, patience: patience) { return true }
      return other.id < ticket.id && !TurnOrder.comesFirst(own, others, patience: patience)
    }
    let first = max(host.opens(spacing) ?? now, now)
    guard ahead > 0 || first > now else { return nil }
    let next = first.advanced(by: spacing * ahead)
    return longestSleep.map { min(next, now.advanced(by: $0)) } ?? next
  }

  private func change(_ name: String, _ body: (inout Host) -> Void) {
    if hosts[name] == nil {
      let (now, spacing) = (clock.now, spacing())
      hosts = hosts.filter { !$0.value.tickets.isEmpty || $0.value.opens(spacing).map { $0 > now } ?? false }
    }
    body(&hosts[name, default: Host()])
  }
}
