/// When one sink may send its next message: after the silence that its receiver asked for, the pause between two
/// messages, and as often in a minute as the operator allows.
actor SinkRateLimiter {
  private let spacing: Duration
  private let maxPerMinute: Int?
  private var pausedUntil: Timestamp?
  /// Of the last minute, oldest first; at most `maxPerMinute`, or one.
  private var sent: [Timestamp] = []

  init(spacing: Duration, maxPerMinute: Int?) { (self.spacing, self.maxPerMinute) = (spacing, maxPerMinute) }

  /// The operator limits how often.
  nonisolated var isLimited: Bool { maxPerMinute != nil }

  /// When a message may be sent at the earliest; nil when it may be now.
  func room(at now: Timestamp) -> Timestamp? {
    // A clock that was set back must not silence a sink for as long.
    sent.removeAll { $0 > now || now - $0 >= .seconds(60) }
    if let pausedUntil, pausedUntil - now > RetryAfter.longest { self.pausedUntil = nil }
    let next = [pausedUntil, sent.last.map { $0 + spacing }, whenMinuteHasRoom].compactMap(\.self).max()
    return next.flatMap { $0 > now ? $0 : nil }
  }

  /// True, and counted, when a message may be sent now.
  func take(at now: Timestamp) -> Bool {
    guard room(at: now) == nil else { return false }
    sent.append(now)
    sent.removeFirst(max(0, sent.count - (maxPerMinute ?? 1)))
    return true
  }

  /// When the last messages were sent, as far as it matters to the limit.
  var lastSent: [Timestamp] { sent }

  /// Goes on from what an earlier worker sent.
  func resume(_ lastSent: [Timestamp]) {
    sent = Array((lastSent + sent).sorted().suffix(maxPerMinute ?? 1))
  }

  /// Until when the receiver wants nothing, as far as is known; it may be over.
  var pause: Timestamp? { pausedUntil }

  /// The receiver wants nothing until then.
  func pause(until instant: Timestamp) { pausedUntil = max(pausedUntil ?? instant, instant) }

  /// Ends the silence that lasts until `instant`, and no later one.
  func endPause(_ instant: Timestamp) { if pausedUntil == instant { pausedUntil = nil } }

  private var whenMinuteHasRoom: Timestamp? {
    guard let maxPerMinute, sent.count >= maxPerMinute else { return nil }
    return sent.first.map { $0 + .seconds(60) }
  }
}

/// When a host may be asked again, by whichever sink: in order of coming, at an even pace, and not while it has asked
/// for silence. Hosts wait apart, and nobody waits for an answer.
actor HostRateLimiter<C: Clock<Duration>> {
  private let clock: C
  private let spacing: Duration
  private var hosts: [String: Host] = [:]
  private var lastTicket = 0

  private struct Host {
    /// The earliest time of the next turn.
    var opens: C.Instant
    /// In order of coming.
    var tickets: [Int] = []
  }

  /// By default as often as Discord lets one address ask. `perSecond` is above 0.
  init(perSecond: Int = 50, clock: C) {
    self.clock = clock
    spacing = .seconds(1) / perSecond
  }

  /// How many hosts are remembered: those that are waited for, and those that opened not long ago.
  var count: Int { hosts.count }

  /// Waits for a turn at `host`, which is `Endpoint.host`. Who is cancelled uses up none.
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

  /// Pauses all sending to `host` for `span`, an hour at most. Waiting callers keep their places.
  func pause(_ host: String, for span: Duration) {
    let end = clock.now.advanced(by: min(max(span, .zero), RetryAfter.longest))
    change(host) { $0.opens = max($0.opens, end) }
  }

  /// Ends the silence of `host` after an operator's command. A sink that sleeps until the old end must call `turn`
  /// again.
  func endPause(of host: String) {
    guard let known = hosts[host] else { return }
    hosts[host]?.opens = min(known.opens, clock.now.advanced(by: spacing))
  }

  /// Nil when the turn has come, and is taken; else when to ask again.
  private func take(_ ticket: Int, at name: String) -> C.Instant? {
    guard let host = hosts[name], let position = host.tickets.firstIndex(of: ticket) else { return nil }
    let now = clock.now
    let first = max(host.opens, now)
    // A caller that wakes too early lets those before it go first.
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
