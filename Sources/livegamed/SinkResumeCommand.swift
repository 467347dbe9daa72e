import ArgumentParser
import LiveCore
import LiveModel

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
    try Terminal.say("sink '\(name)' is resumed: \(await fate(of: facts))")
  }

  /// Returns what becomes of so many plays that were held.
  private func fate(of count: Int) async -> String {
    guard count > 0 else { return "nothing was held" }
    let plays = count.counted("play")
    guard held == .digest else { return "\(plays) dropped" }
    let answer = try? await SocketClient(path: try socket.path()).answer(to: OutboxRequest.sinks)
    guard let answer, case .sinks(let listing)? = try? OutboxAnswer(answer),
      let type = listing.sinks.first(where: { $0.name == name })?.type, SinkKinds.isForPeople(type) == true
    else { return "\(plays), sent in order" }
    return count == 1 ? "1 play, sent now" : "\(plays), sent as one digest"
  }
}
