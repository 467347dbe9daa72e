import ArgumentParser
import LiveCore

/// `livegamed outbox retry`: retries dead letters.
struct OutboxRetryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Try dead letters again, and what waits for its next attempt at once.",
    discussion: """
      A dead letter of a program is sent as it was, with the same id; what is for people is composed anew. It is tried for \
      as long as its sink's 'expires' says from now. A pause that a receiver has asked for ends. A disabled sink stays \
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
    let tried = messages == 0 ? [] : ["\(messages.counted("message")) tried again"]
    try Terminal.say(said.isEmpty && tried.isEmpty ? "nothing to try again" : (tried + said).joined(separator: "; "))
  }
}

/// `NUMBER`, `--sink NAME` or `--all`: the messages that a command selects.
struct OutboxSelectionOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("One message, as 'livegamed outbox list' numbers it.", valueName: "number"))
  var number: Int?
  @Option(help: ArgumentHelp("Those of this sink.", valueName: "name"))
  var sink: String?
  @Flag(help: "All of them; with --sink all of that sink.")
  var all = false

  func validate() throws {
    guard number != nil || sink != nil || all else { throw ValidationError("name a message, --sink or --all") }
    guard number == nil || (sink == nil && !all) else {
      throw ValidationError("a message's number stands alone, without --sink and --all")
    }
  }

  var selection: OutboxSelection { number.map(OutboxSelection.number) ?? sink.map(OutboxSelection.sink) ?? .all }
}
