import ArgumentParser
import FoundationEssentials
import LiveCore
import LiveModel

/// `livegamed sink test`: sends one test message to a sink.
struct SinkTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Send one test message to a sink, and print the answer.",
    discussion: """
      The command needs no running daemon. It sends the message at once, whatever the sink's delay and quiet hours are. \
      The message to people says that it is a test; a program gets a 'livegame.status' event of game 0 with the tag 'test'.

      The exit status is 0 if the receiver accepted the message, 69 if not, 64 if there is no such sink, 78 for a wrong \
      configuration.
      """)

  @OptionGroup var configFile: ConfigFileOption
  @Argument(help: ArgumentHelp("The sink's name in the configuration.", valueName: "name"))
  var name: String
  @Flag(help: "Print the outcome as one JSON object, for programs.")
  var json = false

  func run() async throws {
    let trial = SinkTest(config: try configFile.read(), environment: ProcessEnvironment.values)
    let verdict: SinkTestResult
    do {
      verdict = try await trial.run(name)
    } catch let fault as Fault {
      Terminal.complain("\(fault)")
      throw ExitStatus.of(fault)
    }
    try say(verdict)
    if !verdict.accepted { throw ExitStatus.unavailable }
  }

  private func say(_ verdict: SinkTestResult) throws {
    guard !json else { return try Terminal.say(json: String(decoding: StableJSON.bytes(of: verdict), as: UTF8.self)) }
    let colour: TextTable.Colour = verdict.accepted ? .green : .red
    let answer = colour.paint(verdict.answer.onOneLine, if: Terminal.hasColour)
    try Terminal.say(drawn: "sink '\(verdict.sink.onOneLine)' (\(verdict.type)): \(answer)")
    if !verdict.accepted { try Terminal.say("then \(verdict.outcome)") }
    if let note = verdict.note { try Terminal.say(note) }
  }
}
