/// What `systemctl status` shows in one line: the games, and which sinks do not work.
actor StatusBoard {
  private let manager: any ServiceManager
  private var games = "starting"
  private var disabled: [String: String] = [:]
  private var isReady = false

  init(_ manager: any ServiceManager) { self.manager = manager }

  /// The first answer, or failure, of the schedule ends the start.
  func schedule(_ games: Int?) {
    self.games = games.map { "\($0) games on the schedule" } ?? "the schedule does not answer yet"
    isReady = true
    manager.ready(status: text)
  }

  /// Why a sink is silent; nil when it works again.
  func sink(_ name: String, isDisabled reason: String?) {
    disabled[name] = reason
    // What comes before the schedule's answer is told with it: a status alone would be lost with the start.
    if isReady { manager.status(text) }
  }

  private var text: String {
    ([games] + disabled.sorted { $0.key < $1.key }.map { "sink '\($0.key)' disabled: \($0.value)" })
      .joined(separator: "; ")
  }
}
