import ArgumentParser
import LiveCore
import LiveModel

/// `livegamed sink pause`: sends nothing to a sink for a while.
struct SinkPauseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Send nothing to a sink for a while, or until it is resumed.",
    discussion: """
      What comes meanwhile is held. When the pause ends, people get one digest of it, as after quiet hours, and programs \
      get every event. The pause lasts across restarts and reloads. An attempt in progress is not interrupted.
      """)

  @OptionGroup var socket: SocketOption
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "How long, such as 12h or 7d, at most a year. Default: until 'livegamed sink resume'.", valueName: "duration"))
  var span: String?
  @Argument(help: ArgumentHelp("Its name in the configuration.", valueName: "name"))
  var name: String
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false
  @OptionGroup var times: TimeOptions

  func validate() throws { _ = try seconds }

  private var seconds: Int? {
    get throws {
      guard let span else { return nil }
      guard let seconds = OutboxRequest.secondsOfPause(span) else {
        throw ValidationError("--for \(OutboxRequest.faultOfPause(span))")
      }
      return seconds
    }
  }

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .pause(sink: name, seconds: try seconds))
    guard !json, case .pause(let until) = answer else { return try Terminal.say(json: line.text) }
    let end = until.map { " until \(times.zone.time(at: $0).toTheSecond)" } ?? ""
    try Terminal.say("sink '\(name)' is paused\(end); 'livegamed sink resume \(name)' ends the pause")
  }
}
