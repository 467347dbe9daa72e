/// When a host may be asked again, by whichever sink: in order of coming, at an even pace, and not while it has asked
/// for silence. Hosts wait apart, and nobody waits for an answer.
actor HostRateLimiter<C: Clock<Duration>> {
  private let clock: C
  private let spacing: Duration
  private var hosts: [String: Host] = [:]
  private var lastTicket = 0

  private struct Host {
    /// Nobody's turn comes before.
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

  /// Nobody is sent to `host` for so long, an hour at most; those who wait for it wait on.
  func pause(_ host: String, for span: Duration) {
    let end = clock.now.advanced(by: min(max(span, .zero), RetryAfter.longest))
    change(host) { $0.opens = max($0.opens, end) }
  }

  /// Ends the silence of `host` after an operator's command. A sink that sleeps until the old end must call `turn` again.
  func endPause(of host: String) {
    guard let known = hosts[host] else { return }
    hosts[host]?.opens = min(known.opens, clock.now.advanced(by: spacing))
  }

  /// Nil when the turn has come, and is taken; else when to ask again.
  private func take(_ ticket: Int, at name: String) -> C.Instant? {
    guard let host = hosts[name], let position = host.tickets.firstIndex(of: ticket) else { return nil }
    let now = clock.now
    let first = max(host.opens, now)
    // Who wakes before those ahead of it have gone lets them go first.
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
