internal import LiveModel

/// Decides when to poll a game again. Pure, so that it can be measured on recorded games.
struct Cadence: Equatable, Sendable {
  /// Time of an answer, by two clocks.
  struct Instant: Equatable, Sendable {
    /// Wall clock, for comparison with calendar times: first pitches, resumptions and final checks.
    var wall: Timestamp
    /// Monotonic clock of this run, for intervals. Steps of the wall clock do not move it.
    var monotonic: Timestamp
  }

  var bounds: PollBounds
  /// Polling mode of live games. The caller sets it from the configuration and the learnt speed of the source.
  var mode = LiveCadence.Mode()
  private(set) var live = LiveCadence()
  private var last: PollHints?
  private var interval: Duration
  private var failures = 0
  /// Consecutive refusals of this client.
  private var refusals = 0
  private var suspendedSince: Timestamp?
  /// Time of the last new revision of a live game, by the run's clock.
  private var newsAt: Timestamp?

  /// Time after a suspension, and after the scheduled resumption, during which a suspended game is polled often.
  static let resumption: Duration = .seconds(12 * 3600)
  /// Length of a suspension after which one poll per hour is enough, since the schedule lists the resumption early
  /// enough.
  static let longSuspension: Duration = .seconds(72 * 3600)

  /// Time after the last play when a final game counts as old. Its status follows within minutes, and corrections
  /// within half an hour.
  static let oldFinal: Duration = .seconds(3600)
  /// Longest wait before the final check.
  private static let longestRest: Duration = .seconds(3 * 3600)

  init(bounds: PollBounds) {
    self.bounds = bounds
    interval = bounds.liveMin
  }

  /// True while the game is live and, by the last answer, a result is due.
  var isDue: Bool { last?.phase == .live && live.isDue }

  /// True while the game is live and the next poll is likely to show a due result.
  var isResultLikely: Bool { last?.phase == .live && live.isResultLikely }

  /// Returns whether the revision differs from that of the last answer.
  func isNew(_ pulse: PollHints) -> Bool { last?.revision != pulse.revision }

  /// Updates the cadence with an accepted answer. `fresh` is how long a cache would return the same answer again.
  ///
  /// - Returns: the wait until the next poll; for a live game between `liveMin` and `liveMax`.
  mutating func answered(_ pulse: PollHints, fresh: Duration = .zero, at now: Instant) -> Duration {
    (failures, refusals) = (0, 0)
    let isNews = isNew(pulse)
    last = pulse
    return max(wait(after: pulse, isNews: isNews, at: now), usable(fresh))
  }

  /// Returns the wait after a refused answer, whose contents are ignored.
  mutating func refused(fresh: Duration = .zero) -> Duration {
    (failures, refusals) = (0, 0)
    return max(min(max(live.refused(mode), bounds.liveMin), bounds.liveMax), usable(fresh))
  }

  /// Returns the wait after a failed request.
  ///
  /// - Parameters:
  ///   - retryAfter: the server's minimum wait, which is always kept.
  ///   - jitter: a random number from 0 to 1.
  /// - Returns: `liveMin` doubled with each consecutive failure, up to four times `liveMax`, plus or minus a quarter.
  mutating func failed(retryAfter: Duration?, jitter: Double) -> Duration {
    failures = min(failures + 1, 20)
    let grown = min(bounds.liveMin * Double(1 << failures), bounds.liveMax * 4)
    return max(grown * (0.75 + 0.5 * jitter), retryAfter ?? .zero)
  }

  /// Returns the wait after a request that the server refuses to this client. `pauses` are the league's waits after
  /// refusals in a row, of which the first ones may be by chance.
  mutating func refusedClient(_ pauses: [Duration]) -> Duration {
    refusals += 1
    let pause = refusals - FeedMonitor.failures
    guard pause >= 0, let last = pauses.last else { return .zero }
    return (pause < pauses.count ? pauses[pause] : last) / mode.speed
  }

  /// Returns the wait after an answer that the game has no file yet. `row` is the game's row of the schedule.
  mutating func missed(_ row: ScheduledGame?, at now: Timestamp) -> Duration {
    (failures, refusals) = (0, 0)
    guard let row, row.status.phase == .scheduled else { return often }
    let hints = PollHints(
      phase: .scheduled, revision: now, scheduledStart: row.start, isImminent: row.status.isImminent)
    return untilStart(hints, at: now)
  }

  /// Limits a cache's freshness to `liveMax`, so that no header can stop the polling of a game.
  private func usable(_ fresh: Duration) -> Duration { min(fresh, bounds.liveMax) }

  private mutating func wait(after pulse: PollHints, isNews: Bool, at now: Instant) -> Duration {
    if pulse.phase != .suspended { suspendedSince = nil }
    if pulse.isListedAsLive, [.scheduled, .suspended].contains(pulse.phase) { return often }
    switch pulse.phase {
    case .live:
      let learnt = live.answered(pulse.situation, revision: pulse.revision, at: now.monotonic, mode)
      let wait = pulse.interval.map { $0 / mode.speed } ?? learnt
      let since = isNews ? now.monotonic : newsAt ?? now.monotonic
      newsAt = since
      let still = now.monotonic - since
      // The feed has stopped, so that a due result is no reason for short waits.
      let slowed = still * mode.speed >= pulse.longestStill ? max(wait, still / 20) : wait
      return min(max(slowed, bounds.liveMin), bounds.liveMax)
    case .final where pulse.interval != nil:
      return min(max((pulse.interval ?? .zero) / mode.speed, bounds.liveMin), Self.longestRest)
    case .final where isOld(pulse, at: now):
      // The wait is limited because a wrong wall clock may be corrected, and the machine may sleep.
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

  /// Returns whether the period of quick corrections is over. A restart begins that period again by the run's clock, so
  /// that a game whose end is logged and lies an hour back by the wall clock counts as old, too.
  private func isOld(_ pulse: PollHints, at now: Instant) -> Bool {
    if let often = pulse.oftenUntil, now.monotonic >= often { return true }
    return pulse.endedAt.map { now.wall - $0 >= Self.oldFinal } ?? false
  }

  /// Wait while play may begin at any moment.
  private var often: Duration { min(bounds.liveMax, bounds.idleMax) }

  /// Returns a quarter of the time left until the start, between `liveMax` and `idleMax`. A game without a start time
  /// may begin without notice once the teams are at the park, and is then polled often.
  private func untilStart(_ pulse: PollHints, at now: Timestamp) -> Duration {
    guard let start = pulse.scheduledStart else {
      return pulse.isImminent ? often : bounds.idleMax
    }
    guard start > now else { return often }
    return min(max((start - now) / 4, bounds.liveMax), bounds.idleMax)
  }

  /// Returns the wait for a suspended game: a quarter of the time until a scheduled resumption, and `liveMax` for 12
  /// hours after the suspension and after the resumption. Otherwise `idleMax`, and after three days at least an hour.
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
