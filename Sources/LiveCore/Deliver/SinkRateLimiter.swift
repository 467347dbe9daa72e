/// Schedules the messages of one sink: after the receiver's requested pause, at least `spacing` apart, and at most
/// `maxPerMinute` in any 60 s.
actor SinkRateLimiter {
  private let spacing: Duration
  private let maxPerMinute: Int?
  private var pausedUntil: Timestamp?
  /// The messages of the last minute, oldest first; at most `maxPerMinute`, or one without a limit.
  private var sent: [Timestamp] = []

  init(spacing: Duration, maxPerMinute: Int?) { (self.spacing, self.maxPerMinute) = (spacing, maxPerMinute) }

  /// Whether the operator limits the messages per minute.
  nonisolated var isLimited: Bool { maxPerMinute != nil }

  /// Returns the earliest time for the next message; nil when it may be sent now.
  func room(at now: Timestamp) -> Timestamp? {
    // Drop future times: after the clock is set back, they would silence the sink for as long.
    sent.removeAll { $0 > now || now - $0 >= .seconds(60) }
    if let pausedUntil, pausedUntil - now > RetryAfter.longest { self.pausedUntil = nil }
    let next = [pausedUntil, sent.last.map { $0 + spacing }, whenMinuteHasRoom].compactMap(\.self).max()
    return next.flatMap { $0 > now ? $0 : nil }
  }

  /// Counts a message and returns true, if it may be sent now.
  func take(at now: Timestamp) -> Bool {
    guard room(at: now) == nil else { return false }
    sent.append(now)
    sent.removeFirst(max(0, sent.count - (maxPerMinute ?? 1)))
    return true
  }

  /// The times of the last messages, as many as the limit needs.
  var lastSent: [Timestamp] { sent }

  /// Restores the times that an earlier worker recorded.
  func resume(_ lastSent: [Timestamp]) {
    sent = Array((lastSent + sent).sorted().suffix(maxPerMinute ?? 1))
  }

  /// The end of the receiver's last known pause, which may lie in the past.
  var pause: Timestamp? { pausedUntil }

  /// Sends nothing until `instant`, as the receiver asked.
  func pause(until instant: Timestamp) { pausedUntil = max(pausedUntil ?? instant, instant) }

  /// Ends the pause that lasts until `instant`, but no later one.
  func endPause(_ instant: Timestamp) { if pausedUntil == instant { pausedUntil = nil } }

  private var whenMinuteHasRoom: Timestamp? {
    guard let maxPerMinute, sent.count >= maxPerMinute else { return nil }
    return sent.first.map { $0 + .seconds(60) }
  }
}

/// Schedules the requests of all sinks to a host: in order of arrival, evenly spaced, and not during a pause that the
/// host asked for. Hosts are independent of each other, and a turn does not wait for the previous response.
actor HostRateLimiter<C: Clock<Duration>> {
  private let clock: C
  private let spacing: Duration
  private var hosts: [String: Host] = [:]
  private var lastTicket = 0

  private struct Host {
    /// The earliest instant of the next turn.
    var opens: C.Instant
    /// Waiting requests in order of arrival.
    var tickets: [Int] = []
  }

  /// Defaults to 50 requests a second, Discord's limit per IP address. `perSecond` is above 0.
  init(perSecond: Int = 50, clock: C) {
    self.clock = clock
    spacing = .seconds(1) / perSecond
  }

  /// The number of known hosts: those with waiting requests, and those whose last turn or pause has not been cleaned
  /// up.
  var count: Int { hosts.count }

  /// Waits for a turn at `host`, which is an `Endpoint.host`. A cancelled call uses up no turn.
  func turn(at host: String) async throws(CancellationError) {
    guard !Task.isCancelled else { throw CancellationError() }
    lastTicket += 1
    let ticket = lastTicket
    change(host) { $0.tickets.append(ticket) }
    while let due = take(ticket, at: host) {
      do {
        try await clock.sleep(until: due, tolerance: nil)
      } catch {
        change(host) { $0.tickets.removeAll { $0 == ticket } }
        throw CancellationError()
      }
    }
  }

  /// Blocks all requests to `host` for `span`, at most one hour. Waiting requests keep their places.
  func pause(_ host: String, for span: Duration) {
    let end = clock.now.advanced(by: min(max(span, .zero), RetryAfter.longest))
    change(host) { $0.opens = max($0.opens, end) }
  }

  /// Ends the pause of `host` after an operator's order. A sink that sleeps until the old end must call `turn` again.
  func endPause(of host: String) {
    guard let known = hosts[host] else { return }
    hosts[host]?.opens = min(known.opens, clock.now.advanced(by: spacing))
  }

  /// Takes the turn and returns nil if it has come; otherwise returns when to ask again.
  private func take(_ ticket: Int, at name: String) -> C.Instant? {
    guard let host = hosts[name], let position = host.tickets.firstIndex(of: ticket) else { return nil }
    let now = clock.now
    let first = max(host.opens, now)
    // A request that wakes early lets those ahead of it go first.
    guard position == 0, first <= now else { return first.advanced(by: spacing * position) }
    change(name) { host in
      host.tickets.removeFirst()
      host.opens = now.advanced(by: spacing)
    }
    return nil
  }

  private func change(_ name: String, _ body: (inout Host) -> Void) {
    let now = clock.now
    if hosts[name] == nil { hosts = hosts.filter { !$0.value.tickets.isEmpty || $0.value.opens > now } }
    body(&hosts[name, default: Host(opens: now)])
  }
}
