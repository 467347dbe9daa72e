internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// Maintains the log: stores that the daemon runs, removes events that are too old or exceed the size limit, and closes
/// the file after all other services have stopped. A failing log does not end it.
struct LogMaintenance: Service {
  let log: EventLog
  /// Returns the limits in force.
  let limits: @Sendable () -> Retention.Limits
  let meters: Meters
  let logger: Logger

  /// Interval of the stored sign of life, and so the error of the end time that the next daemon computes for this one.
  static let heartbeat: Duration = .seconds(30)
  /// Interval in which a log that has failed is tried again, so that the polls that wait for it go on soon.
  static let trial: Duration = .seconds(5)
  /// One pruning an hour.
  static let beatsBetweenPrunings = 120

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      var beats = 0
      while true {
        await keep(isHourly: beats % Self.beatsBetweenPrunings == 0)
        beats = (beats + 1) % Self.beatsBetweenPrunings
        try await rest()
      }
    }
    await trying { try await log.markAlive(at: WallClock.plausible()) }
    // After an error, which is logged already, nothing is known of the files.
    var isOneFile = true
    await trying { isOneFile = try log.close() }
    guard !isOneFile else { return }
    logger.warning(
      "the newest events stay in the -wal file beside the event log: copy both; another program reads it, or the disk is full"
    )
  }

  /// Waits for the next heartbeat. Meanwhile tries a log that has failed; its next success is the signal for those that
  /// wait for it.
  private func rest() async throws {
    let end = ContinuousClock.now + Self.heartbeat
    while ContinuousClock.now < end {
      if log.health.isFailing {
        try await Task.sleep(until: min(end, .now + Self.trial))
        // A failure is recorded, and logged by the heartbeat if it lasts.
        if ContinuousClock.now < end, log.health.isFailing { try? await log.markAlive(at: WallClock.plausible()) }
      } else {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { try? await Task.sleep(until: end) }
          group.addTask { await log.health.untilFailing() }
          await group.next()
          group.cancelAll()
        }
        try Task.checkCancellation()
      }
    }
  }

  private func keep(isHourly: Bool) async {
    await trying {
      try await log.markAlive(at: WallClock.plausible())
      let (retention, limits) = (Retention(log: log), limits())
      if isHourly { report(try await retention.pruneByAge(limits.age), because: .age) }
      report(try await retention.pruneBySize(limits), because: .size)
      if isHourly { report(try await retention.usage(), of: limits) }
    }
  }

  private func trying(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch is CancellationError {
      // The daemon stops; the log has not failed.
    } catch {
      // Also recorded for reads, which no other code reports.
      log.health.failed(error)
      logger.error("event log maintenance failed", metadata: Fault.metadata(of: Fault(eventLog: error)))
    }
  }

  private func report(_ outcome: Retention.Outcome, because reason: Meters.Removal) {
    let count = outcome.byAge + outcome.bySize
    meters.removed(count, because: reason)
    if count > 0 {
      logger.notice(
        reason == .age ? "old events removed" : "old events removed to keep to max_size",
        metadata: [LogKey.count: "\(count)"])
    }
    if outcome.undelivered > 0 {
      logger.warning(
        "old events removed that a disabled, paused or removed sink never got",
        metadata: [LogKey.count: "\(outcome.undelivered)"])
    }
    if outcome.games > 0 { logger.info("old games forgotten", metadata: [LogKey.count: "\(outcome.games)"]) }
  }

  private func report(_ usage: Retention.Usage, of limits: Retention.Limits) {
    guard usage.used > limits.maximumBytes else { return }
    let fault = Fault(
      .logOverSize,
      "the event log uses \(usage.used) bytes, more than 'max_size' of \(SizeText.text(of: limits.maximumBytes))",
      hint: "see 'livegamed sink list' for what waits; raise max_size or repair the sink's receiver")
    logger.warning(
      "event log exceeds its maximum size", metadata: Fault.metadata(of: fault, and: [LogKey.bytes: "\(usage.used)"]))
  }
}

extension Fault.Code {
  static let logOverSize = Fault.Code("log.over-size")
}
