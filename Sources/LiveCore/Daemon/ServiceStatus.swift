internal import LiveModel
internal import LivePlatform
internal import ServiceLifecycle

/// The status line of `systemctl status`: the games, their lag, and what needs the operator. Collected without reading
/// the log, so that a log that hangs does not delay it.
actor ServiceStatus {
  private let manager: any ServiceManager
  private let info: DaemonInfo
  private let log: LogHealth
  private let lag: @Sendable () -> Duration?
  private var disabled: [String: String] = [:]
  private var failing: [String: SinkFailure] = [:]
  private var isReady = false
  private var lastSent: String?
  private(set) var isStopping = false

  /// `lag` returns the age of the oldest last answer among the live games; nil while none is live.
  init(
    _ manager: any ServiceManager, info: DaemonInfo, log: LogHealth,
    lag: @escaping @Sendable () -> Duration? = { nil }
  ) {
    (self.manager, self.info, self.log, self.lag) = (manager, info, log, lag)
  }

  /// Reports that the daemon is ready, after the first answer or failure of the schedule. The first call also releases
  /// the pages of code that only the start needed.
  func ready() {
    sendReady()
    if !isReady { ReadOnlyPages.release() }
    isReady = true
  }

  /// Stores why a sink is disabled; nil when it is enabled again.
  func sink(_ name: String, isDisabled reason: String?) {
    disabled[name] = reason
    refresh()
  }

  /// Stores the failure of a sink; nil when it works again.
  func sink(_ name: String, fails failure: SinkFailure?) {
    failing[name] = failure
    refresh()
  }

  /// Sends the status line when it has changed. Sends nothing before the daemon is ready, because a separate status
  /// would be lost at the start; `ready` includes it.
  func refresh() {
    let text = text
    guard isReady, !isStopping, text != lastSent else { return }
    lastSent = text
    manager.status(text)
  }

  /// Reports that a reload has begun. Does nothing before the daemon is ready, because no caller waits for the reload
  /// then.
  func reloading() { if isReady, !isStopping { manager.reloading() } }

  /// Reports that a reload has ended, successful or not.
  func reloaded() { if isReady, !isStopping { sendReady() } }

  /// Time by which each request during the stop extends the stop timeout; renewed before it is over.
  static let respite: Duration = .seconds(10)

  /// Reports that the daemon has begun to stop.
  func stopping() {
    isStopping = true
    manager.stopping()
    manager.extendTimeout(by: Self.respite)
    manager.status("stopping")
  }

  private func sendReady() {
    let text = text
    lastSent = text
    manager.ready(status: text)
  }

  private var text: String {
    let status = DaemonStatus(info, log: log, sinks: [])
    let restart = status.needsRestart.map { ["restart needed for a change of \($0.joined(separator: ", "))"] } ?? []
    return ([games(of: status)] + status.problems(in: info.zone) + sinkProblems + restart).joined(separator: "; ")
  }

  /// The sinks that are disabled or failing, in the order of `status`: that of the configuration.
  private var sinkProblems: [String] {
    let names = info.sinks().map(\.name)
    let others = Set(disabled.keys).union(failing.keys).subtracting(names).sorted()
    return (names + others).flatMap { name -> [String] in
      if let reason = disabled[name] { return SinkListing.Entry(name: name, disabled: reason).problems(in: info.zone) }
      guard let failure = failing[name] else { return [] }
      return ["sink '\(name)' \(SinkListing.Entry(name: name, failure).failing(in: info.zone))"]
    }
  }

  private func games(of status: DaemonStatus) -> String {
    guard (status.source ?? [:]).values.contains(where: { $0.state != .starting }) else {
      return "no answer from the schedule yet"
    }
    let games = status.games ?? [:]
    let live = games[GameStatus.Phase.live.rawValue] ?? 0
    let count = "\(live) of \(games.values.reduce(0, +)) games live"
    return lag().map { "\(count), lag \($0.wholeMilliseconds / 1000) s" } ?? count
  }
}

/// Sends `STOPPING=1` before any other service stops. It is the last service in the list and therefore stops first.
struct StopNotifier: Service {
  let board: ServiceStatus

  func run() async throws {
    try? await gracefulShutdown()
    await board.stopping()
  }
}
