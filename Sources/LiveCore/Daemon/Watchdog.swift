internal import Logging
internal import ServiceLifecycle

/// Tells the service manager again and again that the daemon makes progress: for as long as every heart beats, so that
/// what hangs is ended and started anew. Keeps the status line fresh, too, and the time for stopping long enough.
struct Watchdog<C: Clock<Duration>>: Service where C: Sendable {
  let manager: any ServiceManager
  let board: ServiceStatus
  let hearts: [LivenessProbe]
  let clock: C
  let logger: Logger

  /// How often the status is looked at where nobody counts beats.
  private static var restful: Duration { .seconds(5) }
  /// It looks no more often than this, however short systemd's time limit is.
  private static var shortest: Duration { .milliseconds(50) }
  /// The daemon's own limit for stopping, and some: past it, what hangs shall be killed.
  private static var longestStop: Duration { .seconds(25) }

  func run() async throws {
    let limit = manager.watchdogInterval
    let round = min(Self.restful, max(limit.map { $0 / 4 } ?? Self.restful, Self.shortest))
    let pulses = limit == nil ? [] : hearts.map(PollHints.init)
    try? await cancelWhenGracefulShutdown {
      var (stopping, troubles) = (Duration.zero, Set<String>())
      while true {
        if let limit { beat(pulses, within: limit / 2, &troubles) }
        await board.refresh()
        if await board.isStopping, stopping < Self.longestStop {
          manager.extendTimeout(by: ServiceStatus.respite)
          stopping += round
        }
        try await clock.sleep(for: round)
      }
    }
  }

  /// A heart that has not answered well for `span` has stopped: systemd counts on from the last beat.
  private func beat(_ pulses: [PollHints], within span: Duration, _ troubles: inout Set<String>) {
    let now = clock.now
    let stopped = pulses.filter { $0.silence(at: now) > span }
    if stopped.isEmpty { manager.beat() }
    for pulse in stopped where troubles.insert(pulse.heart.name).inserted {
      logger.critical("no progress: the watchdog is not fed", metadata: [LogKey.part: "\(pulse.heart.name)"])
    }
    troubles.formIntersection(stopped.map(\.heart.name))
    for pulse in pulses { pulse.ask(at: now) }
  }

  /// The state of one probe.
  private final class PollHints: Sendable {
    private struct State {
      var isAsked = false
      /// When the first question was asked that is not answered well yet. Counted from the question, for a watchdog
      /// that comes late itself has asked late.
      var unwellSince: C.Instant?
    }

    let heart: LivenessProbe
    private let state = Locked(State())

    init(_ heart: LivenessProbe) { self.heart = heart }

    /// For how long there has been no good answer.
    func silence(at now: C.Instant) -> Duration {
      state.withLock { $0.unwellSince }.map { $0.duration(to: now) } ?? .zero
    }

    /// Only one question is open at a time.
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

/// Something that must go on for the daemon to be of use, and that can be asked for a sign of life.
struct LivenessProbe: Sendable {
  /// As an operator reads it.
  var name: String
  /// Calls back soon: with true when it does its work, with false when it cannot. What hangs does not call back.
  var ask: @Sendable (_ answer: @escaping @Sendable (Bool) -> Void) -> Void
}

extension LivenessProbe {
  /// Polls of the leagues go out and end.
  static func polls(_ transport: CurlTransport, _ rounds: InFlightDeadlines) -> LivenessProbe {
    LivenessProbe(name: "polls") { answer in transport.ping { answer(rounds.isOnTime) } }
  }

  /// Transactions of the log can begin.
  static func log(_ log: EventLog) -> LivenessProbe { LivenessProbe(name: "log") { log.ping($0) } }

  /// Messages go out to the sinks and are answered, or given up in time.
  static func deliveries(_ transport: CurlTransport, _ attempts: InFlightDeadlines) -> LivenessProbe {
    LivenessProbe(name: "deliveries") { answer in transport.ping { answer(attempts.isOnTime) } }
  }

  /// Clients of the socket are served.
  static func socket(_ server: SocketServer) -> LivenessProbe {
    LivenessProbe(name: "socket") { answer in server.ping { answer(true) } }
  }
}
