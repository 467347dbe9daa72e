internal import ServiceLifecycle

/// The status line of `systemctl status`: the games, their lag, and what does not work.
actor ServiceStatus {
  private let manager: any ServiceManager
  private let scoreboard: Scoreboard
  private let source: SourceHealth
  private let log: LogHealth
  private let refusal: @Sendable () -> String?
  private let now: @Sendable () -> Timestamp
  private var disabled: [String: String] = [:]
  private var isReady = false
  private var lastSent: String?
  private(set) var isStopping = false

  init(
    _ manager: any ServiceManager, scoreboard: Scoreboard, source: SourceHealth, log: LogHealth,
    refusal: @escaping @Sendable () -> String? = { nil }, now: @escaping @Sendable () -> Timestamp
  ) {
    (self.manager, self.scoreboard, self.source, self.log) = (manager, scoreboard, source, log)
    (self.refusal, self.now) = (refusal, now)
  }

  /// Reports that the daemon is ready, after the first answer or failure of the schedule.
  func ready() {
    isReady = true
    sendReady()
  }

  /// Stores why a sink is disabled; nil when it is enabled again.
  func sink(_ name: String, isDisabled reason: String?) {
    disabled[name] = reason
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
    let down = disabled.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
    // The list that may be long comes last, because a long line is cut at its end.
    let parts = [
      games,
      refusal().map { "the old configuration stays in force: \($0)" },
      log.trouble.map { "the log fails: \($0.error)" },
      down.isEmpty ? nil : "\(down.count) \(down.count == 1 ? "sink" : "sinks") down: \(down.joined(separator: ", "))",
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }

  private var games: String {
    let board = scoreboard.board
    let live = board.statuses[GameStatus.Phase.live.rawValue] ?? 0
    let count = "\(live) of \(board.games.count) games live"
    let games = scoreboard.lag(at: now()).map { "\(count), lag \($0.wholeMilliseconds / 1000) s" } ?? count
    let state = source.state
    switch state.state {
    case .starting: return "no answer from the schedule yet"
    case .failing: return "the source fails: \(state.error ?? "no reason known"); \(games)"
    case .ok: return games
    }
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
