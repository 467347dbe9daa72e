import LiveCore
import LiveModel
import LivePlatform
import ServiceLifecycle

/// Runs beside the daemon of a recording until it is over. On a terminal it shows the progress in one line.
struct RecordProgress: Service {
  let recorder: FeedRecorder
  let monitor: DaemonMonitor
  let path: String
  /// The number of the only game; nil for all followed ones.
  let game: Int?

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await recorder.whenOver() }
      group.addTask { try? await gracefulShutdown() }
      group.addTask { try await watch() }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Shows the progress each second. Throws `recording.no-game` if the schedule does not list the game.
  private func watch() async throws {
    Terminal.ignoreBrokenPipes()
    var isListed = game == nil
    while true {
      if !isListed { isListed = try await checkListed() }
      if Terminal.isTerminal { try await Terminal.putWhole(Array("\r\u{1b}[K\(line.cut(to: width))".utf8)) }
      try await Task.sleep(for: .seconds(1))
    }
  }

  /// Returns whether the schedule lists the game; false before its first answer.
  private func checkListed() async throws -> Bool {
    guard let game, let status = await monitor.status(),
      status.source?.values.contains(where: { $0.state == .ok }) ?? false
    else { return false }
    guard (status.games ?? [:]).values.contains(where: { $0 > 0 }) else {
      throw Fault(
        .recordingNoGame, "the schedule of yesterday, today and tomorrow has no game \(game)",
        hint: "the number of a game is in its page on mlb.com; a game can be recorded while it is played")
    }
    return true
  }

  private var width: Int { max(20, Terminal.size.columns - 1) }

  private var line: String {
    let progress = recorder.progress
    let games = game.map { "game \($0)" } ?? "\(progress.polled.count.counted("game")) now"
    return "recording \(games): \(Self.size(progress)); Ctrl-C ends it"
  }

  /// The line at the end.
  var result: String {
    let text = "\(path.onOneLine): \(Self.size(recorder.progress))"
    return Terminal.isTerminal ? "\r\u{1b}[K\(text)" : text
  }

  private static func size(_ progress: FeedRecorder.Progress) -> String {
    "\(progress.answers.counted("answer")), \((progress.bytes + 999) / 1000) kB"
  }
}

extension Fault.Code {
  static let recordingNoGame = Fault.Code(rawValue: "recording.no-game")
}
