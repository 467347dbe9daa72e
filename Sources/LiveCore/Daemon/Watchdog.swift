internal import Logging
internal import ServiceLifecycle

/// Tells the service manager again and again that the daemon makes progress: for as long as every heart beats, so that
/// what hangs is ended and started anew. Keeps the status line fresh, too, and the time for stopping long enough.
struct Watchdog<C: Clock<Duration>>: Service where C: Sendable {
  let manager: any ServiceManager
  let board: StatusBoard
  let hearts: [Heart]
  let clock: C
  let logger: Logger

  /// How often the status is looked at where nobody counts beats.
  private static var restful: Duration { .seconds(5) }
  /// Asked for again before it is over.
  private static var respite: Duration { .seconds(10) }
  /// The daemon's own limit for stopping, and some: past it, what hangs shall be killed.
  private static var longestStop: Duration { .seconds(25) }

  func run() async throws {
    let limit = manager.watchdogInterval
    let round = min(Self.restful, limit.map { $0 / 4 } ?? Self.restful)
    let pulses = limit == nil ? [] : hearts.map { Pulse($0, at: clock.now) }
    try? await cancelWhenGracefulShutdown {
      var (stopping, troubles) = (Duration.zero, Set<String>())
      while true {
        if let limit { beat(pulses, within: limit / 2, &troubles) }
        await board.refresh()
        if await board.isStopping, stopping < Self.longestStop {
          manager.extendTimeout(by: Self.respite)
          stopping += round
        }
        try await clock.sleep(for: round)
      }
    }
  }

  /// A heart that has not answered for `span` has stopped: systemd counts on from the last beat.
  private func beat(_ pulses: [Pulse], within span: Duration, _ troubles: inout Set<String>) {
    let now = clock.now
    let stopped = pulses.filter { $0.last.duration(to: now) > span }
    if stopped.isEmpty { manager.beat() }
    for pulse in stopped where troubles.insert(pulse.heart.name).inserted {
      logger.critical("no progress: the watchdog is not fed", metadata: [LogKey.part: "\(pulse.heart.name)"])
    }
    troubles.formIntersection(stopped.map(\.heart.name))
    for pulse in pulses { pulse.ask(on: clock) }
  }

  /// What is known of one heart: when it last answered, and whether it has been asked since.
  private final class Pulse: Sendable {
    private struct State {
      var last: C.Instant
      var isAsked = false
    }

    let heart: Heart
    private let state: Guarded<State>

    init(_ heart: Heart, at now: C.Instant) { (self.heart, state) = (heart, Guarded(State(last: now))) }

    var last: C.Instant { state.withLock { $0.last } }

    /// Only one question is open at a time.
    func ask(on clock: C) {
      let isOpen = state.withLock { state in
        defer { state.isAsked = true }
        return state.isAsked
      }
      guard !isOpen else { return }
      heart.ask { [state] isWell in
        state.withLock { state in
          state.isAsked = false
          if isWell { state.last = clock.now }
        }
      }
    }
  }
}
