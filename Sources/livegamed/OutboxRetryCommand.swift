import ArgumentParser
import LiveCore
import LiveModel

/// `livegamed outbox retry`: retries dead letters.
struct OutboxRetryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Send dead letters again, and waiting messages at once.",
    discussion: """
      A program's dead letter is sent unchanged, with the same id; a message for people is composed again. The retry \
      lasts for the sink's 'expires', counted from now. A pause that a receiver has asked for ends. A disabled sink stays \
      disabled: see 'livegamed sink enable'.
      """)

  @OptionGroup var socket: SocketOption
  @OptionGroup var which: OutboxSelectionOptions
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .retry(which.selection))
    guard !json, case .retry(let messages, let resumed) = answer else { return try Terminal.say(json: line.text) }
    let said = resumed.map { "the pause of sink '\($0)' has ended" }
    let tried = messages == 0 ? [] : ["\(messages.counted("message")) \(messages == 1 ? "is" : "are") sent again"]
    let outcome = (tried + said).joined(separator: "; ")
    try Terminal.say(outcome.isEmpty ? "there is nothing to send again" : outcome)
  }
}

/// `NUMBER`, `--sink NAME` or `--all`: the messages that a command selects.
struct OutboxSelectionOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("One message, by its number in 'livegamed outbox list'.", valueName: "number"))
  var number: Int?
  @Option(help: ArgumentHelp("Those of this sink.", valueName: "name"))
  var sink: String?
  @Flag(help: "All of them; with --sink all of that sink.")
  var all = false

  func validate() throws {
    guard number != nil || sink != nil || all else {
      throw ValidationError("give the number of a message, --sink or --all")
    }
    guard number == nil || (sink == nil && !all) else {
      throw ValidationError("the number of a message excludes --sink and --all")
    }
  }

  var selection: OutboxSelection { number.map(OutboxSelection.number) ?? sink.map(OutboxSelection.sink) ?? .all }
}
