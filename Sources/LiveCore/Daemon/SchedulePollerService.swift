internal import ServiceLifecycle

/// The roster as a service: polls end at once when the daemon stops, the append in hand commits.
struct SchedulePollerService<L: League, C: Clock<Duration>>: Service where C: Sendable {
  let roster: SchedulePoller<L, C>

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { try await roster.run() }
    } catch is CancellationError {}
  }
}
