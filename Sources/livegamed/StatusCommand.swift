import ArgumentParser
import LiveCore
internal import LiveModel
import LivePlatform

/// `livegamed status`: shows the state of the running daemon.
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show whether the daemon, MLB's feed and your notifications work.",
    discussion: """
      The exit status is 0 if the daemon is healthy; 1 if its source fails, its log cannot be written, a sink is disabled, \
      has failed for five minutes or has dead letters of the last day, or its configuration was refused, and the first \
      line says which; 69 if no daemon answers within 10 s.
      """)

  @OptionGroup var socket: SocketOption
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false
  @OptionGroup var times: TimeOptions

  func run() async throws {
    let line = try await socket.answer(to: .status)
    let status: DaemonStatus
    do {
      status = try DaemonStatus(line)
    } catch {
      throw await socket.failure(error)
    }
    if json {
      try Terminal.say(json: line.text)
    } else {
      let text = StatusText(
        status: status, hasColour: Terminal.hasColour, zone: times.zone, width: Terminal.width,
        now: Terminal.width.map { _ in times.zone.time(at: WallClock.now()) })
      for line in text.lines { try Terminal.say(drawn: line) }
    }
    if !status.isHealthy { throw ExitCode.failure }
  }
}
