internal import ServiceLifecycle

/// The line of `systemctl status`: the games, how late they are, and current faults.
actor ServiceStatus {
  private let manager: any ServiceManager
  private let scoreboard: Scoreboard
  private let source: SourceHealth
  private let log: LogHealth
  private let refusal: @Sendable () -> String?
  private let now: @Sendable () -> Timestamp
  private var disabled: [String: String] = [:]
  private var isReady = false
  private var told: String?
  private(set) var isStopping = false

  init(
    _ manager: any ServiceManager, scoreboard: Scoreboard, source: SourceHealth, log: LogHealth,
    refusal: @escaping @Sendable () -> String? = { nil }, now: @escaping @Sendable () -> Timestamp
  ) {
    (self.manager, self.scoreboard, self.source, self.log) = (manager, scoreboard, source, log)
    (self.refusal, self.now) = (refusal, now)
  }

  /// The first answer, or failure, of the schedule ends the start.
  func ready() {
    isReady = true
    tellReady()
  }

  /// Why a sink is silent; nil when it works again.
  func sink(_ name: String, isDisabled reason: String?) {
    disabled[name] = reason
    refresh()
  }

  /// Tells what has changed. What comes before the start is over is told with it: a status alone would be lost with it.
  func refresh() {
    let text = text
    guard isReady, !isStopping, text != told else { return }
    told = text
    manager.status(text)
  }

  /// A reload has begun. Before the start is over nobody waits for it.
  func reloading() { if isReady, !isStopping { manager.reloading() } }

  /// A reload has ended, well or not.
  func reloaded() { if isReady, !isStopping { tellReady() } }

  /// Asked for while it stops, and again before it is over.
  static let respite: Duration = .seconds(10)

  /// The daemon has begun to stop.
  func stopping() {
    isStopping = true
    manager.stopping()
    manager.extendTimeout(by: Self.respite)
    manager.status("stopping")
  }

  private func tellReady() {
    let text = text
    told = text
    manager.ready(status: text)
  }

  private var text: String {
    let down = disabled.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
    // The list that may be long comes last: the line is cut at its end.
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
    case .starting: return "no answer of the schedule yet"
    case .failing: return "the source fails: \(state.error ?? "no reason known"); \(games)"
    case .ok: return games
    }
  }
}

/// Says `STOPPING=1` before anything else stops: the last in the list of services, hence the first to hear of it.
struct StopNotifier: Service {
  let board: ServiceStatus

  func run() async throws {
    try? await gracefulShutdown()
    await board.stopping()
  }
}
