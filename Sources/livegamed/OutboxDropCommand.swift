import ArgumentParser
import LiveCore
import LiveModel

/// `livegamed outbox drop`: removes messages that need not be delivered.
struct OutboxDropCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop",
    abstract: "Drop waiting messages, plays that are not sent yet, and dead letters.",
    discussion: "An attempt in progress is not interrupted, but it is the last one.")

  @OptionGroup var socket: SocketOption
  @OptionGroup var which: OutboxSelectionOptions
  @Flag(help: "Only dead letters.")
  var dead = false
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .drop(which.selection, onlyDead: dead))
    guard !json, case .drop(let messages, let facts) = answer else { return try Terminal.say(json: line.text) }
    let isNothing = messages == 0 && facts == 0
    let inMessages = messages > 0 ? ", with \(messages.counted("message"))" : ""
    try Terminal.say(isNothing ? "nothing to drop" : "\(facts.counted("fact")) dropped\(inMessages)")
  }
}
