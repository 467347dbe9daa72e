import ArgumentParser
import LiveCore

/// `livegamed sink enable`: resumes deliveries to a disabled or paused sink.
struct SinkEnableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Send to a sink again that was disabled because its receiver was gone for good, or that is paused.",
    discussion: """
      What waits and is not too old is told now; what is too old has become a dead letter: see 'livegamed outbox retry'.
      """)

  @OptionGroup var socket: SocketOption
  @Argument(help: ArgumentHelp("Its name in the configuration.", valueName: "name"))
  var name: String
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .enable(sink: name))
    guard !json, case .enable(let wasDisabled, let wasPaused) = answer else { return try Terminal.say(json: line.text) }
    let said =
      wasDisabled
      ? "is enabled"
      : wasPaused
        ? "is sent to again: its pause has ended" : "was neither disabled nor paused; what waits is tried at once"
    try Terminal.say("sink '\(name)' \(said)")
  }
}
