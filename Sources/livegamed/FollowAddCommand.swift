import ArgumentParser
import LiveCore

/// `livegamed follow add`: follows teams and players besides those of the configuration.
struct FollowAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Follow teams and players besides those of the configuration.",
    discussion: """
      The change applies at once, and lasts across restarts and reloads. A player is found by his full name if a game in \
      the log has had him, and always by his StatsAPI id, the number at the end of his address on mlb.com. If a name is \
      not understood, nothing is added, and the exit status is 64.

        livegamed follow add BOS "Shohei Ohtani" 592450
      """)

  @OptionGroup var socket: SocketOption
  @OptionGroup var which: FollowNamesOptions
  @Flag(help: "Follow nothing else from now on, while every game is followed.")
  var only = false
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func run() async throws {
    let (line, answer) = try await socket.answer(to: .add(which.names, isOnly: only))
    guard !json, case .added(let change) = answer else { return try Terminal.say(json: line.text) }
    change.warnings.forEach { Terminal.complain($0) }
    for entry in change.changed { try Terminal.say("\(FollowText.subject(entry)) is followed from now on") }
    for entry in change.unchanged {
      try Terminal.say("\(FollowText.subject(entry)) is followed already\(entry.place.map { ", by \($0)" } ?? "")")
    }
  }
}
