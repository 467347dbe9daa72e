import ArgumentParser
import LiveCore

/// `livegamed outbox drop`: what nobody needs to hear any more.
struct OutboxDropCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop",
    abstract: "Take messages out: what waits, also what no message tells yet, and dead letters.",
    discussion: "An attempt that is under way is not broken off, but it is the last.")

  @OptionGroup var socket: SocketOption
  @OptionGroup var which: OutboxSelectionOptions
  @Flag(help: "Only dead letters.")
  var dead = false
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .drop(which.selection, onlyDead: dead))
    guard !json, case .drop(let messages, let facts) = answer else { return Terminal.say(line.text) }
    let dropped = [
      messages > 0 ? messages.counted("message") : nil, facts > 0 ? facts.counted("untold fact") : nil,
    ].compactMap(\.self)
    Terminal.say(dropped.isEmpty ? "nothing to drop" : "\(dropped.joined(separator: " and ")) dropped")
  }
}
