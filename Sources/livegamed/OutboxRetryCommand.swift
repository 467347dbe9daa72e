import ArgumentParser
import LiveCore

/// `livegamed outbox retry`: dead letters get another chance.
struct OutboxRetryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Try dead letters again, and what waits for its next attempt at once.",
    discussion: """
      A dead letter is sent as it was, with the same id, and tried for as long as its sink's 'expires' says from now. A \
      disabled sink stays disabled: see 'livegamed sink enable'.
      """)

  @OptionGroup var socket: SocketOption
  @OptionGroup var which: OutboxSelectionOptions
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .retry(which.selection))
    guard !json, case .retry(let messages) = answer else { return Terminal.say(line.text) }
    Terminal.say(messages == 0 ? "nothing to try again" : "\(messages.counted("message")) tried again")
  }
}
