import ArgumentParser
import LiveCore

/// `livegamed sink enable`: resumes deliveries to a disabled or paused sink.
struct SinkEnableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Resume deliveries to a disabled or paused sink.",
    discussion: """
      Waiting messages that have not expired are sent now. Expired ones are dead letters: see 'livegamed outbox retry'.
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
      : wasPaused ? "is enabled: its pause has ended" : "was neither disabled nor paused; its messages are sent at once"
    try Terminal.say("sink '\(name)' \(said)")
  }
}
