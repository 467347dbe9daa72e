import ArgumentParser
import LiveCore

/// `livegamed follow remove`: takes back what `livegamed follow add` has added.
struct FollowRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Stop following what 'livegamed follow add' has added.",
    discussion: """
      The change applies at once. What the configuration follows is removed there: then the command names the file and the \
      line, changes nothing, and exits with 64, as it does if a name is not followed.
      """)

  @OptionGroup var socket: SocketOption
  @OptionGroup var which: FollowNamesOptions
  @Flag(help: "Follow every game from now on, if nothing else is followed.")
  var everything = false
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .remove(which.names, isEverything: everything))
    guard !json, case .removed(let change) = answer else { return try Terminal.say(json: line.text) }
    change.warnings.forEach { Terminal.complain($0) }
    for entry in change.changed { try Terminal.say("\(FollowText.subject(entry)) is removed") }
  }
}
