internal import ServiceLifecycle

/// Runs the workers of all sinks and the journal side by side. None of them can fail, so none can end another.
struct DeliveryService<C: Clock<Duration>>: Service {
  let workers: [SinkWorker<C>]
  /// Nil when events do not go to the journal.
  let journal: JournalSink<C>?

  func run() async throws {
    await withDiscardingTaskGroup { group in
      for worker in workers { group.addTask { await worker.run() } }
      if let journal { group.addTask { await journal.run() } }
      // To return before the daemon stops, because no sink is left to serve, would stop the daemon.
      group.addTask { try? await gracefulShutdown() }
    }
  }
}
