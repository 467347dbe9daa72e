/// When to ask for a game again: pure, so that it can be judged on recorded games.
struct Cadence: Equatable, Sendable {
  /// Bounds that the user sets.
  struct Bounds: Equatable, Sendable {
    var liveMin: Duration = .seconds(2)
    var liveMax: Duration = .seconds(15)
    var idleMax: Duration = .seconds(600)
  }

  var bounds: Bounds
  private var last: Pulse?
  private var interval: Duration
  private var failures = 0
  private var finalSince: Timestamp?

  init(bounds: Bounds) {
    self.bounds = bounds
    interval = bounds.liveMin
  }

  /// Takes an accepted answer.
  ///
  /// - Returns: how long to wait. While a game is live: `liveMin` after an answer that brought something new, half as
  ///   much again after each one that did not, up to `liveMax`. The feed moves with every pitch, about every 20 s.
  mutating func answered(_ pulse: Pulse, at now: Timestamp) -> Duration {
    failures = 0
    finalSince = pulse.phase == .final ? finalSince ?? now : nil
    let isNews = last?.revision != pulse.revision
    last = pulse
    switch pulse.phase {
    case .final where now - (finalSince ?? now) >= AfterFinal.span:
      return max((pulse.lastLook ?? now) - now, bounds.liveMax)
    case .live, .final:
      interval = isNews ? bounds.liveMin : min(interval * 1.5, bounds.liveMax)
      return interval
    case .warmup, .scheduled:
      return untilStart(pulse.scheduledStart, at: now)
    case .delayed:
      return min(bounds.liveMax * 2, bounds.idleMax)
    case .suspended, .postponed, .cancelled:
      return bounds.idleMax
    }
  }

  /// Takes an answer that was refused: what it says of the game is not so.
  mutating func refused() -> Duration {
    failures = 0
    interval = min(interval * 1.5, bounds.liveMax)
    return interval
  }

  /// Takes an answer that was none.
  ///
  /// - Parameters:
  ///   - retryAfter: what the server asks for; never undercut.
  ///   - jitter: 0 to 1, drawn by the caller.
  /// - Returns: `liveMin` doubled with every failure in a row, up to four times `liveMax`, spread by a quarter.
  mutating func failed(retryAfter: Duration?, jitter: Double) -> Duration {
    failures = min(failures + 1, 20)
    let grown = min(bounds.liveMin * Double(1 << failures), bounds.liveMax * 4)
    return max(grown * (0.75 + 0.5 * jitter), retryAfter ?? .zero)
  }

  /// A quarter of the time that is left: coarse while it is far, fine when it is near.
  private func untilStart(_ start: Timestamp?, at now: Timestamp) -> Duration {
    guard let start else { return bounds.idleMax }
    guard start > now else { return min(bounds.liveMax, bounds.idleMax) }
    return min(max((start - now) / 4, bounds.liveMax), bounds.idleMax)
  }
}
