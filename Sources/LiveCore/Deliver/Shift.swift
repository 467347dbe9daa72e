internal import Logging
internal import ServiceLifecycle

/// A worker's time on duty: until the daemon stops, or somebody else takes its place. Either way it finishes what it has in
/// hand, for to break that off would be to send it twice.
struct Shift: Sendable {
  let logger: Logger

  /// Returns when the work has ended; it is told to end when `isOver` returns.
  func run(_ work: @escaping @Sendable () async -> Void, until isOver: @escaping @Sendable () async -> Void) async {
    // A group within the daemon's own hears of the daemon's end too.
    let duty = ServiceGroup(
      configuration: .init(
        services: [.init(service: Duty(work: work), successTerminationBehavior: .gracefullyShutdownGroup)],
        logger: logger.ofTrouble))
    await withDiscardingTaskGroup { group in
      group.addTask {
        await isOver()
        if !Task.isCancelled { await duty.triggerGracefulShutdown() }
      }
      try? await duty.run()
      group.cancelAll()
    }
  }

  private struct Duty: Service {
    let work: @Sendable () async -> Void

    func run() async { await work() }
  }
}

extension Logger {
  /// For a group of services, which tells each of its steps.
  var ofTrouble: Logger {
    var logger = self
    logger.logLevel = max(logLevel, .warning)
    return logger
  }
}
