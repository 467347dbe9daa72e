internal import Logging
internal import ServiceLifecycle

/// Keeps the log: writes down that the daemon lives, removes what is old, and closes the file when all others are done.
struct LogKeeper: Service {
  let log: EventLog
  let logger: Logger

  /// How far off the next daemon's idea of this one's end may be.
  static let heartbeat: Duration = .seconds(30)
  static let beatsBetweenPrunings = 2 * 60 * 24

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      var beats = 0
      while true {
        await keep(prune: beats % Self.beatsBetweenPrunings == 0)
        beats += 1
        try await Task.sleep(for: Self.heartbeat)
      }
    }
    if let now = WallClock.plausible() { try await log.markAlive(at: now) }
    try log.close()
  }

  private func keep(prune: Bool) async {
    guard let now = WallClock.plausible() else { return }
    do {
      try await log.markAlive(at: now)
      guard prune else { return }
      let count = try await Retention.prune(log, at: now)
      if count > 0 { logger.notice("old events removed", metadata: [LogKey.count: "\(count)"]) }
    } catch {
      logger.error("event log not written", metadata: Fault.metadata(of: Fault(eventLog: error)))
    }
  }
}
