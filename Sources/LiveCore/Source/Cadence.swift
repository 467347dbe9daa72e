/// When to ask for a game again: pure, so that it can be judged on recorded games.
struct Cadence: Equatable, Sendable {
  /// Bounds that the user sets.
  struct Bounds: Equatable, Sendable {
    var liveMin: Duration = .seconds(1)
    var liveMax: Duration = .seconds(30)
    var idleMax: Duration = .seconds(600)
  }

  /// The time of an answer.
  struct Instant: Equatable, Sendable {
    /// What the calendar is compared with: first pitches and last looks.
    var wall: Timestamp
    /// What intervals are measured with: no step of the wall clock moves it.
    var monotonic: Timestamp
  }

  var bounds: Bounds
  /// How live games are asked for; learnt and configured outside.
  var mode = LiveCadence.Mode()
  private(set) var live = LiveCadence()
  private var last: PollHints?
  private var interval: Duration
  private var failures = 0
  private var suspendedSince: Timestamp?
  /// When a live game's last new revision came, by the run's clock.
  private var newsAt: Timestamp?

  /// A suspended game is looked at often for this long, or for this long from the day of its resumption.
  static let resumption: Duration = .seconds(12 * 3600)
  /// After three days of suspension the schedule says soon enough when the game goes on.
  static let longSuspension: Duration = .seconds(72 * 3600)

  /// After the last play; the status follows within minutes, and corrections for half an hour.
  static let oldFinal: Duration = .seconds(3600)
  /// The longest wait for the last look.
  private static let longestRest: Duration = .seconds(3 * 3600)

  init(bounds: Bounds) {
    self.bounds = bounds
    interval = bounds.liveMin
  }

  /// A live game's result is due as far as is known.
  var isDue: Bool { last?.phase == .live && live.isDue }

  /// The answer holds another revision than the last one.
  func isNew(_ pulse: PollHints) -> Bool { last?.revision != pulse.revision }

  /// Takes an accepted answer, and for how long a cache would give the same one again. Returns how long to wait; for a live
  /// game within `liveMin` and `liveMax`.
  mutating func answered(_ pulse: PollHints, fresh: Duration = .zero, at now: Instant) -> Duration {
    failures = 0
    let isNews = isNew(pulse)
    last = pulse
    return max(wait(after: pulse, isNews: isNews, at: now), usable(fresh))
  }

  /// Takes an answer that was refused: what it says of the game is not so.
  mutating func refused(fresh: Duration = .zero) -> Duration {
    failures = 0
    return max(min(max(live.refused(mode), bounds.liveMin), bounds.liveMax), usable(fresh))
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

  /// No header silences a game.
  private func usable(_ fresh: Duration) -> Duration { min(fresh, bounds.liveMax) }

  private mutating func wait(after pulse: PollHints, isNews: Bool, at now: Instant) -> Duration {
    if pulse.phase != .suspended { suspendedSince = nil }
    if pulse.isListedAsLive, [.scheduled, .suspended].contains(pulse.phase) { return often }
    switch pulse.phase {
    case .live:
      let wait = live.answered(pulse.situation, revision: pulse.revision, at: now.monotonic, mode)
      let since = isNews ? now.monotonic : newsAt ?? now.monotonic
      newsAt = since
      let still = now.monotonic - since
      // Such a feed has stopped: what was due is not due any more.
      let slowed = still * mode.speed >= PollHints.longestPause ? max(wait, still / 20) : wait
      return min(max(slowed, bounds.liveMin), bounds.liveMax)
    case .final where isOld(pulse, at: now):
      // A wall clock that stands wrong now may be set right, and the machine may sleep: it is looked at again.
      return max(min((pulse.finalCheck ?? now.wall) - now.wall, Self.longestRest), bounds.liveMax)
    case .final:
      interval = isNews ? bounds.liveMin : min(interval * 1.5, bounds.liveMax)
      return interval
    case .warmup, .delayed: return often
    case .scheduled: return untilStart(pulse, at: now.wall)
    case .suspended: return pulse.isImminent ? often : untilResumption(pulse.resumption, at: now)
    case .postponed, .cancelled: return bounds.idleMax
    }
  }

  /// The time for quick corrections has passed. That of the run alone does not say so after a restart, which begins it
  /// anew: a game whose end was told and lies an hour back has had it.
  private func isOld(_ pulse: PollHints, at now: Instant) -> Bool {
    if let often = pulse.oftenUntil, now.monotonic >= often { return true }
    return pulse.endedAt.map { now.wall - $0 >= Self.oldFinal } ?? false
  }

  /// While a game may be played at any moment.
  private var often: Duration { min(bounds.liveMax, bounds.idleMax) }

  /// A quarter of the time that is left: coarse while it is far, fine when it is near. A start that is to be determined
  /// comes without notice once the teams are at the park.
  private func untilStart(_ pulse: PollHints, at now: Timestamp) -> Duration {
    guard let start = pulse.scheduledStart else {
      return pulse.isImminent ? often : bounds.idleMax
    }
    guard start > now else { return often }
    return min(max((start - now) / 4, bounds.liveMax), bounds.idleMax)
  }

  /// The live ceiling on the day of the suspension and from the day of the resumption on, else as for a game to come. A
  /// suspension of days costs a request in an hour.
  private mutating func untilResumption(_ resumption: Timestamp?, at now: Instant) -> Duration {
    let since = suspendedSince ?? now.monotonic
    suspendedSince = since
    let span = now.monotonic - since
    if let resumption {
      if resumption > now.wall { return min(max((resumption - now.wall) / 4, often), bounds.idleMax) }
      if now.wall - resumption < Self.resumption { return often }
    }
    if span < Self.resumption { return often }
    return span < Self.longSuspension ? bounds.idleMax : max(bounds.idleMax, .seconds(3600))
  }
}
