import ArgumentParser
import LiveCore

/// `livegamed sink resume`: ends a pause that `livegamed sink pause` began.
struct SinkResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "End the pause of a sink.",
    discussion: """
      What was held is sent now: to people as one digest, to programs as it came. With --drop it is never sent, and \
      neither are later corrections of it.
      """)

  /// The fate of the events that were held.
  enum Held: String, EnumerableFlag {
    case digest, drop

    static func help(for value: Self) -> ArgumentHelp? {
      switch value {
      case .digest: "Send what was held. This is the default."
      case .drop: "Drop what was held."
      }
    }
  }

  @OptionGroup var socket: SocketOption
  @Flag var held = Held.digest
  @Argument(help: ArgumentHelp("Its name in the configuration.", valueName: "name"))
  var name: String
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .resume(sink: name, dropping: held == .drop))
    guard !json, case .resume(let wasPaused, let facts) = answer else { return try Terminal.say(json: line.text) }
    guard wasPaused else { return try Terminal.say("sink '\(name)' was not paused") }
    let fate = held == .drop ? "\(facts.counted("fact")) dropped" : "\(facts.counted("fact")) to send"
    try Terminal.say("sink '\(name)' is resumed: \(fate)")
  }
}
