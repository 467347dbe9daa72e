internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// Notifies the service manager periodically while all probes answer, so that a daemon that hangs is killed and
/// restarted. Also refreshes the status line and extends the stop timeout.
struct Watchdog<C: Clock<Duration>>: Service where C: Sendable {
  let manager: any ServiceManager
  let board: ServiceStatus
  let hearts: [LivenessProbe]
  let clock: C
  let logger: Logger

  /// Interval of status updates when no watchdog is configured.
  private static var idleInterval: Duration { .seconds(30) }
  /// Maximum interval while the daemon stops.
  private static var stopInterval: Duration { .seconds(5) }
  /// Minimum interval, however short systemd's time limit is.
  private static var shortestInterval: Duration { .milliseconds(50) }
  /// The daemon's own limit for stopping (20 s) plus a margin: after it, systemd kills a process that hangs.
  private static var longestStop: Duration { .seconds(25) }

  func run() async throws {
    let limit = manager.watchdogInterval
    let round = min(Self.idleInterval, max(limit.map { $0 / 4 } ?? Self.idleInterval, Self.shortestInterval))
    let probes = limit == nil ? [] : hearts.map(ProbeState.init)
    try? await cancelWhenGracefulShutdown {
      var (stopping, troubles) = (Duration.zero, Set<String>())
      while true {
        var rest = round
        if let limit { notify(probes, within: limit / 2, &troubles) }
        await board.refresh()
        if await board.isStopping, stopping < Self.longestStop {
          manager.extendTimeout(by: ServiceStatus.respite)
          rest = min(round, Self.stopInterval)
          stopping += rest
        }
        try await clock.sleep(for: rest)
      }
    }
  }

  /// Notifies the service manager unless a probe has not answered well for longer than `span`. systemd counts on from
  /// the last notification.
  private func notify(_ probes: [ProbeState], within span: Duration, _ troubles: inout Set<String>) {
    let now = clock.now
    let stopped = probes.filter { $0.failingTime(at: now) > span }
    if stopped.isEmpty { manager.beat() }
    for probe in stopped where troubles.insert(probe.heart.name).inserted {
      logger.critical("no progress: the watchdog is not fed", metadata: [LogKey.part: "\(probe.heart.name)"])
    }
    troubles.formIntersection(stopped.map(\.heart.name))
    for probe in probes { probe.ask(at: now) }
  }

  /// A probe with its open request, and the time since which it fails.
  private final class ProbeState: Sendable {
    private struct State {
      var isAsked = false
      /// Time of the first request without a good answer since. Counted from the request, because a delayed watchdog
      /// also asks late.
      var unwellSince: C.Instant?
    }

    let heart: LivenessProbe
    private let state = Locked(State())

    init(_ heart: LivenessProbe) { self.heart = heart }

    /// Returns how long there has been no good answer.
    func failingTime(at now: C.Instant) -> Duration {
      state.withLock { $0.unwellSince }.map { $0.duration(to: now) } ?? .zero
    }

    /// Sends a request unless one is open.
    func ask(at now: C.Instant) {
      let isOpen = state.withLock { state in
        defer { state.isAsked = true }
        if state.unwellSince == nil { state.unwellSince = now }
        return state.isAsked
      }
      guard !isOpen else { return }
      heart.ask { [state] isWell in
        state.withLock { state in
          state.isAsked = false
          if isWell { state.unwellSince = nil }
        }
      }
    }
  }
}

/// A part of the daemon that must make progress, with a way to request a sign of life.
struct LivenessProbe: Sendable {
  /// Name as shown to an operator.
  var name: String
  /// Calls `answer` soon: with true when the part works, with false when it cannot. A part that hangs does not call it.
  var ask: @Sendable (_ answer: @escaping @Sendable (Bool) -> Void) -> Void
}

extension LivenessProbe {
  /// Checks that polls of the leagues are sent and end.
  static func polls(_ transport: CurlTransport, _ rounds: InFlightDeadlines) -> LivenessProbe {
    LivenessProbe(name: "polls") { answer in transport.ping { answer(rounds.isOnTime) } }
  }

  /// Checks that transactions of the log can begin.
  static func log(_ log: EventLog) -> LivenessProbe { LivenessProbe(name: "log") { log.ping($0) } }

  /// Checks that messages are sent to the sinks and are answered or time out.
  static func deliveries(_ transport: CurlTransport, _ attempts: InFlightDeadlines) -> LivenessProbe {
    LivenessProbe(name: "deliveries") { answer in transport.ping { answer(attempts.isOnTime) } }
  }

  /// Checks that clients of the socket are served.
  static func socket(_ server: SocketServer) -> LivenessProbe {
    LivenessProbe(name: "socket") { answer in server.ping { answer(true) } }
  }
}
