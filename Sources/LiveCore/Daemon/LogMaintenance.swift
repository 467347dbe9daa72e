internal import Logging
internal import ServiceLifecycle

/// Keeps the log: writes down that the daemon lives, removes what is old or too much, and closes the file when all
/// others are done. A log that fails does not end it.
struct LogMaintenance: Service {
  let log: EventLog
  /// Those in force.
  let limits: @Sendable () -> Retention.Limits
  let meters: Meters
  let logger: Logger

  /// How far off the next daemon's idea of this one's end may be.
  static let heartbeat: Duration = .seconds(30)
  /// An hour.
  static let beatsBetweenPrunings = 120

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      var beats = 0
      while true {
        await keep(isHourly: beats % Self.beatsBetweenPrunings == 0)
        beats = (beats + 1) % Self.beatsBetweenPrunings
        try await Task.sleep(for: Self.heartbeat)
      }
    }
    await trying { try await log.markAlive(at: WallClock.plausible()) }
    await trying { try log.close() }
  }

  private func keep(isHourly: Bool) async {
    await trying {
      try await log.markAlive(at: WallClock.plausible())
      let (retention, limits) = (Retention(log: log), limits())
      if isHourly { tell(try await retention.pruneByAge(), because: .age) }
      tell(try await retention.pruneBySize(limits), because: .size)
      if isHourly { tell(try await retention.usage(), of: limits) }
    }
  }

  private func trying(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch is CancellationError {
      // The daemon ends; nothing is wrong with the log.
    } catch {
      // Also what was read: nobody else would hear of it.
      log.health.failed(error)
      logger.error("event log not kept", metadata: Fault.metadata(of: Fault(eventLog: error)))
    }
  }

  private func tell(_ outcome: Retention.Outcome, because reason: Meters.Removal) {
    let count = outcome.byAge + outcome.bySize
    meters.removed(count, because: reason)
    if count > 0 {
      logger.notice(
        reason == .age ? "old events removed" : "old events removed to keep to max_size",
        metadata: [LogKey.count: "\(count)"])
    }
    if outcome.undelivered > 0 {
      logger.warning(
        "old events removed that a disabled or removed sink never got",
        metadata: [LogKey.count: "\(outcome.undelivered)"])
    }
    if outcome.games > 0 { logger.info("old games forgotten", metadata: [LogKey.count: "\(outcome.games)"]) }
  }

  private func tell(_ usage: Retention.Usage, of limits: Retention.Limits) {
    guard usage.used > limits.maximumBytes else { return }
    let fault = Fault(
      .logOverSize,
      "the event log uses \(usage.used) bytes, more than 'max_size' of \(SizeText.text(of: limits.maximumBytes))",
      hint: "see 'livegamed sink list' for what waits, and raise max_size or let the sink's receiver work again")
    logger.warning("event log over its size", metadata: Fault.metadata(of: fault, and: [LogKey.bytes: "\(usage.used)"]))
  }
}

extension Fault.Code {
  static let logOverSize = Fault.Code("log.over-size")
}
