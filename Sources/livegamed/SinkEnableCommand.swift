import ArgumentParser
import LiveCore

/// `livegamed sink enable`: a sink whose receiver is back.
struct SinkEnableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Send to a sink again that was disabled because its receiver was gone for good.",
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
    guard !json, case .enable(let wasDisabled) = answer else { return Terminal.say(line.text) }
    Terminal.say(wasDisabled ? "sink '\(name)' is enabled" : "sink '\(name)' was not disabled")
  }
}
